//! How long a thread has waited for a core while it wanted one.

use std::time::{Duration, Instant};

/// Where Linux says it, thread by thread: nanoseconds on a core, nanoseconds waiting for
/// one, turns. Absent on other systems and on kernels without scheduler statistics.
const STATISTICS: &str = "/proc/thread-self/schedstat";

/// From when on waiting is measured, on one thread.
pub struct Waiting {
    began: Instant,
    before: Option<Duration>,
}

impl Waiting {
    /// From now on, for this thread.
    #[must_use]
    pub fn begin() -> Self {
        Self { began: Instant::now(), before: waited() }
    }

    /// How long since then the thread waited for a core, and how long that is ago; `None` if
    /// the system does not say. To be asked on the same thread.
    #[must_use]
    pub fn so_far(&self) -> Option<(Duration, Duration)> {
        Some((waited()?.saturating_sub(self.before?), self.began.elapsed()))
    }
}

fn waited() -> Option<Duration> {
    parse(&std::fs::read_to_string(STATISTICS).ok()?)
}

fn parse(statistics: &str) -> Option<Duration> {
    statistics.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_number_is_the_wait() {
        assert_eq!(parse("1032906959 141192 21\n"), Some(Duration::from_nanos(141_192)));
        for text in ["", "5", "5 x 1", "5 -3 1"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn nobody_waits_longer_than_he_is_there() {
        let waiting = Waiting::begin();
        std::thread::sleep(Duration::from_millis(5));
        assert!(waiting.so_far().is_none_or(|(waited, all)| waited <= all));
    }
}
