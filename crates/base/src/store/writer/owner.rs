//! The thread's side: transactions, and whether storing works.

use super::job::Job;
use super::opened::Opened;
use super::outage::{Outage, reason};
use super::queue::{Queue, Work};
use rusqlite::Connection;
use std::cell::RefCell;
use std::fs::{File, Metadata};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How long a statement waits for another program that holds the file.
const PATIENCE: Duration = Duration::from_secs(5);
/// Pause between two attempts to get the file from another program.
const PAUSE: Duration = Duration::from_millis(10);
/// Bytes that the thread writes to find out whether storing works again.
const PROBE: i64 = 8192;

thread_local! {
    /// Set when the server ends whose database this thread owns.
    static ENDING: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
    /// Since when a statement waits for another program.
    static BUSY_SINCE: RefCell<Option<Instant>> = const { RefCell::new(None) };
}

/// Whether a statement goes on waiting for another program that holds the file.
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
        std::thread::sleep(PAUSE);
    }
    patient
}

/// The database and its thread's side of the queue.
pub(super) struct Owner<S: 'static> {
    pub connection: Connection,
    state: S,
    /// The file, and what it was when it was opened.
    file: Option<(PathBuf, Metadata)>,
    queue: Arc<Queue<S>>,
    _lock: Option<File>,
}

impl<S> Owner<S> {
    pub fn new(opened: Opened<S>, queue: Arc<Queue<S>>) -> Self {
        let Opened { mut connection, state, path, lock } = opened;
        // Without it statements fail at once, which is tried again like any other failure.
        if let Err(error) = connection.busy_handler(Some(wait_for_others)) {
            log::warn!("the database does not wait for other programs: {error}");
        }
        let file = path.and_then(|path| std::fs::metadata(&path).ok().map(|found| (path, found)));
        Self { connection, state, file, queue, _lock: lock }
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
                Work::End => return,
            }
        }
    }

    /// Does jobs in one transaction until none is left or one has undone it, then answers these.
    pub fn transact(&mut self, jobs: &mut std::vec::IntoIter<Box<dyn Job<S>>>) {
        let mut done: Vec<Box<dyn Job<S>>> = Vec::with_capacity(jobs.len());
        let writes = jobs.as_slice().iter().any(|job| job.writes());
        let mut outage = if writes { self.missing() } else { None };
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
        let committed = committed.map_err(|error| reason(&error));
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
        self.queue.outage.send_if_modified(|known| {
            if *known == outage {
                return false;
            }
            match &outage {
                Some(why) => log::error!("the database cannot be written: {why}; what is to be kept is tried again"),
                None => log::warn!("the database can be written again"),
            }
            *known = outage;
            true
        });
    }

    /// Looks whether the file is still there and, after a failure, whether it can be written.
    fn look(&mut self) {
        let missing = self.missing();
        let outage = if missing.is_none() && self.queue.outage.borrow().is_some() {
            self.connection
                .execute("INSERT OR REPLACE INTO meta (name, value) VALUES ('probe', zeroblob(?1))", [PROBE])
                .err()
                .map(|error| reason(&error))
        } else {
            missing
        };
        self.found(outage);
    }

    /// Why the file is no longer the one that was opened.
    fn missing(&self) -> Option<String> {
        let (path, opened) = self.file.as_ref()?;
        match std::fs::metadata(path) {
            Ok(found) if same(&found, opened) => None,
            Ok(_) => Some("another file has taken the place of the database".into()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Some("the database has been deleted".into()),
            // It cannot be seen, which says nothing about what is open.
            Err(_) => None,
        }
    }
}

/// Whether two looks found the same file.
fn same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}
