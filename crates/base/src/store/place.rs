//! Places and permissions of databases that belong to the user who runs the program, and to no server.

use super::FileError;
use std::env;
use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// The program's folder among those of others.
const FOLDER: &str = "boardbots";

/// The path of this file of the user's: `$XDG_DATA_HOME/boardbots/FILE`, or without that
/// `~/.local/share/boardbots/FILE` (XDG Base Directory Specification 0.8).
///
/// # Errors
/// [`FileError::NoPlace`] if the environment names neither folder.
pub fn of_user(file: &str) -> Result<PathBuf, FileError> {
    let data = among(env::var_os("XDG_DATA_HOME"), env::var_os("HOME")).ok_or(FileError::NoPlace)?;
    Ok(data.join(FOLDER).join(file))
}

/// The folder of all programs' data. Paths that are not absolute say nothing.
fn among(data: Option<OsString>, home: Option<OsString>) -> Option<PathBuf> {
    let absolute = |path: OsString| Some(PathBuf::from(path)).filter(|path| path.is_absolute());
    data.and_then(absolute).or_else(|| Some(home.and_then(absolute)?.join(".local/share")))
}

/// Makes the folder of a file, if there is none.
///
/// # Errors
/// [`FileError::Open`] if it cannot be made.
pub fn make_folder(file: &Path) -> Result<(), FileError> {
    let Some(folder) = file.parent() else { return Ok(()) };
    fs::create_dir_all(folder).map_err(|error| FileError::Open(folder.to_path_buf(), error.to_string()))
}

/// Bytes of the disk that holds a file which are free for this user.
///
/// # Errors
/// Fails with the error of the file system.
pub fn free(path: &Path) -> io::Result<u64> {
    let disk = rustix::fs::statvfs(path)?;
    Ok(disk.f_bavail * disk.f_frsize)
}

/// A name beside a file, such as `FILE.lock`.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

/// Makes an empty file that its owner alone can read and write.
///
/// # Errors
/// Fails with the error of the file system, also if the file exists.
pub(super) fn make_private(path: &Path) -> io::Result<File> {
    File::options().read(true).write(true).create_new(true).mode(0o600).open(path)
}

/// Makes the file of a database that is not there yet, so that its owner alone can read it and what `SQLite` puts
/// beside it, which gets the same mode. Earlier versions left that to the umask: where everybody can read it, from
/// now on its owner alone can. A mode that lets in a group alone was meant so.
pub(super) fn keep_private(path: &Path) {
    if make_private(path).is_ok() {
        return;
    }
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    for name in ["", "-wal", "-shm", ".lock"].map(|ending| beside(&real, ending)) {
        let mode = fs::metadata(&name).map_or(0, |found| found.permissions().mode());
        if mode & 0o007 != 0 && fs::set_permissions(&name, Permissions::from_mode(mode & 0o700)).is_ok() {
            log::warn!("{}: everybody could read this; now its owner alone can", name.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_absolute_path_counts() {
        let place = |data: Option<&str>, home: Option<&str>| among(data.map(Into::into), home.map(Into::into));
        assert_eq!(place(Some("/data"), Some("/home/ada")), Some("/data".into()));
        assert_eq!(place(Some("/data"), None), Some("/data".into()));
        for none in [None, Some(""), Some("data"), Some("~/data")] {
            assert_eq!(place(none, Some("/home/ada")), Some("/home/ada/.local/share".into()));
            assert_eq!(place(none, none), None);
        }
    }
}
