//! The database: users with their ratings, and every finished game with its moves.
//!
//! One `SQLite` file in WAL mode, written by one thread; a transaction is on disk before its
//! answer comes back. Games are written once, when they end. A second arena on the same file
//! is kept out by an advisory lock on `FILE.lock`; readers are welcome.

mod export;
mod games;
mod schema;
mod users;

use crate::arena::config::KeyPolicy;
use crate::store::file;
pub use crate::store::{FileError, now};
pub use export::replay;
pub use games::{Ended, EndedSeat, GameKind, Summary};
use rusqlite::Connection;
use schema::LAYOUT;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::mpsc;
use std::thread::JoinHandle;
use tokio::sync::oneshot;
pub use users::{Leader, MAX_NAME, Registration, User};

/// Why the database cannot be used, or lacks what was asked for.
#[derive(Debug)]
pub enum StoreError {
    /// Its file cannot be used, or a statement failed.
    File(FileError),
    /// There is no such finished game.
    NoGame(String),
    /// The database's thread has ended.
    Gone,
}

impl fmt::Display for StoreError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(out),
            Self::NoGame(id) => write!(out, "the database has no finished game {id}"),
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
    /// Mixed into every key before it is hashed; one of its own for every database.
    salt: Vec<u8>,
    /// Held as long as the database is open.
    _lock: Option<File>,
}

impl Database {
    /// Opens, or makes, the database of an arena, which nobody else can open meanwhile.
    /// Without a path it lives in memory.
    ///
    /// # Errors
    /// Everything that [`FileError`] says about opening.
    pub fn open(path: Option<&Path>) -> Result<Self, StoreError> {
        let (connection, lock) = match path {
            None => (file::open_in_memory(&LAYOUT)?, None),
            Some(path) => {
                let lock = file::lock(path, "another arena")?;
                (file::open(path, &LAYOUT)?, Some(lock))
            }
        };
        let salt = schema::salt(&connection, path.unwrap_or(Path::new("(in memory)")))?;
        Ok(Self { connection, salt, _lock: lock })
    }

    /// Opens a database to read from it, beside an arena that may be running.
    ///
    /// # Errors
    /// Everything that [`FileError`] says about opening, but for locks.
    pub fn open_to_read(path: &Path) -> Result<Self, StoreError> {
        let connection = file::open_to_read(path, &LAYOUT)?;
        Ok(Self { connection, salt: Vec::new(), _lock: None })
    }
}

type Job = Box<dyn FnOnce(&mut Database) + Send>;

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
        let thread = std::thread::Builder::new().name("arena-store".into()).spawn(move || {
            for job in inbox {
                job(&mut database);
            }
        })?;
        Ok((Self { jobs }, thread))
    }

    /// Has something done with the database, after all that was asked before.
    ///
    /// It is done even if nobody waits for the outcome any more.
    ///
    /// # Errors
    /// What the job says, or [`StoreError::Gone`].
    pub async fn call<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Database) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (outcome, done) = oneshot::channel();
        let job = Box::new(move |database: &mut Database| {
            // Who asked may have gone away.
            let _ = outcome.send(job(database));
        });
        self.jobs.send(job).map_err(|_| StoreError::Gone)?;
        done.await.map_err(|_| StoreError::Gone)?
    }

    /// The user of a key, if the policy accepts it.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn user(&self, key: String, policy: KeyPolicy, most: u32) -> Result<Option<User>, StoreError> {
        self.call(move |database| database.user_of(&key, policy, most)).await
    }
}
