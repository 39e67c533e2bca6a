//! What proves a seat, and what invites to one.
//!
//! They are derived from a secret of the database and from a claim that the client makes up. So
//! an answer that was lost can be given again, though only hashes are kept.

use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::ops::RangeInclusive;

/// Bytes of the database's secret.
pub const SECRET: usize = 32;
/// Characters of a claim.
const CLAIM: RangeInclusive<usize> = 16..=64;
/// Bytes of a token, two characters each.
const BYTES: usize = 16;

/// What is kept of a token, an invitation or a claim.
pub type Hash = [u8; 32];

/// What is kept of a text that nobody else knows.
pub fn hash(text: &str) -> Hash {
    Sha256::digest(text.as_bytes()).into()
}

/// A token: nobody finds it who does not know the secret and all the parts.
pub fn derived(secret: &[u8; SECRET], parts: &[&str]) -> String {
    let mut digest = Sha256::new().chain_update(secret);
    for part in parts {
        // With their lengths, so that no two lists of parts are the same bytes.
        digest = digest.chain_update((part.len() as u64).to_le_bytes()).chain_update(part.as_bytes());
    }
    digest.finalize().iter().take(BYTES).fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("texts can be written to");
        text
    })
}

/// Checks what a client made up.
///
/// # Errors
/// What claims are.
pub fn claim(text: &str) -> Result<&str, String> {
    if CLAIM.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic()) {
        Ok(text)
    } else {
        Err(format!("claim is a text of {} to {} random letters and digits", CLAIM.start(), CLAIM.end()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_depend_on_everything() {
        let secret = [7; SECRET];
        let token = derived(&secret, &["id", "0", "claim"]);
        assert!(token.len() >= 22 && token == derived(&secret, &["id", "0", "claim"]));
        for other in [&["id", "1", "claim"][..], &["id0", "", "claim"], &["id", "0claim"], &["id", "0", "claim", ""]] {
            assert_ne!(token, derived(&secret, other));
        }
        assert_ne!(token, derived(&[8; SECRET], &["id", "0", "claim"]));
    }

    #[test]
    fn claims_are_long_enough() {
        assert!(claim("0123456789abcdef").is_ok() && claim(&"x".repeat(64)).is_ok());
        for bad in ["", "0123456789abcde", "0123456789abcde\n", &"x".repeat(65), "0123456789 abcdef"] {
            assert!(claim(bad).is_err(), "{bad:?}");
        }
    }
}
