//! A database that is open.

use crate::store::file::Lock;
use rusqlite::Connection;
use std::path::PathBuf;

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
