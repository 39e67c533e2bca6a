//! Tables of bounds: one of a thread's own near the end of the game, and one that threads share.
//!
//! An entry is a word: the upper 48 bits of a key, and the bounds. Two neighbours are a pair, of which the first is the
//! newer. Keys are given with the age of the table, which changes their upper half: what was kept before fits none.

use super::solvable::ScoreRange;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// The bits of an entry that hold the bounds.
const BOUNDS: u32 = 16;
/// The size of a thread's own table, in entries: 256 KiB.
const NEAR: usize = 1 << 15;
/// The size of the shared table that a search begins with, in entries.
const LEAST: usize = 1 << 12;

/// The bounds of an entry, if it is this position's.
#[inline]
fn bounds(entry: u64, key: u64) -> Option<ScoreRange> {
    let [low, high, ..] = entry.to_le_bytes();
    ((entry ^ key) >> BOUNDS == 0).then_some(ScoreRange { low: low.cast_signed(), high: high.cast_signed() })
}

#[inline]
const fn entry(key: u64, range: ScoreRange) -> u64 {
    key >> BOUNDS << BOUNDS | (range.high.cast_unsigned() as u64) << 8 | range.low.cast_unsigned() as u64
}

/// The place of a pair, in a table of so many entries.
#[inline]
#[allow(clippy::cast_possible_truncation)]
const fn pair(key: u64, size: usize) -> usize {
    key as usize & (size - 2)
}

/// A table for positions near the end, which fits into a processor's cache.
pub(super) struct NearTable(Box<[u64]>);

impl NearTable {
    pub(super) fn new() -> Self {
        Self(vec![0; NEAR].into())
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<ScoreRange> {
        let at = pair(key, NEAR);
        self.0[at..at + 2].iter().find_map(|entry| bounds(*entry, key))
    }

    #[inline]
    pub(super) fn put(&mut self, key: u64, range: ScoreRange) {
        let at = pair(key, NEAR);
        if bounds(self.0[at], key).is_none() {
            self.0[at + 1] = self.0[at];
        }
        self.0[at] = entry(key, range);
    }
}

/// A table that threads share.
pub(super) struct FarTable {
    entries: Box<[AtomicU64]>,
    /// The binary logarithm of the number of entries in use, which grows with what is kept: a small proof stays in the
    /// processor's cache. Where it grows, half of the entries stay where they are looked for.
    bits: AtomicU32,
}

impl FarTable {
    /// A table of at most so many KiB, but for the least size.
    pub(super) fn new(kib: usize) -> Self {
        let size = (kib.saturating_mul(1024) / size_of::<u64>()).max(LEAST);
        let entries = (0..1 << size.ilog2()).map(|_| AtomicU64::new(0)).collect();
        Self { entries, bits: AtomicU32::new(LEAST.ilog2()) }
    }

    /// Begins with the least size again.
    pub(super) fn shrink(&self) {
        self.bits.store(LEAST.ilog2(), Relaxed);
    }

    /// Uses more of the table when so many positions were kept.
    pub(super) fn grow(&self, kept: u64) {
        let bits = self.bits.load(Relaxed);
        if kept > 1 << bits && 1 << bits < self.entries.len() {
            self.bits.store(bits + 1, Relaxed);
        }
    }

    #[inline]
    fn pair(&self, key: u64) -> &[AtomicU64] {
        let at = pair(key, 1 << self.bits.load(Relaxed));
        &self.entries[at..at + 2]
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<ScoreRange> {
        self.pair(key).iter().find_map(|entry| bounds(entry.load(Relaxed), key))
    }

    #[inline]
    pub(super) fn put(&self, key: u64, range: ScoreRange) {
        let [first, second] = self.pair(key) else { return };
        let before = first.load(Relaxed);
        if bounds(before, key).is_none() {
            second.store(before, Relaxed);
        }
        first.store(entry(key, range), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANGE: ScoreRange = ScoreRange { low: -7, high: 126 };

    #[test]
    fn bounds_are_found_until_two_others_come() {
        let (far, mut near) = (FarTable::new(0), NearTable::new());
        let keys = [1, 2, 3].map(|number| number << 60);
        for (count, key) in (1..).zip(keys) {
            far.put(key, RANGE);
            near.put(key, RANGE);
            for (place, key) in keys.iter().enumerate() {
                let due = (place < count && place + 2 >= count).then_some(RANGE);
                assert_eq!((far.get(*key), near.get(*key)), (due, due), "{place} of {count}");
            }
        }
    }

    #[test]
    fn half_of_the_entries_stay_where_the_table_grows() {
        let far = FarTable::new(1024);
        let keys = || (1..=1000).map(|number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15) << 2);
        keys().for_each(|key| far.put(key, RANGE));
        let all = keys().filter(|key| far.get(*key).is_some()).count();
        far.grow(1 << 20);
        let half = keys().filter(|key| far.get(*key).is_some()).count();
        assert!(all > 850 && (all / 3..all * 2 / 3).contains(&half), "{half} of {all}");
        (0..40).for_each(|_| far.grow(u64::MAX));
        assert!(far.pair(u64::MAX).len() == 2, "it stays within its memory");
    }
}
