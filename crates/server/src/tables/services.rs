//! The settings of tables, and the parts of the server that they use: the database, threads, the lobby, places for new
//! tables.

use super::refusal::{Answer, TableError};
use super::store::Store;
use super::workers::Workers;
use crate::cache::Cache;
use crate::retention::Keep;
use crate::shares::{Claim, FullError, Holdings, Owner, Rank};
use crate::web::rate_limits::Buckets;
use crate::web::{Counter, Metrics, Share};
use std::net::{IpAddr, Ipv6Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

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
    pub limits: TableLimits,
}

impl Default for Config {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (keep, limits) = (Keep::default(), TableLimits::default());
        Self { db: None, think: Duration::from_millis(200), thinkers: cores.min(2), keep, limits }
    }
}

/// Every bound on what clients can make the tables hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLimits {
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

impl TableLimits {
    /// The same where one address may stand for as many players as `share` says.
    #[must_use]
    pub fn shared_by(self, share: Share) -> Self {
        Self { made: share.tables(), running: share.seats(), names: share.names(), watching: share.streams(), ..self }
    }
}

impl Default for TableLimits {
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

/// Parts of the server that tables use.
pub struct Services {
    /// The database.
    pub store: Store,
    /// The threads on which bots think.
    pub thinkers: Workers,
    /// One thread for work of some milliseconds, so that connections do not wait.
    pub background: Workers,
    /// Streams of those who only look on, at tables and in the lobby.
    pub viewers: Arc<Holdings>,
    /// The lobby as an event.
    pub lobby: Cache,
    /// Choices that were made since the start.
    pub choices: Counter,
    /// Tables that have ended since the start.
    pub ended: Counter,
}

impl Services {
    /// Tells the numbers of tables, of which so many run.
    pub fn metrics(&self, metrics: &mut Metrics, running: usize) {
        let help = "Tables that run, with those that have not come back after a restart.";
        metrics.gauge("boardbots_tables_running", help).sample(&[], running);
        let help = "Tables that have ended since the start, abandoned ones included.";
        metrics.counter("boardbots_tables_ended_total", help).sample(&[], &self.ended);
        let help = "Choices that were made at tables since the start.";
        metrics.counter("boardbots_tables_choices_total", help).sample(&[], &self.choices);
        let help = "Streams of those who only watch, tables and the lobby together.";
        metrics.gauge("boardbots_tables_watchers", help).sample(&[], self.viewers.things());
        let help = "Decisions of bots that wait for a thread.";
        metrics.gauge("boardbots_tables_decisions_waiting", help).sample(&[], self.thinkers.waiting());
    }
}

/// The address of makers that are not known: those of tables that ran when the server ended.
pub const ELSEWHERE: IpAddr = IpAddr::V6(Ipv6Addr::UNSPECIFIED);

/// Places for tables, `most` in all and `running` for each address.
pub fn places(most: usize, running: usize) -> Arc<Holdings> {
    Holdings::new(most, move |addr| if addr == ELSEWHERE { usize::MAX } else { running }, Rank::Idle)
}

/// Open seats where nobody has chosen yet that a network gets, however few are free.
pub const OPEN: usize = 4;

/// A claim to an open seat of which so many are free, until a person has chosen at its table. A network has at most as
/// many as it leaves free, and [`OPEN`].
///
/// # Errors
/// [`TableError::TooMany`].
pub fn open_seat(taken: &Arc<Holdings>, guest: Owner, free: usize) -> Answer<Claim> {
    let too_many = |_| TableError::TooMany("open seats of yours where nobody has made a choice yet");
    taken.claim_half(guest, free, OPEN).map_err(too_many)
}

/// A place for a table of this maker. If there is none, a table of the owner that has most makes room, the one at which
/// nobody has chosen or looked for the longest time.
///
/// # Errors
/// [`TableError::TooMany`] or [`TableError::Full`].
pub fn place(places: &Arc<Holdings>, makers: &Buckets, maker: Owner) -> Answer<Claim> {
    if !makers.take(maker.addr, 1, Instant::now()) {
        return Err(TableError::TooMany("tables made from this address"));
    }
    places.claim(maker, 1).map_err(|full| match full {
        FullError::Address => TableError::TooMany("tables of yours run"),
        FullError::All => TableError::Full("tables"),
    })
}
