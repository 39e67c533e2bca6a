//! Databases: what every one of ours needs.
//!
//! One `SQLite` file each, in WAL mode, so that readers are welcome at any time; a transaction
//! is on disk before its answer comes back. A file is only used if it is ours, of a layout that
//! this version knows, and sound; otherwise it stays as it is.
//!
//! | file | holds |
//! |---|---|
//! | here | errors in the use of databases; rows that can be read, without those that are damaged |
//! | [`layout`] | marks of our files, steps from version to version, and copies of files before these |
//! | [`mod@file`] | opening, to write or to read; the lock of an owner |
//! | [`place`] | places and permissions of databases that belong to a user |
//! | `writer` | the thread that owns a server's database (feature `writer`) |

pub mod file;
pub mod layout;
pub mod place;
#[cfg(feature = "writer")]
pub mod writer;

pub use layout::{Layout, Step};

use crate::atomic_file::absent_folder;
use crate::thread::lock;
use rusqlite::Error;
use rusqlite::ErrorCode::DatabaseCorrupt;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970.
#[must_use]
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

/// An error in the use of a database's file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Another process owns it, which is named.
    #[error("{0}: {1} is using this database")]
    InUse(PathBuf, &'static str),
    /// The file, its folder or its lock file cannot be opened or made.
    #[error("{}: {}{}", .0.display(), .1, absent_folder(.0))]
    Open(PathBuf, String),
    /// Nothing says where the user's files are.
    #[error("neither XDG_DATA_HOME nor HOME says where the database is")]
    NoPlace,
    /// There is no such file.
    #[error("{0}: there is no such database")]
    Missing(PathBuf),
    /// The file is no `SQLite` database, or one of another program; the kind of database that is expected.
    #[error("{0}: this is not a database of {1}")]
    Foreign(PathBuf, &'static str),
    /// A later version of this program wrote it: the version of its layout, the last known.
    #[error("{0}: written by a newer version of this program (layout {1}, this one knows {2})")]
    Newer(PathBuf, i64, i64),
    /// `SQLite` finds its pages inconsistent; its message.
    #[error("{0}: the database is damaged ({1}); put a copy back, or try `sqlite3 {0} .recover`")]
    Damaged(PathBuf, String),
    /// A statement failed.
    #[error("the database failed: {0}")]
    Statement(Error),
    /// A row holds what this program never writes; what.
    #[error("a row of the database is damaged: {0}")]
    Row(String),
}

impl From<Error> for FileError {
    fn from(error: Error) -> Self {
        if is_damage(&error) { Self::Row(error.to_string()) } else { Self::Statement(error) }
    }
}

/// An error of a server's database.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Its file cannot be used, or a statement failed.
    #[error(transparent)]
    File(#[from] FileError),
    /// The change could not be stored, for this reason.
    #[error("nothing can be stored: {0}")]
    Commit(String),
    /// A row is damaged; its description.
    #[error("its rows in the database are damaged: {0}")]
    Row(String),
    /// There is no such finished game.
    #[error("the database has no finished game {0}")]
    NoGame(String),
    /// The game's moves have been deleted; its result is kept.
    #[error("the replay of {0} has made room for newer ones (--keep); its result stays")]
    NoReplay(String),
    /// Too much waits for the database already.
    #[error("too much waits for the database")]
    Crowded,
    /// The database's thread has ended.
    #[error("the database has been closed")]
    Gone,
}

/// The result of a request to a server's database.
pub type Stored<T> = Result<T, StoreError>;

impl StoreError {
    /// The error of a server that does not start, which names the database if that is a file.
    #[must_use]
    pub fn at_start(self, path: Option<PathBuf>) -> Self {
        match (self, path) {
            (Self::Commit(why), Some(path)) => FileError::Open(path, format!("nothing can be stored: {why}")).into(),
            (Self::File(FileError::Statement(error)), Some(path)) => FileError::Open(path, error.to_string()).into(),
            (error, _) => error,
        }
    }

    /// The error for one item: damage is put down to its rows and to nothing else.
    #[must_use]
    pub fn of_rows(self) -> Self {
        match self {
            Self::File(FileError::Row(what)) => Self::Row(what),
            Self::File(FileError::Statement(error)) if error.sqlite_error_code() == Some(DatabaseCorrupt) => {
                Self::Row(error.to_string())
            }
            other => other,
        }
    }
}

impl From<Error> for StoreError {
    fn from(error: Error) -> Self {
        FileError::from(error).into()
    }
}

/// The number of rows left out of each list when that was last logged.
static LEFT_OUT: Mutex<BTreeMap<&'static str, usize>> = Mutex::new(BTreeMap::new());

/// True if a row could not be read because of its content: a value of another type, a number out of range, invalid
/// text, another number of rows than expected.
#[must_use]
pub fn is_damage(error: &Error) -> bool {
    matches!(
        error,
        Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
            | Error::Utf8Error(..)
            | Error::QueryReturnedNoRows
    )
}

/// All rows of a list that can be read. Damaged ones are left out; the log says how many, whenever
/// that changes.
///
/// # Errors
/// If the statement fails.
pub fn readable<T>(rows: impl Iterator<Item = Result<T, Error>>, list: &'static str) -> Result<Vec<T>, Error> {
    let (mut read, mut damaged, mut example) = (Vec::new(), 0, None);
    for row in rows {
        match row {
            Ok(row) => read.push(row),
            Err(error) if is_damage(&error) => {
                damaged += 1;
                example.get_or_insert(error);
            }
            Err(error) => return Err(error),
        }
    }
    let mut left_out = lock(&LEFT_OUT);
    let before = left_out.insert(list, damaged).unwrap_or(0);
    if let Some(example) = example.filter(|_| damaged != before) {
        log::warn!("{list}: {damaged} damaged rows of the database are left out, the first because of: {example}");
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::Connection;

    #[test]
    fn a_damaged_row_costs_itself_alone() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE t (a); INSERT INTO t VALUES (1), ('x'), (NULL), (-1), (2)").unwrap();
        let mut statement = connection.prepare("SELECT a FROM t").unwrap();
        let rows = statement.query_map([], |row| row.get::<_, u8>(0)).unwrap();
        assert_eq!(readable(rows, "numbers").unwrap(), [1, 2]);
        let failing = [Ok(1), Err(Error::InvalidQuery), Ok(2)];
        assert!(readable(failing.into_iter(), "numbers").is_err(), "the database is not blamed on a row");
    }
}
