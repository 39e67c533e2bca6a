//! What tables can be told: where they are kept, how long bots think, limits.

use crate::web::{self, Share};
use boardbots_base::pulse::Pulse;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// Everything that a server of tables is told before it starts.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 takes a free one.
    pub listen: SocketAddr,
    /// What tables need wherever they are served.
    pub keeping: Keeping,
    /// The bounds of HTTP.
    pub http: web::Limits,
    /// Gets signs of life from the loop that serves.
    pub pulse: Pulse,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 9000),
            keeping: Keeping::default(),
            http: web::Limits::default(),
            pulse: Pulse::default(),
        }
    }
}

/// What tables need wherever they are served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// The database; in memory, and gone afterwards, if absent.
    pub db: Option<PathBuf>,
    /// How long a bot thinks about a choice at most.
    pub think: Duration,
    /// Threads on which bots think.
    pub thinkers: usize,
    /// How much anybody can ask of the tables.
    pub limits: Limits,
}

impl Default for Keeping {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { db: None, think: Duration::from_millis(200), thinkers: cores.min(2), limits: Limits::default() }
    }
}

impl Keeping {
    /// The same where one address may stand for so many players.
    #[must_use]
    pub fn shared_by(mut self, share: Share) -> Self {
        (self.limits.made, self.limits.running) = (share.tables(), share.seats());
        self
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
    /// Addresses that are remembered.
    pub addresses: usize,
    /// Streams of events of those who only watch a table; more: 503.
    pub watchers: usize,
    /// Streams of events of the lobby; more: 503.
    pub visitors: usize,
    /// After so long a time without a choice a table is closed.
    pub untouched: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            tables: 200,
            made: Share::default().tables(),
            running: Share::default().seats(),
            addresses: 4096,
            watchers: 100,
            visitors: 300,
            untouched: Duration::from_hours(60 * 24),
        }
    }
}
