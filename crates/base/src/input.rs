//! Files that are read, up to a bound and without waiting for what never comes.

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// A byte-order mark, which some writers of UTF-8 begin with.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// True for a descriptor that this process was started with: `/dev/stdin`, or `/dev/fd/63` as a shell writes `<(…)`.
pub(crate) fn is_descriptor(path: &Path) -> bool {
    let folder = path.parent().and_then(Path::to_str);
    matches!(folder, Some("/dev/fd" | "/proc/self/fd"))
        || ["/dev/stdin", "/dev/stdout", "/dev/stderr"].iter().any(|name| path == Path::new(name))
}

/// Opens a plain file, to which links may lead. Nothing waits: not even for the writer of a pipe, which is refused.
///
/// # Errors
/// Fails with the error of the file system, or for a folder, a pipe or a device.
pub fn plain(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    let file = options.custom_flags(OFlags::NONBLOCK.bits().cast_signed()).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("not a plain file")) }
}

/// Opens a file to read it: a plain one, `/dev/null`, or whatever this process was started with.
///
/// # Errors
/// As [`plain`].
pub fn open(path: &Path) -> io::Result<File> {
    if !is_descriptor(path) && path != Path::new("/dev/null") {
        return plain(path, File::options().read(true));
    }
    let file = File::options().read(true).custom_flags(OFlags::NONBLOCK.bits().cast_signed()).open(path)?;
    // Opening did not wait, reading does.
    fcntl_setfl(&file, fcntl_getfl(&file)? - OFlags::NONBLOCK)?;
    Ok(file)
}

/// Reads all of an open file, which has at most this number of bytes.
///
/// # Errors
/// Fails with the error of the file system; with [`ErrorKind::FileTooLarge`] if the file has more bytes, and with
/// [`ErrorKind::OutOfMemory`] if there is no memory for them.
pub fn all(file: &File, most: u64) -> io::Result<Vec<u8>> {
    let long = || io::Error::new(ErrorKind::FileTooLarge, format!("more than {most} bytes"));
    let length = file.metadata()?.len();
    if length > most {
        return Err(long());
    }
    let mut bytes = Vec::new();
    let room = bytes.try_reserve_exact(usize::try_from(length).unwrap_or(usize::MAX));
    room.map_err(|_| io::Error::from(ErrorKind::OutOfMemory))?;
    // One byte more than allowed tells an endless input from one that just fits.
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(long()) } else { Ok(bytes) }
}

/// Text as all readers of small files take it, whatever system wrote it: lines that end with LF, and no byte-order
/// mark before any, for files may be several in a row.
#[must_use]
pub fn tidy(bytes: &[u8]) -> Vec<u8> {
    let tidy = |line| {
        let line = <[u8]>::strip_prefix(line, MARK).unwrap_or(line);
        line.strip_suffix(b"\r").unwrap_or(line)
    };
    bytes.split(|byte| *byte == b'\n').map(tidy).collect::<Vec<_>>().join(&b'\n')
}

/// Reads a file of text of at most this number of bytes, [tidy].
///
/// # Errors
/// As [`open`] and [`all`].
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    all(&open(path)?, most).map(|bytes| tidy(&bytes))
}

/// Reads a text of at most this number of bytes.
///
/// # Errors
/// As [`read`] and [`utf8`].
pub fn text(path: &Path, most: u64) -> io::Result<String> {
    read(path, most).and_then(utf8)
}

/// Bytes of a file as its text.
///
/// # Errors
/// The line (from 1) that is not UTF-8.
pub fn utf8(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()].split(|byte| *byte == b'\n').count();
        io::Error::new(ErrorKind::InvalidData, format!("line {line} is not UTF-8"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    #[test]
    fn files_are_read_up_to_their_bound() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read(&path, 5).unwrap(), b"12345");
        for (bytes, due) in [
            (&b"\xef\xbb\xbfa\r\nb \r\n"[..], &b"a\nb \n"[..]),
            (b"a\r", b"a"),
            (b"a\n\xef\xbb\xbfb\rc\n\r\n", b"a\nb\rc\n\n"),
            (b"", b""),
        ] {
            assert_eq!(tidy(bytes), due);
        }
        let long = read(&path, 4).unwrap_err();
        assert_eq!((long.kind(), long.to_string().as_str()), (ErrorKind::FileTooLarge, "more than 4 bytes"));
        // Files of the kernel do not say how long they are.
        assert!(!read(Path::new("/proc/self/status"), 1 << 20).unwrap().is_empty());
        assert!(read(Path::new("/proc/self/status"), 9).is_err_and(|error| error.kind() == ErrorKind::FileTooLarge));
        fs::write(&path, b"a\nb\xff\n").unwrap();
        assert_eq!(text(&path, 9).unwrap_err().to_string(), "line 2 is not UTF-8");
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        assert!(read(&path, 1 << 39).is_err_and(|error| error.kind() == ErrorKind::FileTooLarge));
        assert!(read(&path, u64::MAX).is_err_and(|error| error.kind() == ErrorKind::OutOfMemory));
    }

    #[test]
    fn what_is_no_plain_file_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let [pipe, socket, link] = ["pipe", "socket", "link"].map(|name| folder.path().join(name));
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let _listener = UnixListener::bind(&socket).unwrap();
        std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
        for path in [&pipe, &socket, &link, Path::new("/dev/zero"), folder.path()] {
            assert!(read(path, u64::MAX).is_err(), "{}", path.display());
        }
        assert_eq!(read(&pipe, 9).unwrap_err().to_string(), "not a plain file");
        assert_eq!(read(Path::new("/dev/null"), 9).unwrap(), b"");
    }
}
