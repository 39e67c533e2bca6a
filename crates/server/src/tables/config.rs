//! The settings of tables: their database, the time for bots, limits.

use crate::retention::Keep;
use crate::web::Share;
use std::path::PathBuf;
use std::time::Duration;

/// Everything that tables are told before they start, beside what every server is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The database; in memory, and gone afterwards, if absent.
    pub db: Option<PathBuf>,
    /// The longest time that a bot thinks about a choice.
    pub think: Duration,
    /// Threads on which bots think.
    pub thinkers: usize,
    /// The retention of tables: the time for which they stay, and their disk space.
    pub keep: Keep,
    /// Limits on what clients can ask of the tables.
    pub limits: Limits,
}

impl Default for Config {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (keep, limits) = (Keep::default(), Limits::default());
        Self { db: None, think: Duration::from_millis(200), thinkers: cores.min(2), keep, limits }
    }
}

/// Every bound on what clients can make the tables hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Tables that run; more are answered with 503.
    pub tables: usize,
    /// Tables that an address can make at once, and in an hour; more: 429.
    pub made: u32,
    /// Tables of an address that run; more: 429.
    pub running: usize,
    /// Names that an address can protect at once, and in a day; more: 429.
    pub names: u32,
    /// Addresses that are remembered.
    pub addresses: usize,
    /// Streams of events of those who only watch, tables and the lobby together; more: 503.
    pub watchers: usize,
    /// Streams of one address among them; more: 429.
    pub watching: usize,
    /// A table without a choice for this long is closed.
    pub untouched: Duration,
    /// A table that all people have left before any of them made a choice is closed after this time.
    pub abandoned: Duration,
}

impl Limits {
    /// The same where one address may stand for as many players as `share` says.
    #[must_use]
    pub fn shared_by(self, share: Share) -> Self {
        Self { made: share.tables(), running: share.seats(), names: share.names(), watching: share.streams(), ..self }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            tables: 200,
            made: Share::default().tables(),
            running: Share::default().seats(),
            names: Share::default().names(),
            addresses: 4096,
            watchers: 400,
            watching: Share::default().streams(),
            untouched: Duration::from_hours(60 * 24),
            abandoned: Duration::from_mins(15),
        }
    }
}
