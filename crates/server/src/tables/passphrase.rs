//! Passphrases of protected names, the keys that follow from them, and what is kept of both.
//!
//! scrypt makes the key of a passphrase and a random salt: every browser gets the same one, and with the next
//! passphrase, which has another salt, none is worth anything any more. Only the hash of the key is kept: a copy
//! of the database proves nothing, and each guess at a passphrase costs a whole run.

use crate::tokens::{self, Hash, derived, hash};
use boardbots_base::invalid::Invalid;
use boardbots_base::names::composed;
use scrypt::{Params, scrypt};
use std::ops::RangeInclusive;
use subtle::ConstantTimeEq;

/// Characters of a passphrase.
const LENGTH: RangeInclusive<usize> = 8..=128;
/// What a run costs: 2^13 blocks of 1 KiB, so 8 MiB, filled and read twice. That is a tenth to a fifth of a
/// second on a desktop, about one on a Raspberry Pi 2, and fits beside everything else in 512 MiB.
const COST: (u8, u32, u32) = (13, 8, 2);

/// What makes the keys of equal passphrases different.
pub type Salt = [u8; 16];

/// How the keys of this version are made, as the database notes it: another cost gets another number.
pub const SCHEME: i64 = 1;

/// A passphrase. It is not `Debug`: no log has it.
#[derive(Clone)]
pub struct Passphrase(String);

impl Passphrase {
    /// A passphrase as it was typed; however its letters were put together, it is one text.
    ///
    /// # Errors
    /// How long passphrases are.
    pub fn read(text: &str) -> Result<Self, Invalid> {
        let composed = composed(text);
        if LENGTH.contains(&composed.chars().count()) {
            return Ok(Self(composed));
        }
        Err(format!("a passphrase has {} to {} characters", LENGTH.start(), LENGTH.end()).into())
    }

    /// The key that it makes with a salt: 32 characters. This takes long.
    pub fn key(&self, salt: &Salt) -> String {
        let params = Params::new(COST.0, COST.1, COST.2).expect("2^13 blocks are few enough");
        let mut bytes = [0; 32];
        scrypt(self.0.as_bytes(), salt, &params, &mut bytes).expect("32 bytes are a length that it makes");
        derived(&bytes, &["key of a name"])
    }
}

/// A new salt.
pub fn salt() -> Salt {
    let mut salt = Salt::default();
    tokens::fill(&mut salt);
    salt
}

/// What is kept of a key.
pub fn proof(key: &str) -> Hash {
    hash(&[], key)
}

/// Whether a key is the one of which this was kept. The time this takes does not depend on where they differ.
pub fn proves(key: &str, kept: &Hash) -> bool {
    proof(key).ct_eq(kept).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_follows_from_the_passphrase_and_the_salt() {
        let phrase = |text: &str| Passphrase::read(text).expect("long enough");
        let (salt, other) = (salt(), salt());
        let key = phrase("núria plays").key(&salt);
        // From another keyboard.
        assert_eq!(phrase("nu\u{301}ria plays").key(&salt), key);
        assert!(key.len() == 32 && proves(&key, &proof(&key)));
        for wrong in [phrase("nuria plays").key(&salt), phrase("núria plays").key(&other), String::new()] {
            assert!(!proves(&wrong, &proof(&key)));
        }
    }

    #[test]
    fn keys_that_were_given_out_stay() {
        let key = Passphrase::read("correct horse").expect("long enough").key(&[7; 16]);
        assert_eq!(
            (key.as_str(), SCHEME),
            ("b4df852554b430161995822f288e4399", 1),
            "keep it, or give the scheme another number and both their keys"
        );
    }

    #[test]
    fn passphrases_are_neither_short_nor_long() {
        for (text, good) in [
            ("", false),
            ("1234567", false),
            ("u\u{308}\u{308}234567", true),
            ("u\u{308}234567", false),
            ("ключ дня", true),
            (" 234567 ", true),
            (&"é".repeat(128), true),
            (&"e\u{301}".repeat(128), true),
            (&"x".repeat(129), false),
            (&"x".repeat(16_000), false),
        ] {
            assert_eq!(Passphrase::read(text).is_ok(), good, "{text:?}");
        }
    }
}
