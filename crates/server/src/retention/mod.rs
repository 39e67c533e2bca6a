//! Retention: the age and the bytes up to which games and tables stay in their database.
//!
//! Each thing that has ended has a row in `kept`, from the same transaction on. Where the database holds more bytes
//! than it may, each thing that is stored deletes up to four, and rounds of some milliseconds beside play do the
//! rest: nothing is ever scanned. First go trainings (training games; tables that were closed, or at which fewer than
//! two people sat), then replays, and results at last; of them the oldest of the owner that stored most. Users and
//! statistics stay.
//!
//! Ages are those of a clock of its own, which goes on by the time that is believed to have passed, so that a wall
//! clock that jumps deletes nothing. What was there when retention came is spared for a week of it.
//!
//! | file | holds |
//! |---|---|
//! | [`keep`] | the option |
//! | `ledger` | what is stored, by class and owner |

pub mod keep;
mod ledger;
#[cfg(test)]
mod tests;

use boardbots_base::store::Stored;
use keep::DAY;
pub use keep::Keep;
pub use ledger::UNKNOWN;
use rusqlite::{Connection, OptionalExtension, Result, params};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Most that one thing deletes when it is stored: things of the same size have pages in common with others.
const PACE: usize = 4;
/// Most of a round, in things and in time.
const ROUND: (usize, Duration) = (16, Duration::from_millis(4));
/// Things of before that are entered in a round: their rows follow each other.
const ADOPTED: usize = 64;
/// The same at the start, so that small databases are complete at once.
const ADOPTED_FIRST: usize = 256;
/// Time between two looks at the clock.
const LOOK: Duration = Duration::from_hours(1);
/// Seconds for which what was there before is spared.
const SPARED: i64 = 7 * DAY;
/// The largest deviation of a wall clock, in seconds, that is no jump: time zones that were taken for a clock, and
/// clocks that run badly.
const TOLERANCE: i64 = 60 * 60;
/// The longest time that a server is believed to have been off, in seconds.
const OFF: i64 = 7 * 24 * 60 * 60;
/// No time is farther away than this, in seconds.
const FAR: i64 = 1 << 60;
/// Bytes of the limit that are left to `SQLite`'s log.
const LOG: u64 = 2 << 20;
/// A log that is longer cannot begin anew, because something reads for long, and deleting makes it longer still.
const LONG_LOG: u64 = 8 << 20;

/// Differences between games and tables. The parameter of all statements is a number.
pub struct Kind {
    /// Their table, and the word for them.
    pub things: &'static str,
    /// End of the newest one.
    pub newest: &'static str,
    /// Class, bytes and end of one that has ended.
    pub weigh: &'static str,
    /// Statements that count one for the statistics.
    pub tally: &'static [&'static str],
    /// Statements that delete its replay.
    pub strip: &'static [&'static str],
    /// Statements that delete all of it.
    pub delete: &'static [&'static str],
}

/// The keeper of a database, on its thread.
pub struct Keeper {
    kind: &'static Kind,
    age: Option<i64>,
    bytes: Option<u64>,
    page: u64,
    /// Bytes that the database held when retention came.
    before: u64,
    /// Seconds for which that is still spared.
    spared: i64,
    /// The clock of its own and the wall clock, at the last look.
    clock: i64,
    wall: i64,
    looked: Instant,
    /// Looks so far: each day it is said what will go.
    looks: u32,
    /// Things and bytes deleted since the last look.
    deleted: (u64, i64),
}

impl Keeper {
    /// The keeper of a database that has just been opened, at a time of the wall clock.
    ///
    /// # Errors
    /// If the database fails.
    pub fn open(db: &Connection, kind: &'static Kind, keep: Keep, wall: i64) -> Stored<Self> {
        let path = db.path().filter(|path| !path.is_empty()).map(Path::new);
        let newest = db.query_row(kind.newest, [], |row| row.get(0)).optional()?.flatten();
        let then = number(db, "keep_wall").or(newest).unwrap_or(wall).clamp(-FAR, FAR);
        let page = db.pragma_query_value(None, "page_size", |row| row.get(0)).map(i64::unsigned_abs)?;
        let mut keeper = Self {
            kind,
            age: keep.age,
            bytes: keep.bytes(path),
            page,
            before: number(db, "keep_before").map_or(0, i64::unsigned_abs),
            spared: number(db, "keep_spared").unwrap_or(0).clamp(0, SPARED),
            clock: number(db, "keep_clock").unwrap_or(then).clamp(-FAR, FAR),
            wall: then,
            looked: Instant::now(),
            looks: 0,
            deleted: (0, 0),
        };
        if let Err(error) = keeper.begin(db, wall) {
            log::warn!("{}: nothing is deleted until the next start: {error}", kind.things);
            (keeper.age, keeper.bytes) = (None, None);
            let _ = db.execute_batch("ROLLBACK");
        }
        Ok(keeper)
    }

    /// Looks at a database for the first time in this process.
    fn begin(&mut self, db: &Connection, wall: i64) -> Result<()> {
        db.execute_batch("BEGIN IMMEDIATE")?;
        let first = number(db, "keep_before").is_none();
        self.look(db, wall, None)?;
        if first {
            (self.before, self.spared) = (self.used(db)?, if counts(db)? { SPARED } else { 0 });
            set(db, "keep_before", self.before.cast_signed())?;
            set(db, "keep_spared", self.spared)?;
        }
        self.announce(db)?;
        self.adopt(db, ADOPTED_FIRST)?;
        db.execute_batch("COMMIT")
    }

    /// Enters what ends in this transaction, and makes room for it.
    ///
    /// # Errors
    /// If the database fails.
    pub fn enter(&mut self, db: &Connection, number: i64, owner: &str) -> Stored<()> {
        let ended = self.clock + i64::try_from(self.looked.elapsed().as_secs()).unwrap_or(0);
        ledger::enter(db, self.kind, number, owner, &|_| Ok(ended))?;
        self.pace(db)
    }

    /// Makes room for what is stored in this transaction. A row that keeps it from that costs nothing that is stored.
    ///
    /// # Errors
    /// If the database fails.
    pub fn pace(&mut self, db: &Connection) -> Stored<()> {
        db.execute_batch("SAVEPOINT room")?;
        if let Err(error) = self.make_room(db, PACE, None) {
            log::warn!("{}: nothing is deleted: {error}", self.kind.things);
            db.execute_batch("ROLLBACK TO room")?;
        }
        Ok(db.execute_batch("RELEASE room")?)
    }

    /// One round beside play; true if more is to be done.
    ///
    /// # Errors
    /// If the database fails.
    pub fn round(&mut self, db: &Connection, wall: i64) -> Stored<bool> {
        let passed = self.looked.elapsed();
        if passed >= LOOK {
            self.look(db, wall, Some(i64::try_from(passed.as_secs()).unwrap_or(i64::MAX)))?;
        }
        let adopted = log(db) <= LONG_LOG && self.adopt(db, ADOPTED)?;
        let more = self.make_room(db, ROUND.0, Some(Instant::now() + ROUND.1))?;
        Ok(adopted || more)
    }

    /// Enters some of what was there before. Where the wall clock is behind the own one, its times are, too.
    fn adopt(&self, db: &Connection, most: usize) -> Result<bool> {
        ledger::adopt(db, self.kind, most, (self.clock - self.wall).max(0))
    }

    /// Looks at the wall clock, if this many seconds have really passed, and goes on by what is believed of it.
    fn look(&mut self, db: &Connection, wall: i64, passed: Option<i64>) -> Result<()> {
        let gone = wall.clamp(-FAR, FAR) - self.wall - jump(self.wall, wall.clamp(-FAR, FAR), passed);
        (self.clock, self.wall, self.looked) = (self.clock + gone, wall.clamp(-FAR, FAR), Instant::now());
        self.spared = (self.spared - gone).clamp(0, SPARED);
        for (name, value) in [("keep_clock", self.clock), ("keep_wall", self.wall), ("keep_spared", self.spared)] {
            set(db, name, value)?;
        }
        if let (things @ 1.., bytes) = std::mem::take(&mut self.deleted) {
            log::info!("{}: {things} of them, {bytes} bytes, have made room (--keep)", self.kind.things);
        }
        self.looks += 1;
        if self.looks.is_multiple_of(24) {
            self.announce(db)?;
        }
        Ok(())
    }

    /// Says what will go once it is no longer spared.
    fn announce(&self, db: &Connection) -> Result<()> {
        let Kind { things, .. } = self.kind;
        let mut ended = db.prepare(&format!(
            "SELECT CAST(ended AS INTEGER) < ?2 FROM {things} WHERE number >= ?1 AND ended IS NOT NULL
             ORDER BY number LIMIT 1"
        ))?;
        let end =
            |which| db.query_row(&format!("SELECT coalesce({which}(number), 0) FROM {things}"), [], |row| row.get(0));
        let (first, last): (i64, i64) = (end("min")?, end("max")?);
        let before = self.age.map_or(i64::MIN, |age| self.clock.saturating_add(SPARED).saturating_sub(age));
        // They end about in the order of their numbers.
        let (mut old, mut young) = (first, last + 1);
        while old < young {
            let middle = old + (young - old) / 2;
            let is_old = ended.query_row([middle, before], |row| row.get(0)).optional()?;
            if is_old.unwrap_or(false) { old = middle + 1 } else { young = middle }
        }
        let over = self.bytes.map_or(0, |bytes| self.used(db).unwrap_or(0).saturating_sub(goal(bytes)));
        if self.spared > 0 && (old > first || over > 0) {
            log::warn!(
                "{things}: in {} h the oldest begin to go: the replays of about {} for their age, and {over} bytes beyond \
                 the limit, trainings first. --keep 365d,20G keeps more, --keep all everything",
                self.spared / 3600,
                old - first,
            );
        }
        Ok(())
    }

    /// Deletes until all is within the limits, or this much is done; true in the latter case.
    fn make_room(&mut self, db: &Connection, most: usize, until: Option<Instant>) -> Result<bool> {
        let limit = match self.bytes {
            // What was there before is spared, and what comes has some room beside it.
            Some(bytes) if self.spared > 0 => bytes.max(self.before.saturating_add(bytes / 4)),
            bytes => bytes.unwrap_or(u64::MAX),
        };
        let before = self.age.filter(|_| until.is_some() && self.spared == 0).map(|age| self.clock.saturating_sub(age));
        let most = if log(db) > LONG_LOG { 0 } else { most };
        for _ in 0..most {
            let next = if self.used(db)? > goal(limit) { ledger::next(db, self.spared > 0)? } else { None };
            let aged = || before.map_or(Ok(None), |before| ledger::aged(db, before));
            let Some(number) = next.map_or_else(aged, |next| Ok(Some(next)))? else { return Ok(false) };
            let bytes = ledger::reduce(db, self.kind, number)?;
            self.deleted = (self.deleted.0 + 1, self.deleted.1 + bytes);
            if until.is_some_and(|until| Instant::now() >= until) {
                break;
            }
        }
        Ok(most > 0)
    }

    /// Bytes of all pages that hold something, and of the log, which has some in any case.
    fn used(&self, db: &Connection) -> Result<u64> {
        let pages = |name| db.pragma_query_value(None, name, |row| row.get(0)).map(i64::unsigned_abs);
        Ok((pages("page_count")?.saturating_sub(pages("freelist_count")?)) * self.page + log(db).max(LOG))
    }
}

/// Bytes of the log.
fn log(db: &Connection) -> u64 {
    db.path().map_or(0, |path| fs::metadata(format!("{path}-wal")).map_or(0, |found| found.len()))
}

/// The bytes at which deleting begins, so that the files stay within the limit meanwhile.
fn goal(limit: u64) -> u64 {
    limit - limit / 16
}

/// True while the statistics have yet to count things that were stored before.
///
/// # Errors
/// If the database fails.
pub fn counts(db: &Connection) -> Result<bool> {
    db.prepare("SELECT 1 FROM unowned")?.exists([])
}

/// A number that is kept under a name. A value that is none is as good as absent.
fn number(db: &Connection, name: &str) -> Option<i64> {
    db.query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| row.get(0)).ok()
}

fn set(db: &Connection, name: &str, value: i64) -> Result<()> {
    db.execute("INSERT OR REPLACE INTO meta (name, value) VALUES (?1, ?2)", params![name, value]).map(|_| ())
}

impl AsMut<Self> for Keeper {
    fn as_mut(&mut self) -> &mut Self {
        self
    }
}

/// The jump of a wall clock, which can be set wrong, or right again, between two looks, in seconds, if `passed` seconds
/// have really passed. `None` means that nobody knows, because the server was off: a difference of up to a week counts
/// as time passed, any other as a jump.
///
/// Databases keep wall times, because they outlive processes. A jump of the clock would make all tables and games old
/// at once, so no age changes by it.
pub(crate) fn jump(then: i64, now: i64, passed: Option<i64>) -> i64 {
    let gone = now.saturating_sub(then);
    let passed = passed.unwrap_or(if (0..=OFF).contains(&gone) { gone } else { 0 });
    let beyond = gone.saturating_sub(passed);
    if beyond.saturating_abs() > TOLERANCE { beyond } else { 0 }
}
