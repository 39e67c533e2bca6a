//! How long nothing has worked.

use super::error::SessionError;
use std::time::{Duration, Instant};

/// An attempt that stood so long before it failed had reached the server: its failure
/// begins a new time of trouble instead of prolonging an old one.
const STOOD: Duration = Duration::from_mins(1);

/// Failures since something last worked.
#[derive(Debug)]
pub struct Trouble {
    server: String,
    give_up: Option<Duration>,
    since: Option<Instant>,
    failures: u32,
}

impl Trouble {
    /// No failure yet; `give_up` is how long nothing may work, for ever if `None`.
    #[must_use]
    pub fn new(server: String, give_up: Option<Duration>) -> Self {
        Self { server, give_up, since: None, failures: 0 }
    }

    /// The server answered something that makes sense.
    pub fn worked(&mut self) {
        if let Some(since) = self.since.take() {
            let (failures, seconds) = (self.failures, since.elapsed().as_secs_f32());
            if failures > 1 {
                log::info!("it works again, after {failures} failures in {seconds:.1} s");
            }
        }
        self.failures = 0;
    }

    /// An attempt that began at `began` failed, and `pause` follows. The first failure and
    /// ever rarer ones after it are warnings, so that a long outage does not fill the log.
    ///
    /// # Errors
    /// [`SessionError::GaveUp`] if nothing worked for too long.
    pub fn failed(&mut self, began: Instant, problem: &str, pause: Duration) -> Result<(), SessionError> {
        if began.elapsed() > STOOD {
            self.since = None;
        }
        let since = *self.since.get_or_insert_with(Instant::now);
        self.failures = self.failures.saturating_add(1);
        let level = if self.failures.is_power_of_two() { log::Level::Warn } else { log::Level::Debug };
        log::log!(level, "{problem}; next attempt in {} ms", pause.as_millis());
        let after = since.elapsed();
        match self.give_up {
            Some(most) if after + pause > most => {
                Err(SessionError::GaveUp { server: self.server.clone(), after, last: problem.into() })
            }
            _ => Ok(()),
        }
    }
}
