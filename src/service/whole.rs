//! Files that are read and written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

/// Reads a file of at most so many bytes; `None` if it is longer.
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

/// Writes a file, which then holds all of these bytes, or, if that fails, what it held before:
/// they are written beside it, and then put in its place.
///
/// # Errors
///
/// What the file system says.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, bytes, File::sync_all)
}

/// The same for a file that the next reader must find whole, but that need not outlive a power
/// cut: nothing waits for the disk.
///
/// # Errors
///
/// What the file system says.
pub fn swap(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, bytes, |_| Ok(()))
}

/// Writes beside, settles, and puts in place.
fn put(path: &Path, bytes: &[u8], settle: impl Fn(&File) -> io::Result<()>) -> io::Result<()> {
    let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::IsADirectory))?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}", std::process::id()));
    let beside = path.with_file_name(hidden);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        settle(&file)?;
        fs::rename(&beside, path)
    });
    if written.is_err() {
        // What went wrong before says more than that this fails, too.
        let _ = fs::remove_file(&beside);
    }
    written
}
