//! The thread that owns a database: transactions, and checks that storing works.

use super::files::Files;
use super::queue::{Job, Outage, Queue, Work, reason};
use crate::store::file::{self, Lock};
use crate::store::layout;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, InterruptHandle};
use std::cell::RefCell;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The longest wait of a statement for another program that holds the file.
const PATIENCE: Duration = Duration::from_secs(5);
/// Pause between two attempts to get the file from another program.
const PAUSE: Duration = Duration::from_millis(10);
/// Pause between two looks whether an interrupted check has ended.
const GLANCE: Duration = Duration::from_millis(1);
/// The lowest priority of a thread.
const LOWEST: i32 = 19;
/// Bytes that the thread writes to find out whether storing works again.
const PROBE: i64 = 8192;

thread_local! {
    /// Set when the server ends whose database this thread owns.
    static ENDING: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
    /// The time from which a statement has waited for another program.
    static BUSY_SINCE: RefCell<Option<Instant>> = const { RefCell::new(None) };
}

/// Waits a moment for another program that holds the file; true if the statement shall try again.
fn wait_for_others(attempts: i32) -> bool {
    let since = BUSY_SINCE.with_borrow_mut(|since| {
        if attempts == 0 {
            *since = None;
        }
        *since.get_or_insert_with(Instant::now)
    });
    let ending = ENDING.with_borrow(|ending| ending.as_ref().is_some_and(|ending| ending.load(Relaxed)));
    let patient = !ending && since.elapsed() < PATIENCE;
    if patient {
        thread::sleep(PAUSE);
    }
    patient
}

/// A database on its way to the thread that will own it.
pub struct Opened<S> {
    /// The connection, ready to write.
    pub connection: Connection,
    /// The state of the jobs beside the database.
    pub state: S,
    /// The file; `None` if the database lives in memory.
    pub path: Option<PathBuf>,
    /// Keeps other servers out as long as the database is open.
    pub lock: Option<Lock>,
}

/// The database and its thread's side of the queue.
pub(super) struct Owner<S: 'static> {
    pub connection: Connection,
    state: S,
    /// The file; `None` if the database lives in memory.
    path: Option<PathBuf>,
    /// The files at the time when they were opened; `None` if they have to be opened again.
    files: Option<Files>,
    check: Option<Check>,
    queue: Arc<Queue<S>>,
    /// Closed after the connection: with a file, all locks that `SQLite` has on it are gone.
    _lock: Option<Lock>,
}

impl<S> Owner<S> {
    pub fn new(opened: Opened<S>, queue: Arc<Queue<S>>) -> Self {
        let Opened { mut connection, state, path, lock } = opened;
        // Without it statements fail at once, which is tried again like any other failure.
        if let Err(error) = connection.busy_handler(Some(wait_for_others)) {
            log::warn!("the database does not wait for other programs: {error}");
        }
        let files = path.as_ref().and_then(|path| Files::of(path).ok());
        let check = path.clone().and_then(Check::start);
        Self { connection, state, path, files, check, queue, _lock: lock }
    }

    pub fn run(mut self) {
        ENDING.set(Some(Arc::clone(&self.queue.ending)));
        loop {
            match self.queue.next() {
                Work::Jobs(jobs) => {
                    let mut jobs = jobs.into_iter();
                    while jobs.len() > 0 {
                        self.transact(&mut jobs);
                    }
                }
                Work::Look => self.look(),
                Work::Lost(lost) => {
                    for job in lost {
                        log::error!("{} could not be stored and is lost", job.name());
                    }
                }
                Work::End => {
                    self.check.take().into_iter().for_each(Check::end);
                    return;
                }
            }
        }
    }

    /// Does jobs in one transaction until none is left or one has undone it, then answers these.
    pub fn transact(&mut self, jobs: &mut std::vec::IntoIter<Box<dyn Job<S>>>) {
        let mut done: Vec<Box<dyn Job<S>>> = Vec::with_capacity(jobs.len());
        let writes = jobs.as_slice().iter().any(|job| job.writes());
        let mut outage = if writes { self.astray() } else { None };
        let mut committed = Ok(());
        if let Some(why) = &outage {
            for mut job in jobs.by_ref() {
                if job.writes() {
                    job.fail(why);
                } else {
                    // Reading works as long as the file is open.
                    let _ = job.attempt(&mut self.connection, &mut self.state);
                }
                done.push(job);
            }
        } else {
            committed = self.connection.execute_batch(if writes { "BEGIN IMMEDIATE" } else { "BEGIN" });
            if committed.is_ok() {
                for mut job in jobs.by_ref() {
                    outage = job.attempt(&mut self.connection, &mut self.state).or(outage);
                    done.push(job);
                    // A disk that fails makes SQLite roll back everything: nothing is left to commit, and
                    // further jobs would be on disk one by one while all are reported as failed.
                    if self.connection.is_autocommit() {
                        break;
                    }
                }
                committed = self.connection.execute_batch("COMMIT");
                if committed.is_err() {
                    // Nothing of it stays; if not even this is possible, the next one says so.
                    let _ = self.connection.execute_batch("ROLLBACK");
                }
            } else {
                done.extend(jobs.by_ref());
            }
        }
        let mut committed = committed.map_err(|error| reason(&error));
        if writes && committed.is_ok() && outage.is_none() {
            committed = self.settle();
        }
        if writes {
            self.found(committed.as_ref().err().cloned().or(outage));
        }
        let again: Vec<Box<dyn Job<S>>> = done.into_iter().filter_map(|job| job.answer(&committed)).collect();
        self.queue.again(again);
    }

    /// Notes whether storing works, and tells the log when that changes.
    fn found(&self, outage: Option<String>) {
        self.queue.retry_after(outage.is_some());
        let outage: Outage = outage.map(Into::into);
        let path = self.path.as_deref().unwrap_or(Path::new("(in memory)")).display();
        self.queue.outage.send_if_modified(|known| {
            if *known == outage {
                return false;
            }
            match &outage {
                Some(why) => {
                    log::error!("{path}: the database cannot be written: {why}; what is to be kept is tried again");
                }
                None => log::warn!("{path}: the database can be written again"),
            }
            *known = outage;
            true
        });
    }

    /// Looks whether the files are still there and, after a failure, whether they can be written.
    fn look(&mut self) {
        let astray = self.astray();
        let outage = if astray.is_none() && self.queue.outage.borrow().is_some() {
            self.connection
                .execute("INSERT OR REPLACE INTO meta (name, value) VALUES ('probe', zeroblob(?1))", [PROBE])
                .err()
                .map(|error| reason(&error))
        } else {
            astray
        };
        self.files.as_mut().map(Files::note);
        self.found(outage);
    }

    /// Comes back when what was committed is in files that stay, or why it is not, when the server ends.
    fn settle(&mut self) -> Result<(), String> {
        self.files.as_mut().map(Files::note);
        if self.files.as_ref().is_some_and(Files::are_sound) {
            return Ok(());
        }
        while let Some(why) = self.astray() {
            self.found(Some(why.clone()));
            if self.queue.ending.load(Relaxed) {
                return Err(why);
            }
            thread::sleep(PAUSE);
        }
        Ok(())
    }

    /// The reason why writes would be lost, unless that is put right at once.
    fn astray(&mut self) -> Option<String> {
        if self.check.as_ref().is_some_and(|check| check.verdict.get() == Some(&true)) {
            return Some("the database is damaged".into());
        }
        let path = self.path.clone()?;
        if let Some(files) = &self.files {
            let missing = files.missing();
            if missing.is_some() || files.are_sound() {
                return missing;
            }
        }
        self.mend(&path).err()
    }

    /// Moves what was committed from the log to the file, and opens this again, with a log that is where it should be.
    fn mend(&mut self, path: &Path) -> Result<(), String> {
        // It reads, which keeps the log in use.
        self.check.take().into_iter().for_each(Check::end);
        let lost = |error: &dyn Display| {
            format!("another program has changed its log ({error}); if this stays, the server has to be restarted")
        };
        if let Some(files) = &self.files {
            files.restore().map_err(|error| lost(&error))?;
            let frames = self.connection.query_row("PRAGMA wal_checkpoint(NOOP)", [], |row| row.get(1));
            if !files.hold(frames.map_err(|error| lost(&reason(&error)))?) {
                // Half of a commit would move to the file, also when it is closed.
                let _ = self.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
                return Err(lost(&"its end is gone"));
            }
        }
        let moved = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
        if moved.map_err(|error| lost(&reason(&error)))? {
            return Err(lost(&"another one is reading"));
        }
        // Closed before it is opened again, since SQLite shares the index among the connections of a process.
        self.connection = Connection::open_in_memory().map_err(|error| reason(&error))?;
        self.files.take().iter().for_each(Files::clear);
        self.connection = file::open_again(path).map_err(|error| error.to_string())?;
        self.connection.busy_handler(Some(wait_for_others)).map_err(|error| reason(&error))?;
        self.files = Some(Files::of(path).map_err(|error| lost(&error))?);
        log::warn!("{}: another program has changed the log of the database; nothing is lost", path.display());
        Ok(())
    }
}

/// A check of a large database, which would keep a server from its start for minutes: it goes on beside play.
struct Check {
    thread: JoinHandle<()>,
    interrupt: InterruptHandle,
    /// True if damage was found, false if the check was told to end; unset until one of these.
    verdict: Arc<OnceLock<bool>>,
}

impl Check {
    /// Starts it, where the file is so large that it was not checked when it was opened.
    fn start(path: PathBuf) -> Option<Self> {
        if !file::is_large(&path) {
            return None;
        }
        let connection = file::connect_to_read(&path).ok()?;
        let interrupt = connection.get_interrupt_handle();
        let verdict = Arc::new(OnceLock::new());
        let found = Arc::clone(&verdict);
        let check = move || {
            // Of this thread alone.
            let _ = rustix::process::setpriority_process(None, LOWEST);
            match layout::sound(&connection, &path) {
                Ok(()) => log::info!("{}: the database is sound", path.display()),
                Err(error) if found.set(true).is_ok() => log::error!("{error}; until then nothing is stored"),
                Err(_) => log::warn!("{}: the check of the database has not been finished", path.display()),
            }
        };
        let thread = thread::Builder::new().name("store-check".into()).spawn(check).ok()?;
        Some(Self { thread, interrupt, verdict })
    }

    /// Ends it.
    fn end(self) {
        let _ = self.verdict.set(false);
        while !self.thread.is_finished() {
            self.interrupt.interrupt();
            thread::sleep(GLANCE);
        }
    }
}
