//! Keys, tokens, ids and claims: what proves who a client is, and what the databases keep of it.
//!
//! Texts that are stored or handed out once are random ([`random`]). Tokens of tables are derived from a
//! secret of the database and a claim that the client makes up ([`derived`]), so that an answer that was
//! lost can be given again although only hashes are kept. Texts are compared by [`same`], in constant time; where only
//! the hash is kept, hashes are (`Table::seat` of `tables`, seats of the arena).

use boardbots_base::invalid::InputError;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::ops::RangeInclusive;
use subtle::ConstantTimeEq;

/// The characters of random texts, 36 of them.
const ALPHABET: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
/// Random bytes from here on would favour the first characters.
const UNBIASED: u8 = 252;
/// Characters of a key or token: 36 to the power of 25 is more than 2 to the power of 128.
const PROOF: usize = 25;
/// Characters of a public id.
const ID: usize = 8;
/// Characters of a claim.
const CLAIM: RangeInclusive<usize> = 16..=64;
/// Bytes of a derived token, two characters each.
const DERIVED: usize = 16;

/// The hash that is kept of a key, a token, an invitation or a claim.
pub type Hash = [u8; 32];

/// Fills `bytes` from the system's random source.
///
/// The source is tried when a server starts; systems that have one do not lose it.
pub fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the random source answered when the server started");
}

/// A random number.
#[must_use]
pub fn seed() -> u64 {
    let mut bytes = [0; 8];
    fill(&mut bytes);
    u64::from_ne_bytes(bytes)
}

/// A random text of `length` digits and small letters, each equally likely.
#[must_use]
pub fn random(length: usize) -> String {
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

/// A key or token with 128 bits of chance. The original server's tokens had four characters, which can be
/// guessed in a minute.
#[must_use]
pub fn token() -> String {
    random(PROOF)
}

/// The public id of a user or a game.
#[must_use]
pub fn id() -> String {
    random(ID)
}

/// True if a text is the one that was given out. The time this takes does not depend on where the first difference is.
#[must_use]
pub fn same(given: &str, secret: &str) -> bool {
    given.as_bytes().ct_eq(secret.as_bytes()).into()
}

/// The hash that is kept of a secret text; the salt is empty if the text itself has 128 bits of chance.
#[must_use]
pub fn hash(salt: &[u8], text: &str) -> Hash {
    Sha256::new().chain_update(salt).chain_update(text.as_bytes()).finalize().into()
}

/// A token that cannot be computed without the secret and all parts.
#[must_use]
pub fn derived(secret: &[u8], parts: &[&str]) -> String {
    let mut digest = Sha256::new().chain_update(secret);
    for part in parts {
        // With their lengths, so that no two lists of parts are the same bytes.
        digest = digest.chain_update((part.len() as u64).to_le_bytes()).chain_update(part.as_bytes());
    }
    digest.finalize().iter().take(DERIVED).fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("texts can be written to");
        text
    })
}

/// Checks a claim.
///
/// # Errors
/// A text that is no claim, with the length and letters of claims.
pub fn claim(text: &str) -> Result<&str, InputError> {
    if CLAIM.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic()) {
        Ok(text)
    } else {
        Err(format!("claim is a text of {} to {} random letters and digits", CLAIM.start(), CLAIM.end()).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_use_the_whole_alphabet_evenly() {
        let text = random(36_000);
        assert_eq!(text.len(), 36_000);
        for &byte in ALPHABET {
            let count = text.bytes().filter(|&b| b == byte).count();
            assert!((800..1200).contains(&count), "{} occurs {count} times", char::from(byte));
        }
    }

    #[test]
    fn tokens_have_128_bits_and_are_compared_whole() {
        assert!(f64::from(u32::try_from(PROOF).unwrap()) * 36_f64.log2() >= 128.0);
        let secret = token();
        assert!(same(&secret, &secret) && !same("", &secret) && !same(&secret[1..], &secret));
        assert!((0..PROOF).all(|at| !same(&format!("{}-{}", &secret[..at], &secret[at + 1..]), &secret)));
    }

    #[test]
    fn hashes_depend_on_salt_and_key() {
        assert_eq!(hash(b"salt", "key"), hash(b"salt", "key"));
        assert_ne!(hash(b"salt", "key"), hash(b"salt", "kez"));
        assert_ne!(hash(b"salt", "key"), hash(b"sand", "key"));
    }

    #[test]
    fn derived_tokens_depend_on_everything() {
        let secret = [7; 32];
        let token = derived(&secret, &["id", "0", "claim"]);
        assert!(token.len() >= 22 && token == derived(&secret, &["id", "0", "claim"]));
        for other in [&["id", "1", "claim"][..], &["id0", "", "claim"], &["id", "0claim"], &["id", "0", "claim", ""]] {
            assert_ne!(token, derived(&secret, other));
        }
        assert_ne!(token, derived(&[8; 32], &["id", "0", "claim"]));
    }

    #[test]
    fn claims_are_long_enough() {
        assert!(claim("0123456789abcdef").is_ok() && claim(&"x".repeat(64)).is_ok());
        for bad in ["", "0123456789abcde", "0123456789abcde\n", &"x".repeat(65), "0123456789 abcdef"] {
            assert!(claim(bad).is_err(), "{bad:?}");
        }
    }
}
