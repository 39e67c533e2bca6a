//! Texts of digits and small letters that nobody can guess, and what is kept of those that are
//! to stay secret.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The characters, 36 of them.
const ALPHABET: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
/// Random bytes from here on would favour the first characters.
const UNBIASED: u8 = 252;

/// Characters of a text that proves something: 36 to the power of 25 is more than 2 to the power of 128.
pub const PROOF: usize = 25;

/// Fills `bytes` from the system's random source.
///
/// The source is tried when a server starts; systems that have one do not lose it.
pub fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the random source answered when the server started");
}

/// A random text of this many characters, each equally likely.
#[must_use]
pub fn text(length: usize) -> String {
    let mut text = String::with_capacity(length);
    let mut pool = [0; 16];
    while text.len() < length {
        fill(&mut pool);
        let fair = pool.iter().filter(|&&byte| byte < UNBIASED);
        let chars = fair.map(|byte| char::from(ALPHABET[usize::from(byte % 36)]));
        text.extend(chars.take(length - text.len()));
    }
    text
}

/// Whether a text is the one that was given out. The time that it takes does not depend on where the
/// first difference is.
#[must_use]
pub fn same(given: &str, secret: &str) -> bool {
    given.as_bytes().ct_eq(secret.as_bytes()).into()
}

/// What a database keeps of a key.
#[must_use]
pub fn hash(salt: &[u8], key: &str) -> [u8; 32] {
    Sha256::new().chain_update(salt).chain_update(key.as_bytes()).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_use_the_whole_alphabet_evenly() {
        let text = text(36_000);
        assert_eq!(text.len(), 36_000);
        for &byte in ALPHABET {
            let count = text.bytes().filter(|&b| b == byte).count();
            assert!((800..1200).contains(&count), "{} occurs {count} times", char::from(byte));
        }
    }

    #[test]
    fn proofs_have_128_bits_and_are_compared_whole() {
        assert!(f64::from(u32::try_from(PROOF).unwrap()) * 36_f64.log2() >= 128.0);
        let secret = text(PROOF);
        assert!(same(&secret, &secret) && !same("", &secret) && !same(&secret[1..], &secret));
        assert!((0..PROOF).all(|at| !same(&format!("{}-{}", &secret[..at], &secret[at + 1..]), &secret)));
    }

    #[test]
    fn hashes_depend_on_salt_and_key() {
        assert_eq!(hash(b"salt", "key"), hash(b"salt", "key"));
        assert_ne!(hash(b"salt", "key"), hash(b"salt", "kez"));
        assert_ne!(hash(b"salt", "key"), hash(b"sand", "key"));
    }
}
