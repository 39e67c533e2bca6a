//! Errors in the use of databases.

use super::rows;
use crate::atomic_file::absent_folder;
use rusqlite::ErrorCode::DatabaseCorrupt;
use std::fmt;
use std::path::PathBuf;

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
    Statement(rusqlite::Error),
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

impl From<rusqlite::Error> for FileError {
    fn from(error: rusqlite::Error) -> Self {
        if rows::is_damage(&error) { Self::Row(error.to_string()) } else { Self::Statement(error) }
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

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        FileError::from(error).into()
    }
}
