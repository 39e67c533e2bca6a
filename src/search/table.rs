//! A transposition table of fixed size that any number of threads share without locks.
//!
//! An entry is two words: what is known, and the position's key mixed with it by exclusive
//! or (Hyatt and Mann, "A lockless transposition table implementation for parallel search",
//! 2002). Two words of different writers do not fit together and read as "nothing known".

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How a stored value bounds the true one.
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

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value, or its bound.
    pub value: i32,
    /// How deep the search below the position was, exactly.
    pub depth: u8,
    /// What the value says.
    pub bound: Bound,
    /// Number of the best move.
    pub best: u8,
}

impl Entry {
    fn pack(self) -> u64 {
        let value = u64::from(self.value.cast_unsigned());
        value << 32 | u64::from(self.best) << 16 | u64::from(self.depth) << 8 | self.bound as u64
    }

    fn unpack(word: u64) -> Option<Self> {
        let [bound, depth, best, _, v0, v1, v2, v3] = word.to_le_bytes();
        let bound = match bound {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        Some(Self { value: i32::from_le_bytes([v0, v1, v2, v3]), depth, bound, best })
    }
}

struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The table: a power of two of slots, newest entry wins.
pub struct Table {
    slots: Vec<Slot>,
}

impl Table {
    /// A table of at most `kib` KiB, and at least one slot.
    #[must_use]
    pub fn new(kib: usize) -> Self {
        let fit = (kib * 1024 / size_of::<Slot>()).max(1);
        let count = 1 << fit.ilog2();
        Self { slots: (0..count).map(|_| Slot { check: AtomicU64::new(0), data: AtomicU64::new(0) }).collect() }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in &self.slots {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
    }

    /// What is known of the position with this key.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let slot = self.slot(key);
        let data = slot.data.load(Relaxed);
        (slot.check.load(Relaxed) ^ data == key).then(|| Entry::unpack(data)).flatten()
    }

    /// Remembers what is known, in place of whatever stood there.
    pub fn put(&self, key: u64, entry: Entry) {
        let (slot, data) = (self.slot(key), entry.pack());
        slot.check.store(key ^ data, Relaxed);
        slot.data.store(data, Relaxed);
    }

    fn slot(&self, key: u64) -> &Slot {
        // The mask keeps what fits into an index; high bits stay in the check.
        #[allow(clippy::cast_possible_truncation)]
        let index = key as usize & (self.slots.len() - 1);
        &self.slots[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_until_overwritten() {
        let table = Table::new(1);
        let entry = Entry { value: -123_456, depth: 9, bound: Bound::Lower, best: 3 };
        assert_eq!(table.get(77), None);
        table.put(77, entry);
        assert_eq!(table.get(77), Some(entry));
        // Same slot, other position.
        let other = 77 + 64 * 1024;
        assert_eq!(table.get(other), None);
        table.put(other, Entry { value: i32::MAX, ..entry });
        assert_eq!(table.get(77), None);
        assert_eq!(table.get(other).map(|e| e.value), Some(i32::MAX));
        table.clear();
        assert_eq!(table.get(other), None);
    }

    #[test]
    fn sizes_are_kept() {
        assert_eq!(Table::new(0).slots.len(), 1);
        assert_eq!(Table::new(1024).slots.len() * size_of::<Slot>(), 1 << 20);
        assert_eq!(Table::new(1025).slots.len() * size_of::<Slot>(), 1 << 20);
    }
}
