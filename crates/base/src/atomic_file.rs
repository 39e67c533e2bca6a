//! Files that are read and written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// Reads a file of at most this number of bytes; `None` if it is longer.
///
/// # Errors
///
/// What the file system says.
pub fn read(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    // One byte more than allowed tells an endless file from one that just fits.
    File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

/// How long a lock is waited for: a process that is being started holds the locks of its parent
/// for a moment, and an owner that is ending needs one, too.
const PASSING: Duration = Duration::from_millis(500);
/// Pause between two looks at a lock.
const PAUSE: Duration = Duration::from_millis(10);

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

/// Writes a file, which then holds all of these bytes, or, if that fails, what it held before:
/// they are written beside it, and then put in its place.
///
/// # Errors
///
/// What the file system says.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, |file| file.write_all(bytes), File::sync_all)
}

/// The same for a file that is written piece by piece: it need not be in memory as a whole.
///
/// # Errors
///
/// What the file system says, or `fill`.
pub fn write_with(path: &Path, fill: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>) -> io::Result<()> {
    let pieces = |file: &mut File| {
        let mut out = BufWriter::new(file);
        fill(&mut out)?;
        out.flush()
    };
    put(path, pieces, File::sync_all)
}

/// The same for a file that the next reader must find whole, but that need not outlive a power
/// cut: nothing waits for the disk.
///
/// # Errors
///
/// What the file system says.
pub fn swap(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, |file| file.write_all(bytes), |_| Ok(()))
}

/// Fills a file beside, settles it, and puts it in place.
fn put(
    path: &Path,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
    settle: impl Fn(&File) -> io::Result<()>,
) -> io::Result<()> {
    let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::IsADirectory))?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}", std::process::id()));
    let beside = path.with_file_name(hidden);
    let written = File::create(&beside).and_then(|mut file| {
        fill(&mut file)?;
        settle(&file)?;
        fs::rename(&beside, path)
    });
    if written.is_err() {
        // What went wrong before says more than that this fails, too.
        let _ = fs::remove_file(&beside);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

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
