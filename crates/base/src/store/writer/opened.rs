//! A database that is open.

use rusqlite::Connection;
use std::fs::File;
use std::path::PathBuf;

/// A database on its way to the thread that will own it.
pub struct Opened<S> {
    /// The connection, ready to write.
    pub connection: Connection,
    /// What the jobs need to know beside the database.
    pub state: S,
    /// The file; `None` if the database lives in memory.
    pub path: Option<PathBuf>,
    /// Keeps other servers out as long as the database is open.
    pub lock: Option<File>,
}
