//! The moves that the threads of a search are searching, so that they avoid each other.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The most marks at a time. There are few, and a lost one costs only some duplicate work.
const SLOTS: usize = 256;

/// A place for a mark, on a cache line of its own: threads that set different marks do not wait for each other.
#[derive(Default)]
#[repr(align(64))]
struct Slot(AtomicU64);

/// Marks of the moves that are being searched.
pub struct InFlight {
    slots: Vec<Slot>,
}

impl Default for InFlight {
    fn default() -> Self {
        Self { slots: (0..SLOTS).map(|_| Slot::default()).collect() }
    }
}

impl InFlight {
    /// Sets a mark, which must not be 0; `false` if it is set already.
    #[inline]
    pub fn enter(&self, mark: u64) -> bool {
        let slot = self.slot(mark);
        if slot.load(Relaxed) == mark {
            return false;
        }
        slot.store(mark, Relaxed);
        true
    }

    /// Clears a mark.
    #[inline]
    pub fn leave(&self, mark: u64) {
        self.slot(mark).store(0, Relaxed);
    }

    fn slot(&self, mark: u64) -> &AtomicU64 {
        #[allow(clippy::cast_possible_truncation)]
        let index = (mark >> 48) as usize % SLOTS;
        &self.slots[index].0
    }
}
