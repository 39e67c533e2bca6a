//! Passphrases of protected names, the keys that follow from them, and what is kept of both.
//!
//! scrypt makes the key of a passphrase and a random salt: every browser gets the same one, and with the next
//! passphrase, which has another salt, none is worth anything any more. Only the hash of the key is kept: a copy
//! of the database proves nothing, and each guess at a passphrase costs a whole run. A later version that makes a run
//! dearer gives the name another salt, from which its key follows by a mask: browsers go on with the key that they have.

use crate::tokens::{self, Hash, derived, hash};
use boardbots_base::invalid::InputError;
use boardbots_base::names::composed;
use scrypt::{Params, scrypt};
use std::ops::RangeInclusive;
use subtle::ConstantTimeEq;

/// Characters of a passphrase.
const LENGTH: RangeInclusive<usize> = 8..=128;
/// The cost of a run by scheme, from 1: 2^13 blocks of 1 KiB, so 8 MiB, filled and read 2 or 10 times. OWASP names the
/// latter for this memory: a third of a second on a desktop, about five on a Raspberry Pi 2.
const COSTS: [(u8, u32, u32); 2] = [(13, 8, 2), (13, 8, 10)];

/// The parameters that derive a key from a passphrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The place of its cost in [`COSTS`], from 1.
    scheme: i64,
    /// The salt, which makes the keys of equal passphrases different.
    salt: [u8; 16],
    /// The exclusive or of the key and scrypt's output; not 0 for a key that was kept under a new scheme.
    mask: u128,
}

impl Recipe {
    /// The number of the scheme of this version, as the database notes it.
    pub const NEWEST: i64 = 2;

    /// One for a new key.
    pub fn new() -> Self {
        let mut salt = [0; 16];
        tokens::fill(&mut salt);
        Self { scheme: Self::NEWEST, salt, mask: 0 }
    }

    /// One of the database; the mask, if there is one, is behind the salt.
    pub fn of_row(scheme: i64, kept: &[u8]) -> Option<Self> {
        let (salt, mask) = kept.split_first_chunk()?;
        let mask = if mask.is_empty() { 0 } else { u128::from_le_bytes(mask.try_into().ok()?) };
        (1..=Self::NEWEST).contains(&scheme).then_some(Self { scheme, salt: *salt, mask })
    }

    /// The row of the database: the scheme, and the salt with the mask.
    pub fn row(&self) -> (i64, Vec<u8>) {
        (self.scheme, [self.salt, self.mask.to_le_bytes()].concat())
    }

    /// True if an earlier version made it, with less work.
    pub fn is_old(&self) -> bool {
        self.scheme < Self::NEWEST
    }

    /// Masked so that it makes this key instead of the one that it makes; both are what [`Passphrase::key`] gives.
    pub fn masked(mut self, made: &str, key: &str) -> Self {
        self.mask ^= bits(made) ^ bits(key);
        self
    }
}

fn bits(key: &str) -> u128 {
    u128::from_str_radix(key, 16).expect("keys are 32 digits to the base 16")
}

/// A passphrase. It is not `Debug`: no log has it.
#[derive(Clone)]
pub struct Passphrase(String);

impl Passphrase {
    /// A passphrase as it was typed; however its letters were put together, it is one text.
    ///
    /// # Errors
    /// A passphrase that is too short or too long, with the possible lengths.
    pub fn read(text: &str) -> Result<Self, InputError> {
        let composed = composed(text);
        if LENGTH.contains(&composed.chars().count()) {
            return Ok(Self(composed));
        }
        Err(format!("a passphrase has {} to {} characters", LENGTH.start(), LENGTH.end()).into())
    }

    /// The key that it makes: 32 characters. This takes long.
    pub fn key(&self, recipe: &Recipe) -> String {
        let (blocks, size, runs) = COSTS[usize::try_from(recipe.scheme - 1).expect("schemes begin with 1")];
        let params = Params::new(blocks, size, runs).expect("2^13 blocks are few enough");
        let mut bytes = [0; 32];
        scrypt(self.0.as_bytes(), &recipe.salt, &params, &mut bytes).expect("32 bytes are a length that it makes");
        format!("{:032x}", bits(&derived(&bytes, &["key of a name"])) ^ recipe.mask)
    }
}

/// The hash that is kept of a key.
pub fn proof(key: &str) -> Hash {
    hash(&[], key)
}

/// True if a key is the one of which this hash was kept. The time this takes does not depend on where they differ.
pub fn proves(key: &str, kept: &Hash) -> bool {
    proof(key).ct_eq(kept).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_follows_from_the_passphrase_and_the_salt() {
        let phrase = |text: &str| Passphrase::read(text).expect("long enough");
        let (recipe, other) = (Recipe::new(), Recipe::new());
        let key = phrase("núria plays").key(&recipe);
        // From another keyboard.
        assert_eq!(phrase("nu\u{301}ria plays").key(&recipe), key);
        assert!(key.len() == 32 && proves(&key, &proof(&key)));
        for wrong in [phrase("nuria plays").key(&recipe), phrase("núria plays").key(&other), String::new()] {
            assert!(!proves(&wrong, &proof(&key)));
        }
    }

    #[test]
    fn keys_that_were_given_out_stay() {
        let phrase = Passphrase::read("correct horse").expect("long enough");
        let recipe = |scheme| Recipe::of_row(scheme, &[7; 16]).expect("known");
        let keys = ["b4df852554b430161995822f288e4399", "ba900a8ccab242dca9d8f1d807806149"];
        for (scheme, key) in (1..=Recipe::NEWEST).zip(keys) {
            assert_eq!(phrase.key(&recipe(scheme)), key, "keep it, or give the scheme another number and a key here");
        }
        assert_eq!(Recipe::NEWEST, 2, "{COSTS:?} have a key each above");
        // A key of before follows from a salt of now, whose number, salt and mask are kept.
        let next = recipe(2).masked(keys[1], keys[0]);
        let (scheme, kept) = next.row();
        assert_eq!((phrase.key(&next).as_str(), scheme, kept.len()), (keys[0], 2, 32));
        assert_eq!(Recipe::of_row(scheme, &kept), Some(next));
        let wrong = Passphrase::read("correct house").expect("long enough").key(&recipe(2));
        assert!(![keys[0], keys[1]].contains(&&*wrong));
        for (scheme, length) in [(0, 16), (3, 16), (1, 15), (2, 17), (2, 33), (2, 0)] {
            assert_eq!(Recipe::of_row(scheme, &vec![0; length]), None, "{scheme} {length}");
        }
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
