//! Opening databases.

use super::layout::BUSY;
use super::{FileError, Layout};
use crate::atomic_file;
use rusqlite::{Connection, OpenFlags};
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Opens a database to write, and makes it if there is none.
///
/// # Errors
/// Everything that [`FileError`] says about opening, but for locks.
pub fn open(path: &Path, layout: &Layout) -> Result<Connection, FileError> {
    let mut connection =
        Connection::open(path).map_err(|error| FileError::Open(path.to_path_buf(), error.to_string()))?;
    connection.busy_timeout(BUSY)?;
    layout.prepare(&mut connection, path)?;
    Ok(connection)
}

/// Makes a database that lives in memory.
///
/// # Errors
/// If there is no memory for it.
pub fn open_in_memory(layout: &Layout) -> Result<Connection, FileError> {
    let mut connection = Connection::open_in_memory()?;
    layout.prepare(&mut connection, Path::new("(in memory)"))?;
    Ok(connection)
}

/// Opens a database to read from it, beside others who may be writing.
///
/// # Errors
/// Everything that [`FileError`] says about opening, but for locks.
pub fn open_to_read(path: &Path, layout: &Layout) -> Result<Connection, FileError> {
    if !path.exists() {
        return Err(FileError::Missing(path.to_path_buf()));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)
        .map_err(|error| FileError::Open(path.to_path_buf(), error.to_string()))?;
    connection.busy_timeout(BUSY)?;
    layout.check(&connection, path)?;
    Ok(connection)
}

/// Takes the lock, on `FILE.lock`, that says that one process owns this database, as long as
/// what comes back is kept. Readers are not kept out. `holder` names another possible owner.
///
/// # Errors
/// Another process has it, or the lock file cannot be made.
pub fn lock(path: &Path, holder: &'static str) -> Result<File, FileError> {
    let mut name = path.as_os_str().to_os_string();
    name.push(".lock");
    let name = PathBuf::from(name);
    let refused = |error: io::Error| FileError::Open(name.clone(), error.to_string());
    let file = File::options().create(true).truncate(false).write(true).open(&name).map_err(refused)?;
    match atomic_file::lock(&file) {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(FileError::InUse(path.to_path_buf(), holder)),
        Err(TryLockError::Error(error)) => Err(refused(error)),
    }
}
