//! The positions that a game has had before the one that is searched.
//!
//! One of them that comes again in the tree is a repetition, whose value does not depend on what follows; if that
//! ends the game, it is a draw. Only these count, not those of the line that leads there, so that no value depends
//! on the way to a position.

use super::position::OCCURRENCES;

/// Words of the filter: 4 KiB, which stay in the fastest cache.
const WORDS: usize = 512;
/// Bits of a key that choose one of its bits.
const FILTER_BITS: u32 = (WORDS * 64).ilog2();

/// Room to find one position among many without looking at all.
#[derive(Default)]
pub struct Filter {
    words: Vec<u64>,
}

impl Filter {
    /// Takes its memory.
    pub fn new() -> Self {
        Self { words: vec![0; WORDS] }
    }
}

/// The earlier positions as a search sees them.
pub struct RepetitionHistory<'a> {
    /// Their keys.
    keys: &'a [u64],
    filter: &'a [u64; WORDS],
    /// The worth of a repetition to the player to move at the root.
    worth: i32,
    /// Mixed into the keys of the table at even and at odd plies.
    salts: [u64; 2],
}

impl<'a> RepetitionHistory<'a> {
    /// The positions with these keys, as a search of the position with the key `root` sees them; to its player a
    /// repetition is worth `worth`.
    #[inline(never)]
    pub fn new(filter: &'a mut Filter, keys: &'a [u64], worth: i32, root: u64) -> Self {
        filter.words.resize(WORDS, 0);
        let filter: &mut [u64; WORDS] = filter.words.as_mut_slice().try_into().expect("as many words");
        filter.fill(0);
        for key in keys {
            let (word, bit) = place(*key);
            filter[word] |= bit;
        }
        let mixed = keys.iter().fold(mix(root), |sum, key| sum.wrapping_add(mix(*key)));
        let salt = mix(mixed);
        Self { keys, filter, worth, salts: [salt, salt.rotate_left(32)] }
    }

    /// The value of a position to the player to move if it is one of them, `ply` plies from the root.
    #[inline]
    pub fn value(&self, key: u64, ply: u8) -> Option<i32> {
        let (word, bit) = place(key);
        if self.filter[word] & bit == 0 {
            return None;
        }
        repetition_value(self.keys, key, self.worth, ply)
    }

    /// The key of a position for the table, `ply` plies from the root, or the position's value if it is one of
    /// them. What the table knows of a position holds for this past only, and for one of the players.
    #[inline]
    pub fn key_or_value(&self, key: u64, ply: u8) -> Result<u64, i32> {
        self.value(key, ply).map_or(Ok(key ^ self.salts[usize::from(ply % 2)]), Err)
    }
}

/// The value to the player to move, `ply` plies from the root, of a position with this key if it is among these: 0
/// if the game ends there, otherwise what is worth `worth` to the player at the root.
pub fn repetition_value(keys: &[u64], key: u64, worth: i32, ply: u8) -> Option<i32> {
    match keys.iter().filter(|seen| **seen == key).count() {
        0 => None,
        seen if seen + 1 >= OCCURRENCES => Some(0),
        _ => Some(if ply.is_multiple_of(2) { worth } else { -worth }),
    }
}

/// The word and the bit of the filter for a key.
const fn place(key: u64) -> (usize, u64) {
    let place = key >> (u64::BITS - FILTER_BITS);
    #[allow(clippy::cast_possible_truncation)]
    let word = (place / 64) as usize;
    (word, 1 << (place % 64))
}

const fn mix(key: u64) -> u64 {
    let mixed = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 29
}
