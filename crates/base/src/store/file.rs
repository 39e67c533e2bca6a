//! Opening databases.

use super::layout::{self, BUSY};
use super::{FileError, Layout};
use crate::atomic_file;
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, File, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Opens a database to write, and makes it if there is none.
///
/// # Errors
/// Everything that [`FileError`] says about opening, but for locks.
pub fn open(path: &Path, layout: &Layout) -> Result<Connection, FileError> {
    open_for(layout.current(), path, layout)
}

/// The same, with the layout that an older version of this program has.
///
/// # Errors
/// As [`open`].
pub fn open_for(target: i64, path: &Path, layout: &Layout) -> Result<Connection, FileError> {
    open_checked(target, path, layout, true)
}

/// Opens a database for a server, which checks a large one while it serves.
///
/// # Errors
/// As [`open`].
pub fn open_to_serve(path: &Path, layout: &Layout) -> Result<Connection, FileError> {
    open_checked(layout.current(), path, layout, !is_large(path))
}

fn open_checked(target: i64, path: &Path, layout: &Layout, check: bool) -> Result<Connection, FileError> {
    keep_private(path);
    let mut connection = connect(path)?;
    layout.check(&connection, path)?;
    if check {
        layout::sound(&connection, path)?;
    }
    layout.prepare_for(target, &mut connection, path)?;
    Ok(connection)
}

/// Whether the check of this database takes long: above 16 MiB, that is seconds on a card.
pub(super) fn is_large(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.len() > 16 << 20)
}

/// Opens again what is in use: nothing of it is checked.
#[cfg(feature = "writer")]
pub(super) fn open_again(path: &Path) -> Result<Connection, FileError> {
    let connection = connect(path)?;
    layout::ready(&connection)?;
    Ok(connection)
}

/// Connects to the file as it is.
fn connect(path: &Path) -> Result<Connection, FileError> {
    let refused = |error: String| FileError::Open(path.to_path_buf(), error);
    // Some names that are no paths mean something else to SQLite.
    let place = std::path::absolute(path).map_err(|error| refused(error.to_string()))?;
    let connection = Connection::open(place).map_err(|error| refused(error.to_string()))?;
    connection.busy_timeout(BUSY)?;
    Ok(connection)
}

/// Makes the file of a database that is not there yet, so that its owner alone can read it and what `SQLite` puts
/// beside it, which gets the same mode. Earlier versions left that to the umask: what others can read is closed to
/// them, and to a group that was not meant either.
fn keep_private(path: &Path) {
    if make_private(path).is_ok() {
        return;
    }
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    for name in ["", "-wal", "-shm", ".lock"].map(|ending| beside(&real, ending)) {
        let Ok(mode) = fs::metadata(&name).map(|found| found.permissions().mode()) else { continue };
        if mode & 0o007 != 0 {
            match fs::set_permissions(&name, Permissions::from_mode(mode & 0o700)) {
                Ok(()) => log::warn!("{}: others could read it; now its owner alone can", name.display()),
                Err(error) => log::warn!("{}: others can read it: {error}", name.display()),
            }
        }
    }
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
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)
        .map_err(|error| FileError::Open(path.to_path_buf(), error.to_string()))?;
    connection.busy_timeout(BUSY)?;
    Ok(connection)
}

/// A name beside a file, such as `FILE.lock`.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

/// What says that one process owns a database, as long as it is kept.
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

/// Makes an empty file that its owner alone can read and write.
///
/// # Errors
/// What the file system says, also if there is one.
pub(super) fn make_private(path: &Path) -> io::Result<File> {
    File::options().read(true).write(true).create_new(true).mode(0o600).open(path)
}
