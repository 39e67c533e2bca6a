//! The database: every table with who sits there and all choices.
//!
//! One `SQLite` file in WAL mode, written by one thread. All that waits is done in one
//! transaction, and answered when that is on disk: thirty tables cost about as many writes to the
//! card as one. A second server on the same file is kept out by a lock on `FILE.lock`.

mod kept;
mod lists;
mod schema;

use super::token::SECRET;
use crate::store::file;
pub use crate::store::{FileError, now};
pub use kept::{Chair, Ending, Kept};
pub use lists::{Sitter, Summary, Tally};
use rusqlite::Connection;
use schema::LAYOUT;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::mpsc;
use std::thread::JoinHandle;
use tokio::sync::oneshot;

/// Most jobs of one transaction.
const BATCH: usize = 256;

/// Why the database cannot be used.
#[derive(Debug)]
pub enum StoreError {
    /// Its file cannot be used, or a statement failed.
    File(FileError),
    /// What was asked together could not be written; why.
    Commit(String),
    /// A row makes no sense; which.
    Row(String),
    /// The database's thread has ended.
    Gone,
}

impl fmt::Display for StoreError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(out),
            Self::Commit(error) => write!(out, "the database failed: {error}"),
            Self::Row(what) => write!(out, "the database holds {what}"),
            Self::Gone => write!(out, "the database has been closed"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<FileError> for StoreError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        FileError::from(error).into()
    }
}

/// An open database, on the thread that owns it.
pub struct Database {
    connection: Connection,
    /// Tokens are derived from it.
    pub secret: [u8; SECRET],
    /// Held as long as the database is open.
    _lock: Option<File>,
}

impl Database {
    /// Opens, or makes, a database, which nobody else can open meanwhile. Without a path it lives
    /// in memory.
    ///
    /// # Errors
    /// Everything that [`FileError`] says about opening.
    pub fn open(path: Option<&Path>) -> Result<Self, StoreError> {
        let (connection, lock) = match path {
            None => (file::open_in_memory(&LAYOUT)?, None),
            Some(path) => {
                let lock = file::lock(path, "another server")?;
                (file::open(path, &LAYOUT)?, Some(lock))
            }
        };
        let secret = schema::secret(&connection, path.unwrap_or(Path::new("(in memory)")))?;
        Ok(Self { connection, secret, _lock: lock })
    }

    /// Does all of these in one transaction, then answers all.
    fn work(&mut self, jobs: Vec<Job>) {
        let mut jobs = jobs.into_iter();
        while jobs.len() > 0 {
            self.transact(&mut jobs);
        }
    }

    /// Does jobs in one transaction until none is left or one has undone it, then answers these.
    fn transact(&mut self, jobs: &mut std::vec::IntoIter<Job>) {
        let mut answers = Vec::with_capacity(jobs.len());
        let mut done = self.connection.execute_batch("BEGIN IMMEDIATE");
        if done.is_ok() {
            for job in jobs {
                answers.push(job(&mut self.connection));
                // A disk that fails makes SQLite roll back everything: nothing is left to commit,
                // and further jobs would be on disk one by one while all are told that they failed.
                if self.connection.is_autocommit() {
                    break;
                }
            }
            done = self.connection.execute_batch("COMMIT");
            if done.is_err() {
                // Nothing of it stays; if not even this is possible, the next one says so.
                let _ = self.connection.execute_batch("ROLLBACK");
            }
        } else {
            // Jobs that are dropped tell so those who wait.
            jobs.by_ref().for_each(drop);
            log::error!("the tables' database cannot be written");
        }
        let done = done.map_err(|error| error.to_string());
        for answer in answers {
            answer(&done);
        }
    }
}

type Answer = Box<dyn FnOnce(&Result<(), String>)>;
type Job = Box<dyn FnOnce(&mut Connection) -> Answer + Send>;

/// The way to the database's thread. The thread ends when the last of these is gone and all
/// that was asked has been done.
#[derive(Clone)]
pub struct Store {
    jobs: mpsc::Sender<Job>,
}

impl Store {
    /// Gives a database its thread.
    ///
    /// # Errors
    /// If the system has no thread to give.
    pub fn start(mut database: Database) -> io::Result<(Self, JoinHandle<()>)> {
        let (jobs, inbox) = mpsc::channel::<Job>();
        let thread = std::thread::Builder::new().name("tables-store".into()).spawn(move || {
            while let Ok(first) = inbox.recv() {
                let batch = std::iter::once(first).chain(inbox.try_iter().take(BATCH - 1)).collect();
                database.work(batch);
            }
        })?;
        Ok((Self { jobs }, thread))
    }

    /// Has something done with the database, after all that was asked before; it is done as a
    /// whole or not at all. When this comes back it is on disk.
    ///
    /// It is done even if nobody waits for the outcome any more.
    ///
    /// # Errors
    /// What the job says, that it could not be written, or [`StoreError::Gone`].
    pub async fn call<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (outcome, done) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            let found = alone(connection, job);
            Box::new(move |committed| {
                let found = match committed {
                    Ok(()) => found,
                    // Its own failure says more than that nothing of all was written.
                    Err(error) => found.and(Err(StoreError::Commit(error.clone()))),
                };
                // Who asked may have gone away.
                let _ = outcome.send(found);
            })
        });
        self.jobs.send(job).map_err(|_| StoreError::Gone)?;
        done.await.map_err(|_| StoreError::Gone)?
    }
}

/// Does a job so that, if it fails, nothing of it stays, and all others do.
fn alone<T>(
    connection: &mut Connection,
    job: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let savepoint = connection.savepoint()?;
    let found = job(&savepoint)?;
    savepoint.commit()?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    /// What becomes of these statements with a name each, done at once; and the names that are
    /// then in the database.
    fn done(statements: &[(&'static str, &'static str)]) -> (Vec<bool>, Vec<String>) {
        let mut database = Database::open(None).expect("in memory");
        let outcomes: Arc<Mutex<Vec<bool>>> = Arc::default();
        let job = |&(statement, name): &(&'static str, &'static str)| -> Job {
            let outcomes = Arc::clone(&outcomes);
            Box::new(move |connection| {
                let done = alone(connection, |inside| {
                    inside.execute(statement, [name])?;
                    if name == "bad" { Err(StoreError::Gone) } else { Ok(()) }
                });
                Box::new(move |committed| {
                    outcomes.lock().expect("unharmed").push(done.is_ok() && committed.is_ok());
                })
            })
        };
        database.work(statements.iter().map(job).collect());
        let mut names = database.connection.prepare("SELECT name FROM meta ORDER BY name").expect("a statement");
        let names = names.query_map([], |row| row.get(0)).expect("rows").collect::<Result<_, _>>().expect("texts");
        let outcomes = outcomes.lock().expect("unharmed").clone();
        (outcomes, names)
    }

    const ADD: &str = "INSERT INTO meta VALUES (?1, '')";

    #[test]
    fn a_job_that_fails_leaves_others_alone() {
        let (outcomes, names) = done(&[(ADD, "first"), (ADD, "bad"), (ADD, "first"), (ADD, "last")]);
        assert_eq!(outcomes, [true, false, false, true]);
        assert_eq!(names, ["first", "last", "secret"]);
    }

    #[test]
    fn what_is_told_to_have_failed_is_not_there_after_everything_was_rolled_back() {
        // As when the disk fails: the statement takes the whole transaction with it.
        let undo = "INSERT OR ROLLBACK INTO meta VALUES (?1, '')";
        let (outcomes, names) =
            done(&[(ADD, "first"), (undo, "first"), (ADD, "next"), (undo, "next"), (undo, "secret"), (ADD, "last")]);
        assert_eq!(outcomes, [false, false, false, false, false, true]);
        assert_eq!(names, ["last", "secret"]);
    }
}
