//! The time since something last worked, and the failures in it.

use super::backoff::Rate;
use super::event::SessionError;
use log::Level;
use std::time::{Duration, Instant};

/// An attempt that stood this long before it failed had reached the server: its failure
/// begins a new time of trouble instead of prolonging an old one.
const STOOD: Duration = Duration::from_mins(1);
/// Lines of the log: so many at once, and one in this time, however a server goes on and off.
const LINES: (u32, Duration) = (30, Duration::from_secs(20));
/// Characters of a problem in the log; some are told by servers.
const LONGEST: usize = 500;

/// Failures since something last worked.
#[derive(Debug)]
pub struct Trouble {
    server: String,
    give_up: Option<Duration>,
    since: Option<Instant>,
    failures: u32,
    lines: Rate,
}

impl Trouble {
    /// No failure yet; `give_up` is how long nothing may work, for ever if `None`.
    #[must_use]
    pub fn new(server: String, give_up: Option<Duration>) -> Self {
        Self { server, give_up, since: None, failures: 0, lines: Rate::new(LINES.0, LINES.1) }
    }

    /// The server answered something that makes sense.
    pub fn worked(&mut self) {
        if let Some(since) = self.since.take() {
            let (failures, seconds) = (self.failures, since.elapsed().as_secs_f32());
            if failures > 1 {
                self.tell(Level::Info, &format!("it works again, after {failures} failures in {seconds:.1} s"));
            }
        }
        self.failures = 0;
    }

    /// An attempt that began at `began` failed, and `pause` is to follow; the pause that is
    /// left until giving up, if that is less. The first failure and ever rarer ones after it
    /// are warnings, so that a long outage does not fill the log.
    ///
    /// # Errors
    /// [`SessionError::GaveUp`] if nothing worked for too long.
    pub fn failed(&mut self, began: Instant, problem: &str, pause: Duration) -> Result<Duration, SessionError> {
        if began.elapsed() > STOOD {
            self.since = None;
        }
        let since = *self.since.get_or_insert_with(Instant::now);
        self.failures = self.failures.saturating_add(1);
        let after = since.elapsed();
        let left = self.give_up.map(|most| most.saturating_sub(after));
        if left.is_some_and(|left| left.is_zero()) {
            return Err(SessionError::GaveUp { server: self.server.clone(), after, last: problem.into() });
        }
        let pause = left.map_or(pause, |left| pause.min(left));
        let level = if self.failures.is_power_of_two() { Level::Warn } else { Level::Debug };
        let problem: String = problem.chars().take(LONGEST).collect();
        self.tell(level, &format!("{problem}; next attempt in {} ms", pause.as_millis()));
        Ok(pause)
    }

    /// A line of the log; one for debugging if there were many.
    pub fn tell(&mut self, level: Level, line: &str) {
        let is_usual = level == Level::Debug || self.lines.one(Instant::now()).is_zero();
        log::log!(if is_usual { level } else { Level::Debug }, "{line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAUSE: Duration = Duration::from_millis(10);

    #[test]
    fn without_a_bound_nothing_is_given_up() {
        let mut trouble = Trouble::new("http://h".into(), None);
        for _ in 0..100 {
            assert_eq!(trouble.failed(Instant::now(), "x", PAUSE), Ok(PAUSE));
        }
    }

    #[test]
    fn giving_up_needs_failures_without_a_success_between() {
        let mut trouble = Trouble::new("http://h".into(), Some(Duration::from_millis(50)));
        for _ in 0..3 {
            assert!(trouble.failed(Instant::now(), "x", PAUSE).unwrap() <= PAUSE);
            std::thread::sleep(Duration::from_millis(60));
            trouble.worked();
        }
        // A pause never goes beyond the end.
        assert!(trouble.failed(Instant::now(), "x", Duration::from_hours(1)).unwrap() <= Duration::from_millis(50));
        std::thread::sleep(Duration::from_millis(60));
        let error = trouble.failed(Instant::now(), "y", PAUSE).unwrap_err();
        assert!(matches!(&error, SessionError::GaveUp { last, .. } if last == "y"), "{error}");
    }
}
