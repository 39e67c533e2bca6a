//! A transposition table of fixed size that any number of threads share without locks.
//!
//! An entry is two words: what is known, and the position's key mixed with it by exclusive
//! or (Hyatt and Mann, "A lockless transposition table implementation for parallel search",
//! 2002). Two words of different writers do not fit together and read as "nothing known".

use super::position::{MAX_EVALUATION, WIN};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// It is the true value.
    Exact = 1,
    /// The true value is this or more.
    Lower = 2,
    /// The true value is this or less.
    Upper = 3,
}

/// The knowledge about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value, or its bound.
    pub value: i32,
    /// The exact depth of the search below the position.
    pub depth: u8,
    /// The relation of the value to the true one.
    pub bound: Bound,
    /// The index of the best move, 0 to 65,535.
    pub best: u16,
}

impl Entry {
    fn pack(self, age: u8) -> u64 {
        let value = u64::from(self.value.cast_unsigned());
        let small = u64::from(self.depth) << 8 | u64::from(age) << 2 | self.bound as u64;
        value << 32 | u64::from(self.best) << 16 | small
    }

    fn unpack(word: u64) -> Option<Self> {
        let [age_and_bound, depth, b0, b1, v0, v1, v2, v3] = word.to_le_bytes();
        let bound = match age_and_bound & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        let best = u16::from_le_bytes([b0, b1]);
        Some(Self { value: i32::from_le_bytes([v0, v1, v2, v3]), depth, bound, best })
    }
}

/// Age and depth of a packed entry.
fn age_and_depth(word: u64) -> (u8, u8) {
    let [age_and_bound, depth, ..] = word.to_le_bytes();
    (age_and_bound >> 2, depth)
}

/// The number of distinct ages.
const AGES: u8 = 64;

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Two slots on one cache line: the deepest entry of this search stays in the first one, the
/// newest that is not as deep is in the second.
#[derive(Default)]
#[repr(align(32))]
struct Pair {
    deep: Slot,
    new: Slot,
}

/// The table: a power of two of pairs of slots.
///
/// ```
/// use boardbots_search::transposition_table::{Bound, Entry, TranspositionTable};
/// let table = TranspositionTable::new(64);
/// let entry = Entry { value: 30, depth: 4, bound: Bound::Lower, best: 2 };
/// table.put(0x5eed, entry);
/// assert_eq!(table.get(0x5eed, 4), Some(entry));
/// assert_eq!(table.get(0xbeef, 4), None);
/// ```
pub struct TranspositionTable {
    pairs: Vec<Pair>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// A table of at most `kib` KiB, and at least one pair of slots.
    #[must_use]
    pub fn new(kib: usize) -> Self {
        let fit = (kib * 1024 / size_of::<Pair>()).max(1);
        let count = 1 << fit.ilog2();
        Self { pairs: (0..count).map(|_| Pair::default()).collect(), age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.pairs.iter().flat_map(|pair| [&pair.deep, &pair.new]) {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// Begins another search, whose entries may replace all older ones.
    pub fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// The entry of the position with this key; if there are two, the one of this depth.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64, depth: u8) -> Option<Entry> {
        let pair = self.pair(key);
        match pair.deep.get(key) {
            Some(entry) if entry.depth == depth => Some(entry),
            other => pair.new.get(key).filter(|new| other.is_none() || new.depth == depth).or(other),
        }
    }

    /// Stores an entry in place of one that is of an earlier search, less deep, or stored before.
    #[inline]
    pub fn put(&self, key: u64, entry: Entry) {
        let (pair, age) = (self.pair(key), self.age.load(Relaxed));
        let (old, depth) = age_and_depth(pair.deep.data.load(Relaxed));
        let slot = if old != age || entry.depth >= depth { &pair.deep } else { &pair.new };
        slot.put(key, entry.pack(age));
    }

    #[inline]
    fn pair(&self, key: u64) -> &Pair {
        // The mask keeps what fits into an index; high bits stay in the check.
        #[allow(clippy::cast_possible_truncation)]
        let index = key as usize & (self.pairs.len() - 1);
        &self.pairs[index]
    }
}

impl Slot {
    #[inline]
    fn get(&self, key: u64) -> Option<Entry> {
        let data = self.data.load(Relaxed);
        (self.check.load(Relaxed) ^ data == key).then(|| Entry::unpack(data)).flatten()
    }

    #[inline]
    fn put(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

/// The kind of bound of a value that was found between `floor` and `beta`.
pub(crate) fn bound(value: i32, floor: i32, beta: i32) -> Bound {
    match value {
        value if value >= beta => Bound::Lower,
        value if value <= floor => Bound::Upper,
        _ => Bound::Exact,
    }
}

/// The value of an entry for a search of this depth with this bound, if it says enough.
///
/// An entry serves a search of exactly its depth, and a win or loss that was seen to the
/// end one of every depth that sees as far: then what is stored never changes a value.
#[inline]
pub(crate) fn cut(entry: Entry, depth: u8, ply: u8, beta: i32) -> Option<i32> {
    let within = |plies: i32| plies <= i32::from(depth);
    let sees = entry.depth == depth
        || entry.bound != Bound::Upper && entry.value > MAX_EVALUATION && within(WIN - entry.value)
        || entry.bound != Bound::Lower && entry.value < -MAX_EVALUATION && within(WIN + entry.value);
    let value = match entry.value {
        value if value > MAX_EVALUATION => value - i32::from(ply),
        value if value < -MAX_EVALUATION => value + i32::from(ply),
        value => value,
    };
    let enough = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value < beta,
    };
    (sees && enough).then_some(value)
}

/// Stores what a search of this depth found.
#[inline]
pub(crate) fn store(
    table: Option<&TranspositionTable>,
    key: u64,
    value: i32,
    depth: u8,
    ply: u8,
    bound: Bound,
    best: u16,
) {
    let Some(table) = table else { return };
    // From here, not from the root.
    let value = match value {
        value if value > MAX_EVALUATION => value + i32::from(ply),
        value if value < -MAX_EVALUATION => value - i32::from(ply),
        value => value,
    };
    table.put(key, Entry { value, depth, bound, best });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions of one pair.
    const KEYS: [u64; 3] = [77, 77 + (1 << 32), 77 + (2 << 32)];

    fn entry(depth: u8) -> Entry {
        Entry { value: -123_456 - i32::from(depth), depth, bound: Bound::Lower, best: 3 }
    }

    #[test]
    fn what_is_put_is_found_until_overwritten() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.get(KEYS[0], 5), None);
        table.put(KEYS[0], entry(9));
        assert_eq!(table.get(KEYS[0], 5), Some(entry(9)));
        assert_eq!(table.get(KEYS[1], 5), None);
        table.put(KEYS[0], Entry { value: i32::MAX, ..entry(9) });
        assert_eq!(table.get(KEYS[0], 5).map(|e| e.value), Some(i32::MAX));
        table.clear();
        assert_eq!(table.get(KEYS[0], 5), None);
    }

    #[test]
    fn the_deepest_of_a_search_stays_beside_the_newest() {
        let table = TranspositionTable::new(1);
        table.put(KEYS[0], entry(5));
        table.put(KEYS[1], entry(4));
        assert_eq!(KEYS.map(|key| table.get(key, 5)), [Some(entry(5)), Some(entry(4)), None]);
        table.put(KEYS[2], entry(3));
        assert_eq!(KEYS.map(|key| table.get(key, 5)), [Some(entry(5)), None, Some(entry(3))]);
        table.put(KEYS[1], entry(5));
        assert_eq!(KEYS.map(|key| table.get(key, 5)), [None, Some(entry(5)), Some(entry(3))]);
        table.grow_older();
        table.put(KEYS[0], entry(1));
        assert_eq!(KEYS.map(|key| table.get(key, 5)), [Some(entry(1)), None, Some(entry(3))]);
    }

    #[test]
    fn sizes_are_kept() {
        assert_eq!(TranspositionTable::new(0).pairs.len(), 1);
        assert_eq!(TranspositionTable::new(1024).pairs.len() * size_of::<Pair>(), 1 << 20);
        assert_eq!(TranspositionTable::new(1025).pairs.len() * size_of::<Pair>(), 1 << 20);
    }
}
