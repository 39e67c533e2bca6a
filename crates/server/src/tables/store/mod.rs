//! The database: every table with who sits there and all choices.
//!
//! One `SQLite` file in WAL mode, written by one thread. All that waits is done in one
//! transaction, and answered when that is on disk: thirty tables cost about as many writes to the
//! card as one. A second server on the same file is kept out by a lock on `FILE.lock`.

mod kept;
mod lists;
mod schema;
mod sweep;

use super::token::SECRET;
use boardbots_base::store::file;
pub use boardbots_base::store::writer::Health;
use boardbots_base::store::writer::{Opened, Writer};
pub use boardbots_base::store::{FileError, StoreError, now};
pub use kept::{Chair, Ending, Kept, LONGEST_CHOICE};
pub use lists::{Sitter, Summary, Tally};
use rusqlite::Connection;
use schema::LAYOUT;
use std::io;
use std::ops::Deref;
use std::path::Path;
use std::thread::JoinHandle;

/// A database that is open.
pub struct Database {
    opened: Opened<()>,
    /// Tokens are derived from it.
    pub secret: [u8; SECRET],
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
        let opened = Opened { connection, state: (), path: path.map(Path::to_path_buf), lock };
        Ok(Self { opened, secret })
    }
}

/// The way to the database's thread.
#[derive(Clone)]
pub struct Store(Writer<()>);

impl Deref for Store {
    type Target = Writer<()>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl Store {
    /// Gives a database its thread.
    ///
    /// # Errors
    /// If the system has no thread to give.
    pub fn start(database: Database) -> io::Result<(Self, JoinHandle<()>)> {
        let (writer, thread) = Writer::start("tables-store", database.opened)?;
        Ok((Self(writer), thread))
    }

    /// Reads; see [`Writer::read`].
    async fn read<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.0.read(move |db, ()| job(db)).await
    }

    /// Changes; see [`Writer::write`].
    async fn write<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.0.write(move |db, ()| job(db)).await
    }
}
