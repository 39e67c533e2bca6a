//! The positions that the threads of a search may look at, and those that they have looked at.

use super::limits::SearchLimits;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// Positions that a thread is granted at a time, between two looks at the clock: some tenths of a millisecond.
const GRANT: u64 = 1024;

/// The limits of a search, as its threads share them; on cache lines of its own, for the calling thread's stack is
/// around it.
#[repr(align(128))]
pub struct Allowance<'a> {
    stop: &'a (dyn Fn() -> bool + Sync),
    deadline: Option<Instant>,
    /// The most positions of the search.
    most: u64,
    /// Those of this iteration that no thread has been granted.
    left: AtomicU64,
    /// True in the first iteration, which nothing interrupts.
    is_first: bool,
    /// Set for good once the search has to stop: `stop` may say so only once, and an iteration that has just been
    /// finished would not notice.
    stopped: AtomicBool,
    /// Set once the iteration is over, be it finished or stopped.
    over: AtomicBool,
}

impl<'a> Allowance<'a> {
    /// That of a search that begins now.
    pub fn new(limits: SearchLimits<'a>) -> Self {
        Self {
            stop: limits.stop,
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            most: limits.nodes,
            left: AtomicU64::new(0),
            is_first: true,
            stopped: AtomicBool::new(false),
            over: AtomicBool::new(false),
        }
    }

    /// Begins an iteration after so many positions.
    pub fn begin(&mut self, is_first: bool, nodes: u64) {
        let left = if is_first { u64::MAX } else { self.most.saturating_sub(nodes) };
        (self.is_first, *self.left.get_mut(), *self.over.get_mut()) = (is_first, left, false);
    }

    /// True if the search has to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// True if the iteration is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// Ends the iteration: a thread has finished it.
    pub fn finish(&self) {
        self.over.store(true, Relaxed);
    }

    /// The next positions for a thread; 0 if the iteration is over.
    fn grant(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        let is_due = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let granted = if !self.is_first && ((self.stop)() || is_due()) {
            0
        } else {
            let rest = |left: u64| Some(left - left.min(GRANT));
            self.left.fetch_update(Relaxed, Relaxed, rest).map_or(0, |left| left.min(GRANT))
        };
        if granted == 0 {
            self.stopped.store(true, Relaxed);
            self.finish();
        }
        granted
    }
}

/// The count of the positions that one thread looks at.
pub struct Meter {
    /// Those granted so far.
    granted: u64,
    /// Those of them that are left; below zero for a moment when they are used up.
    left: i64,
    /// True if the iteration is over, so that what the thread finds is not valid any more.
    pub halted: bool,
}

impl Meter {
    /// Nothing counted.
    pub const fn new() -> Self {
        Self { granted: 0, left: 0, halted: false }
    }

    /// Begins an iteration: what was granted in the last one does not count any more.
    pub fn begin(&mut self) {
        *self = Self { granted: self.nodes(), ..Self::new() };
    }

    /// The positions counted.
    #[inline]
    pub const fn nodes(&self) -> u64 {
        self.granted - self.left.cast_unsigned()
    }

    /// Counts a position; false if the iteration is over, and the position not to be looked at.
    #[inline]
    pub fn count(&mut self, allowance: &Allowance<'_>) -> bool {
        self.left -= 1;
        self.left >= 0 || self.goes_on(allowance)
    }

    #[cold]
    #[inline(never)]
    fn goes_on(&mut self, allowance: &Allowance<'_>) -> bool {
        self.left = 0;
        let more = if self.halted { 0 } else { allowance.grant() };
        self.halted = more == 0;
        if !self.halted {
            self.granted += more;
            self.left = more.cast_signed() - 1;
        }
        !self.halted
    }

    /// True if the iteration is over for this thread or for another one.
    #[inline]
    pub fn is_over(&mut self, allowance: &Allowance<'_>) -> bool {
        self.halted |= allowance.is_over();
        self.halted
    }
}
