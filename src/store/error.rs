//! Why the file of a database cannot be used.

use std::fmt;
use std::path::PathBuf;

/// Why the file of a database cannot be used.
#[derive(Debug)]
pub enum FileError {
    /// Somebody else owns it, who is named.
    InUse(PathBuf, &'static str),
    /// The file, its folder or its lock file cannot be opened or made.
    Open(PathBuf, String),
    /// Nothing says where the user's files are.
    NoPlace,
    /// There is no such file.
    Missing(PathBuf),
    /// The file is no `SQLite` database, or one of another program; what it should hold.
    Foreign(PathBuf, &'static str),
    /// A later version of this program wrote it: the version of its layout, the last known.
    Newer(PathBuf, i64, i64),
    /// `SQLite` finds its pages inconsistent; what it says.
    Damaged(PathBuf, String),
    /// A statement failed.
    Statement(rusqlite::Error),
}

impl fmt::Display for FileError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InUse(path, holder) => write!(out, "{}: {holder} is using this database", path.display()),
            Self::Open(path, error) => write!(out, "{}: {error}", path.display()),
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
        }
    }
}

impl std::error::Error for FileError {}

impl From<rusqlite::Error> for FileError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Statement(error)
    }
}
