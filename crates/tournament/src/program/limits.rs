//! What a program may take.

use std::time::Duration;

/// What a program may take, apart from the time for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time until it is ready: after its start, and again before each new game.
    pub start: Duration,
    /// Time to end by itself after `quit`.
    pub grace: Duration,
    /// Lines that are no protocol, for each answer that is waited for.
    pub garbage: u32,
    /// Bytes on stdout and stderr together, for each answer that is waited for.
    pub flood: u64,
}

impl Default for Limits {
    /// 10 s, half a second, 1,000 lines, 16 MiB: a search of minutes that tells each iteration
    /// prints less than 1 MiB.
    fn default() -> Self {
        Self { start: Duration::from_secs(10), grace: Duration::from_millis(500), garbage: 1000, flood: 16 << 20 }
    }
}
