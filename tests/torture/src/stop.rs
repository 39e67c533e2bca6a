//! When to end: a deadline, a word from the one who started the work, or Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often a sleeper looks whether it is over.
const LOOK: Duration = Duration::from_millis(20);

/// Says whether work is over. Clones say the same.
#[derive(Clone, Debug)]
pub struct Stop {
    interrupted: Arc<AtomicBool>,
    called: Arc<AtomicBool>,
    until: Option<Instant>,
}

impl Stop {
    /// Work that ends when this flag is set.
    pub fn new(interrupted: Arc<AtomicBool>) -> Self {
        Self { interrupted, called: Arc::default(), until: None }
    }

    /// A part of that work: it has an end of its own, and ends with the whole at the latest.
    pub fn part(&self, until: Option<Instant>) -> Self {
        Self { interrupted: Arc::clone(&self.interrupted), called: Arc::default(), until }
    }

    /// Ends this part.
    pub fn call(&self) {
        self.called.store(true, Ordering::Relaxed);
    }

    /// Whether the whole program is to end.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Whether this part is over.
    pub fn is_over(&self) -> bool {
        self.is_interrupted()
            || self.called.load(Ordering::Relaxed)
            || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Sleeps, but not beyond the end; returns whether work goes on.
    pub fn sleep(&self, time: Duration) -> bool {
        let end = Instant::now() + time;
        while !self.is_over() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return true;
            }
            sleep(left.min(LOOK));
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_end_by_themselves_and_with_the_whole() {
        let flag = Arc::new(AtomicBool::new(false));
        let whole = Stop::new(Arc::clone(&flag));
        let part = whole.part(None);
        part.clone().call();
        assert!(part.is_over() && !whole.is_over());
        assert!(whole.part(Some(Instant::now())).is_over());
        let other = whole.part(Some(Instant::now() + Duration::from_hours(1)));
        assert!(!other.is_over() && other.sleep(Duration::from_millis(1)));
        flag.store(true, Ordering::Relaxed);
        assert!(other.is_over() && whole.is_interrupted() && !other.sleep(Duration::from_hours(1)));
    }
}
