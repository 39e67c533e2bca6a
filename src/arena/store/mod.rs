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
pub use export::replay;
pub use games::{Ended, EndedSeat, GameKind, Summary};
use rusqlite::Connection;
use std::fmt;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::oneshot;
pub use users::{Leader, MAX_NAME, Registration, User};

/// How long a statement waits for others who hold the file: somebody's `sqlite3` session.
const BUSY: Duration = Duration::from_secs(30);

/// Why the database cannot be used, or lacks what was asked for.
#[derive(Debug)]
pub enum StoreError {
    /// Another arena serves from it.
    InUse(PathBuf),
    /// The file, its folder or its lock file cannot be opened or made.
    Open(PathBuf, String),
    /// There is no such file.
    Missing(PathBuf),
    /// The file is no `SQLite` database, or one of another program.
    Foreign(PathBuf),
    /// A later version of this program wrote it: the version of its layout, the last known.
    Newer(PathBuf, i64, i64),
    /// `SQLite` finds its pages inconsistent; what it says.
    Damaged(PathBuf, String),
    /// There is no such finished game.
    NoGame(String),
    /// A statement failed.
    Statement(rusqlite::Error),
    /// The database's thread has ended.
    Gone,
}

impl fmt::Display for StoreError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InUse(path) => write!(out, "{}: another arena is using this database", path.display()),
            Self::Open(path, error) => write!(out, "{}: {error}", path.display()),
            Self::Missing(path) => write!(out, "{}: there is no such database", path.display()),
            Self::Foreign(path) => write!(out, "{}: this is not a database of an arena", path.display()),
            Self::Newer(path, found, known) => write!(
                out,
                "{}: written by a newer version of this program (layout {found}, this one knows {known})",
                path.display()
            ),
            Self::Damaged(path, error) => write!(
                out,
                "{}: the database is damaged ({error}); put a copy back, or try `sqlite3 {0} .recover`",
                path.display()
            ),
            Self::NoGame(id) => write!(out, "the database has no finished game {id}"),
            Self::Statement(error) => write!(out, "the database failed: {error}"),
            Self::Gone => write!(out, "the database has been closed"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Statement(error)
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
    /// Everything that [`StoreError`] says about opening.
    pub fn open(path: Option<&Path>) -> Result<Self, StoreError> {
        let Some(path) = path else {
            let mut connection = Connection::open_in_memory()?;
            let salt = schema::prepare(&mut connection, Path::new("(in memory)"))?;
            return Ok(Self { connection, salt, _lock: None });
        };
        let lock = lock(path)?;
        let mut connection =
            Connection::open(path).map_err(|error| StoreError::Open(path.to_path_buf(), error.to_string()))?;
        connection.busy_timeout(BUSY)?;
        let salt = schema::prepare(&mut connection, path)?;
        Ok(Self { connection, salt, _lock: Some(lock) })
    }

    /// Opens a database to read from it, beside an arena that may be running.
    ///
    /// # Errors
    /// Everything that [`StoreError`] says about opening, but for locks.
    pub fn open_to_read(path: &Path) -> Result<Self, StoreError> {
        use rusqlite::OpenFlags;
        if !path.exists() {
            return Err(StoreError::Missing(path.to_path_buf()));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)
            .map_err(|error| StoreError::Open(path.to_path_buf(), error.to_string()))?;
        connection.busy_timeout(BUSY)?;
        schema::check(&connection, path)?;
        Ok(Self { connection, salt: Vec::new(), _lock: None })
    }
}

/// Takes the lock that says that an arena serves from this database.
fn lock(path: &Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_os_string();
    name.push(".lock");
    let name = PathBuf::from(name);
    let refused = |error: io::Error| StoreError::Open(name.clone(), error.to_string());
    let file = File::options().create(true).truncate(false).write(true).open(&name).map_err(refused)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(path.to_path_buf())),
        Err(TryLockError::Error(error)) => Err(refused(error)),
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

/// Seconds since 1970.
#[must_use]
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
