//! Opening databases.

use super::layout::{self, BUSY};
use super::place::{beside, keep_private};
use super::{FileError, Layout};
use crate::atomic_file;
use crate::pulse::Pulse;
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Opens a database to write, and makes it if there is none.
///
/// # Errors
/// Everything that [`FileError`] says about opening, but for locks.
pub fn open(path: &Path, layout: &Layout) -> Result<Connection, FileError> {
    open_for(layout.current(), path, layout, true)
}

/// The same, with the layout that another version of this program has, and checked as a whole or not.
///
/// # Errors
/// As [`open`].
pub fn open_for(target: i64, path: &Path, layout: &Layout, check: bool) -> Result<Connection, FileError> {
    keep_private(path);
    if is_large(path) {
        // Systemd waits while a log that was left behind is read, and missing indexes are made.
        Pulse::of_this_process().takes(Duration::from_mins(10));
    }
    let mut connection = connect(path, OpenFlags::default())?;
    layout.check(&connection, path)?;
    if check {
        layout::sound(&connection, path)?;
    }
    layout.prepare_for(target, &mut connection, path)?;
    Ok(connection)
}

/// True if the check of this database takes long: above 16 MiB, that is seconds on a card.
#[must_use]
pub fn is_large(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.len() > 16 << 20)
}

/// Opens again what is in use: nothing of it is checked, and nothing made.
///
/// # Errors
/// The file is gone or cannot be opened.
pub fn open_again(path: &Path) -> Result<Connection, FileError> {
    let connection = connect(path, OpenFlags::default() - OpenFlags::SQLITE_OPEN_CREATE)?;
    layout::ready(&connection)?;
    Ok(connection)
}

/// Connects to the file as it is.
fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, FileError> {
    // Some names that are no absolute paths mean something else to SQLite.
    let place = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let connection = Connection::open_with_flags(place, flags)
        .map_err(|error| FileError::Open(path.to_path_buf(), error.to_string()))?;
    connection.busy_timeout(BUSY)?;
    Ok(connection)
}

/// Makes a database that lives in memory.
///
/// # Errors
/// If there is no memory for it.
pub fn open_in_memory(layout: &Layout) -> Result<Connection, FileError> {
    let mut connection = Connection::open_in_memory()?;
    layout.prepare_for(layout.current(), &mut connection, Path::new("(in memory)"))?;
    Ok(connection)
}

/// Opens a database to read from it, beside others who may be writing.
///
/// # Errors
/// Everything that [`FileError`] says about opening, but for locks.
pub fn open_to_read(path: &Path, layout: &Layout) -> Result<Connection, FileError> {
    let connection = connect_to_read(path)?;
    layout.check(&connection, path)?;
    Ok(connection)
}

/// Connects to a file of any layout, to read from it.
///
/// # Errors
/// [`FileError::Missing`] or [`FileError::Open`].
pub fn connect_to_read(path: &Path) -> Result<Connection, FileError> {
    if !path.exists() {
        return Err(FileError::Missing(path.to_path_buf()));
    }
    // A pipe would keep it waiting for a writer.
    if !path.is_file() {
        return Err(FileError::Open(path.to_path_buf(), "not a plain file".into()));
    }
    connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)
}

/// The lock of the one process that owns a database; held until it is dropped.
pub type Lock = Vec<File>;

/// Takes the lock on a database: on the file itself, by whichever name, and on `FILE.lock`, where earlier versions
/// look. Readers are not kept out. `holder` names another possible owner.
///
/// The file must not be opened before, and what comes back must be kept until all connections are closed: when a
/// process closes a file, it loses the locks that `SQLite` has on it.
///
/// # Errors
/// Another process has it, or the file or its lock file cannot be made.
pub fn lock(path: &Path, holder: &'static str) -> Result<Lock, FileError> {
    let hold = |name: PathBuf| {
        let refused = |error: io::Error| FileError::Open(name.clone(), error.to_string());
        if fs::metadata(&name).is_ok_and(|found| !found.is_file()) {
            return Err(refused(io::Error::other("this is no regular file")));
        }
        let made = File::options().read(true).write(true).create(true).truncate(false).mode(0o600).open(&name);
        let file = made.or_else(|error| File::open(&name).map_err(|_| error)).map_err(refused)?;
        match atomic_file::lock(&file) {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(FileError::InUse(path.to_path_buf(), holder)),
            Err(TryLockError::Error(error)) => Err(refused(error)),
        }
    };
    let mut lock = vec![hold(beside(path, ".lock"))?, hold(path.to_path_buf())?];
    if path.is_symlink()
        && let Ok(real) = fs::canonicalize(path)
    {
        lock.push(hold(beside(&real, ".lock"))?);
    }
    Ok(lock)
}
