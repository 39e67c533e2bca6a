//! How far a solution for three players is: a bar on a terminal, nothing elsewhere.

use crate::bar::{self, Bar};
use std::time::{Duration, Instant};

/// Columns of what is said beside the bar.
const WORDS: u16 = 50;

/// The progress of one piece of work, on stderr.
pub struct Progress {
    bar: Option<Bar>,
    begun: Instant,
    /// What was done before.
    old: u64,
    all: u64,
}

impl Progress {
    /// Work of which some is done.
    pub fn new(what: &'static str, (done, all): (u64, u64)) -> Self {
        let bar = bar::on_terminal("states", WORDS).inspect(|bar| {
            bar.begin(all, what);
            bar.tell(done, all, "");
        });
        Self { bar, begun: Instant::now(), old: done, all }
    }

    /// Now so much is done.
    pub fn tell(&self, done: u64) {
        let Some(bar) = &self.bar else { return };
        #[allow(clippy::cast_precision_loss)]
        let share = (self.all - done) as f64 / done.saturating_sub(self.old).max(1) as f64;
        let left = Duration::try_from_secs_f64(self.begun.elapsed().as_secs_f64() * share);
        let left = left.unwrap_or(Duration::MAX).as_secs().saturating_add(1);
        bar.tell(done, self.all, &format!(", {left} s left"));
    }

    /// There is no more to do, or the work is interrupted.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.end();
        }
    }
}
