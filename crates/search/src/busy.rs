//! What the threads of a search are at, so that they can avoid each other.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Marks kept at a time; few are, and a lost one costs only some work done twice.
const SLOTS: usize = 1024;

/// Marks of moves that are being searched.
pub struct Busy {
    slots: Vec<AtomicU64>,
}

impl Default for Busy {
    fn default() -> Self {
        Self { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }
}

impl Busy {
    /// Leaves a mark, which may not be 0; `false` if somebody's is there already.
    #[inline]
    pub fn enter(&self, mark: u64) -> bool {
        let slot = self.slot(mark);
        if slot.load(Relaxed) == mark {
            return false;
        }
        slot.store(mark, Relaxed);
        true
    }

    /// Takes a mark away.
    #[inline]
    pub fn leave(&self, mark: u64) {
        self.slot(mark).store(0, Relaxed);
    }

    fn slot(&self, mark: u64) -> &AtomicU64 {
        #[allow(clippy::cast_possible_truncation)]
        let index = (mark >> 48) as usize % SLOTS;
        &self.slots[index]
    }
}
