//! Files that are written whole or not at all.

use super::input::is_descriptor;
use std::ffi::OsStr;
use std::fs::{self, File, Permissions, TryLockError};
use std::io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};
use std::process;
use std::thread;
use std::time::{Duration, Instant};

/// The longest wait for a lock: a process that is being started holds the locks of its parent for a moment, and an
/// owner that is ending needs one, too.
const PASSING: Duration = Duration::from_millis(500);
/// Pause between two looks at a lock.
const PAUSE: Duration = Duration::from_millis(10);

/// The remedy where the folder of a new file is missing, as the end of a message; else nothing.
#[must_use]
pub fn absent_folder(path: &Path) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    folder.map_or_else(String::new, |folder| format!("; make the folder first: mkdir -p {}", folder.display()))
}

/// Locks a file for this process alone, for as long as it is open.
///
/// # Errors
///
/// [`TryLockError::WouldBlock`] if another process has it, or what the file system says.
pub fn lock(file: &File) -> Result<(), TryLockError> {
    let until = Instant::now() + PASSING;
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if Instant::now() < until => thread::sleep(PAUSE),
            done => return done,
        }
    }
}

/// Most links that lead from one to another; the kernel follows as many.
const LINKS: usize = 40;
/// Names beside a file that are tried, where processes have died before they removed theirs.
const NAMES: u32 = 1000;

/// Writes a file, which then holds all of these bytes, or, if that fails, what it held before: they are written
/// beside it, and then put in its place. Settling its name comes last: if that fails, it holds the new bytes, but a
/// power cut may bring back the old ones. A link stays, and what it leads to is replaced; permissions stay. Pipes and
/// devices are written into, and so is stdout, which is called `-`.
///
/// # Errors
///
/// Fails with the error of the file system.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let written = if is_stdout(path) {
        io::stdout().write_all(bytes).and_then(|()| io::stdout().flush())
    } else if is_stream(path) {
        File::options().append(true).open(path).and_then(|mut file| file.write_all(bytes))
    } else {
        return put(&target(path)?, |file| file.write_all(bytes), true, None);
    };
    // A reader that has closed the pipe is not an error.
    written.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

/// The same for a file that is written piece by piece: it need not be in memory as a whole. It is a plain one.
///
/// # Errors
///
/// Fails with the error of the file system, or of `fill`.
pub fn write_with(path: &Path, fill: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>) -> io::Result<()> {
    let pieces = |file: &mut File| {
        let mut out = BufWriter::new(file);
        fill(&mut out)?;
        out.flush()
    };
    put(&target(path)?, pieces, true, None)
}

/// The same as [`write`] for a plain file that has this mode afterwards, whatever the umask says and whoever could read
/// it before, and that is this process's own: a secret is never open to others, and what a service reads is open to it.
///
/// # Errors
///
/// Fails with the error of the file system.
pub fn write_mode(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    put(&target(path)?, |file| file.write_all(bytes), true, Some(mode))
}

/// The same as [`write`] for a file that the next reader must find whole, but that need not outlive a power cut:
/// nothing waits for the disk. What is no plain file is left alone: it would get version after version.
///
/// # Errors
///
/// Fails with the error of the file system.
pub fn swap(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if is_stream(path) { Ok(()) } else { put(&target(path)?, |file| file.write_all(bytes), false, None) }
}

/// The same as [`swap`] in a folder of others: whatever has this name is replaced, also a link or a pipe.
///
/// # Errors
///
/// Fails with the error of the file system.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, |file| file.write_all(bytes), false, None)
}

/// True if one of these files is stdout, so that other output of a command would garble it.
#[must_use]
pub fn fills_stdout(files: &[Option<&Path>]) -> bool {
    files.iter().flatten().any(|path| is_stdout(path))
}

/// True if a path is that of stdout.
#[must_use]
pub fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// True for a path that cannot be replaced: a pipe, a device, a descriptor that this process was started with.
fn is_stream(path: &Path) -> bool {
    let special = |about: fs::Metadata| !about.is_file() && !about.is_dir();
    is_stdout(path) || is_descriptor(path) || fs::metadata(path).is_ok_and(special)
}

/// The file to which a path leads over links, whether it is there or not.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        let Ok(link) = fs::read_link(&path) else { return Ok(path) };
        path.pop();
        path.push(link);
    }
    Err(io::Error::other("too many links"))
}

/// Fills a file beside, settles it, and puts it in place, with this mode or with what the old file had.
fn put(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>, settle: bool, own: Option<u32>) -> io::Result<()> {
    if path.file_name().is_none() {
        return Err(ErrorKind::IsADirectory.into());
    }
    let old = fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file);
    // What only some may read is never open to others.
    let mode = if old.is_some() || own.is_some() { 0o600 } else { 0o666 };
    let made = |number: u32| {
        let beside = path.with_file_name(format!(".boardbots-{}-{number}", process::id()));
        let file = File::options().write(true).create_new(true).mode(mode).open(&beside);
        file.map(|file| (beside, file))
    };
    let taken = |made: &io::Result<_>| made.as_ref().is_err_and(|error| error.kind() == ErrorKind::AlreadyExists);
    let made = (1..NAMES).map(made).find(|made| !taken(made));
    let (beside, mut file) = made.unwrap_or_else(|| Err(ErrorKind::AlreadyExists.into()))?;
    let written = fill(&mut file).and_then(|()| {
        if let Some(mode) = own {
            file.set_permissions(Permissions::from_mode(mode))?;
        } else if let Some(old) = old {
            // Only root can give files away; to all others, those that they make belong.
            let _ = fchown(&file, Some(old.uid()), Some(old.gid()));
            file.set_permissions(Permissions::from_mode(old.mode() & 0o777))?;
        }
        if settle {
            file.sync_all()?;
        }
        fs::rename(&beside, path)
    });
    match written {
        Ok(()) if settle => sync_folder(path),
        Ok(()) => Ok(()),
        Err(error) => {
            // What went wrong before says more than that this fails, too.
            drop(fs::remove_file(&beside));
            Err(error)
        }
    }
}

/// Sees to it that the name of a new file outlives a power cut, where this process may open the folder and the file
/// system can do that.
///
/// # Errors
/// Fails with the error of the file system.
pub fn sync_folder(of: &Path) -> io::Result<()> {
    let folder = of.parent().filter(|folder| *folder != OsStr::new("")).unwrap_or(Path::new("."));
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error) if matches!(error.kind(), PermissionDenied | InvalidInput | Unsupported) => Ok(()),
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    #[test]
    fn links_and_permissions_stay() {
        let folder = tempfile::tempdir().unwrap();
        let [target, link, far, loops] = ["a/target", "link", "far", "loop"].map(|name| folder.path().join(name));
        fs::create_dir(folder.path().join("a")).unwrap();
        symlink("a/target", &link).unwrap();
        symlink(&link, &far).unwrap();
        symlink("loop", &loops).unwrap();
        // A link that leads nowhere yet says where the file is to be.
        write(&far, b"one").unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"one");
        for (mode, all) in [(0o600, [b"1", b"2", b"3"]), (0o664, [b"4", b"5", b"6"])] {
            fs::set_permissions(&target, Permissions::from_mode(mode)).unwrap();
            // As long as it is open, no other file gets its number.
            let before = File::open(&target).unwrap();
            write(&far, all[0]).unwrap();
            write_with(&link, |out| out.write_all(all[1])).unwrap();
            swap(&link, all[2]).unwrap();
            let about = fs::metadata(&target).unwrap();
            assert_eq!((fs::read(&target).unwrap(), about.mode() & 0o777), (all[2].to_vec(), mode));
            assert_ne!(about.ino(), before.metadata().unwrap().ino(), "it was replaced as a whole");
            assert!(far.is_symlink() && link.is_symlink());
        }
        assert!(write(&loops, b"x").is_err() && write(folder.path(), b"x").is_err());
        replace(&link, b"mine").unwrap();
        assert_eq!((link.is_symlink(), fs::read(&target).unwrap()), (false, b"6".to_vec()));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
        assert_eq!(fs::read_dir(folder.path().join("a")).unwrap().count(), 1);
    }

    #[test]
    fn a_mode_that_is_asked_for_is_that_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        for (old, mode) in [(None, 0o600), (Some(0o666), 0o600), (Some(0o600), 0o644)] {
            old.map_or(Ok(()), |old| fs::set_permissions(&path, Permissions::from_mode(old))).unwrap();
            write_mode(&path, b"s3cr3t", mode).unwrap();
            assert_eq!(
                (fs::metadata(&path).unwrap().mode() & 0o777, fs::read(&path).unwrap()),
                (mode, b"s3cr3t".into())
            );
        }
    }

    #[test]
    fn what_fails_leaves_the_file_as_it_was_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write(&path, b"old").unwrap();
        // Left behind by a process of this number that was killed; a link would lead elsewhere.
        let stale = folder.path().join(format!(".boardbots-{}-1", process::id()));
        symlink(folder.path().join("elsewhere"), &stale).unwrap();
        let full = write_with(&path, |out| {
            out.write_all(b"new")?;
            out.flush()?;
            let beside = folder.path().join(format!(".boardbots-{}-2", process::id()));
            assert_eq!(fs::metadata(beside)?.mode() & 0o777, 0o600, "nobody else reads it meanwhile");
            Err(ErrorKind::StorageFull.into())
        });
        assert!(full.is_err_and(|error| error.kind() == ErrorKind::StorageFull));
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        assert!(stale.is_symlink());
    }

    #[test]
    fn a_folder_that_cannot_be_settled_is_told_where_that_is_a_failure() {
        // This file system has nothing to wait for, and says so.
        sync_folder(Path::new("/proc/file")).unwrap();
        let folder = tempfile::tempdir().unwrap();
        assert!(sync_folder(&folder.path().join("none/file")).is_err());
    }

    #[test]
    fn pipes_and_devices_are_written_into() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        write(&pipe, b"text").unwrap();
        assert_eq!(reader.join().unwrap(), b"text");
        // Not with each of many versions.
        swap(&pipe, b"text").unwrap();
        write(Path::new("/dev/null"), b"text").unwrap();
        let full = write(Path::new("/dev/full"), b"text");
        assert!(full.is_err_and(|error| error.kind() == ErrorKind::StorageFull));
        assert!(fs::metadata("/dev/null").is_ok_and(|about| !about.is_file()));
    }

    #[test]
    fn a_lock_that_is_held_for_a_moment_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let held = File::create(&path).unwrap();
        held.lock().unwrap();
        let other = File::open(&path).unwrap();
        let began = Instant::now();
        let release = thread::spawn(move || {
            thread::sleep(PASSING / 10);
            drop(held);
        });
        lock(&other).unwrap();
        release.join().unwrap();
        // For good it is refused.
        let third = File::open(&path).unwrap();
        assert!(matches!(lock(&third), Err(TryLockError::WouldBlock)));
        assert!(began.elapsed() >= PASSING);
    }
}
