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
use std::fmt;
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
#[derive(Debug)]
pub enum FileError {
    /// Another process owns it, which is named.
    InUse(PathBuf, &'static str),
    /// The file, its folder or its lock file cannot be opened or made.
    Open(PathBuf, String),
    /// Nothing says where the user's files are.
    NoPlace,
    /// There is no such file.
    Missing(PathBuf),
    /// The file is no `SQLite` database, or one of another program; the kind of database that is expected.
    Foreign(PathBuf, &'static str),
    /// A later version of this program wrote it: the version of its layout, the last known.
    Newer(PathBuf, i64, i64),
    /// `SQLite` finds its pages inconsistent; its message.
    Damaged(PathBuf, String),
    /// A statement failed.
    Statement(Error),
    /// A row holds what this program never writes; what.
    Row(String),
}

impl fmt::Display for FileError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InUse(path, holder) => write!(out, "{}: {holder} is using this database", path.display()),
            Self::Open(path, error) => write!(out, "{}: {error}{}", path.display(), absent_folder(path)),
            Self::NoPlace => out.write_str("neither XDG_DATA_HOME nor HOME says where the database is"),
            Self::Missing(path) => write!(out, "{}: there is no such database", path.display()),
            Self::Foreign(path, owner) => write!(out, "{}: this is not a database of {owner}", path.display()),
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
            Self::Statement(error) => write!(out, "the database failed: {error}"),
            Self::Row(what) => write!(out, "a row of the database is damaged: {what}"),
        }
    }
}

impl std::error::Error for FileError {}

impl From<Error> for FileError {
    fn from(error: Error) -> Self {
        if is_damage(&error) { Self::Row(error.to_string()) } else { Self::Statement(error) }
    }
}

/// An error of a server's database.
#[derive(Debug)]
pub enum StoreError {
    /// Its file cannot be used, or a statement failed.
    File(FileError),
    /// The change could not be stored, for this reason.
    Commit(String),
    /// A row is damaged; its description.
    Row(String),
    /// There is no such finished game.
    NoGame(String),
    /// The game's moves have been deleted; its result is kept.
    NoReplay(String),
    /// Too much waits for the database already.
    Crowded,
    /// The database's thread has ended.
    Gone,
}

impl fmt::Display for StoreError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(out),
            Self::Commit(error) => write!(out, "nothing can be stored: {error}"),
            Self::Row(what) => write!(out, "its rows in the database are damaged: {what}"),
            Self::NoGame(id) => write!(out, "the database has no finished game {id}"),
            Self::NoReplay(id) => {
                write!(out, "the replay of {id} has made room for newer ones (--keep); its result stays")
            }
            Self::Crowded => out.write_str("too much waits for the database"),
            Self::Gone => out.write_str("the database has been closed"),
        }
    }
}

impl std::error::Error for StoreError {}

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

impl From<FileError> for StoreError {
    fn from(error: FileError) -> Self {
        Self::File(error)
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
