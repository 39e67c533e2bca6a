//! Files that only grow: what everything in them depends on in the first line, a result in every other.
//! Nothing is ever changed; after an interruption the journal goes on behind the last whole line.

use boardbots_base::{atomic_file, input};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, ErrorKind, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time between two waits for the disk: what was added since the last one can be lost with the machine's power.
const PAUSE: Duration = Duration::from_secs(1);

/// A kind of journal.
#[derive(Debug, PartialEq, Eq)]
pub struct JournalKind {
    /// Its name in messages.
    pub name: &'static str,
    /// The activity of the process that writes to it, for the error that it is locked.
    pub busy: &'static str,
    /// The beginning of every journal; files with another one are refused.
    pub head: &'static str,
    /// The version in the first line that this program writes and reads.
    pub version: u32,
    /// The most bytes.
    pub most: u64,
}

/// An error in the use of a journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// Another process writes to it.
    #[error("{0}: another process {busy}; wait for it", busy = .1.busy)]
    Locked(PathBuf, &'static JournalKind),
    /// The file is not a journal, for this reason.
    #[error("{0}: no record of a {name}: {2}; name another file", name = .1.name)]
    NoRecord(PathBuf, &'static JournalKind, String),
    /// The journal is of another match or tuning; the differing values.
    #[error("{0}: the record of another {name}: {2}; name another file", name = .1.name)]
    Other(PathBuf, &'static JournalKind, String),
    /// A line (from 1) is not a result, for this reason.
    #[error("{0}:{1}: {2}")]
    Line(PathBuf, usize, String),
}

/// A line of a journal that has a number.
pub trait Numbered: DeserializeOwned {
    /// Its name in errors.
    const WORD: &'static str;

    /// Its number, from 0.
    fn number(&self) -> u64;
}

/// A journal that is written.
#[derive(Debug)]
pub struct Journal {
    /// The path under which it was opened, with links resolved.
    named: PathBuf,
    /// Its present path.
    path: PathBuf,
    file: File,
    /// Bytes of all lines.
    length: u64,
    /// The time of the last wait for the disk.
    saved: Instant,
}

impl Journal {
    /// Opens a journal, and makes it if there is none, with this first line; `take` reads the lines that
    /// it holds, and refuses those of another first line. Nobody else can write to it meanwhile. What was
    /// torn off at its end is cut off.
    ///
    /// # Errors
    /// It cannot be used; then it is left as it is.
    pub fn open<T: Default>(
        subject: &'static JournalKind,
        path: &Path,
        first: &impl Serialize,
        take: impl FnOnce(&str) -> Result<T, JournalError>,
    ) -> Result<(Self, T), JournalError> {
        let io = |error| JournalError::Io(path.to_path_buf(), error);
        if atomic_file::is_stdout(path) {
            return Err(io(io::Error::other("a record is read again, so it needs a file")));
        }
        let file = input::plain(path, File::options().read(true).append(true).create(true)).map_err(io)?;
        match atomic_file::lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Locked(path.to_path_buf(), subject)),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        let (text, mut torn) = text(subject, path, &file)?;
        // A first line that was not written to its end had nothing behind it; it may be torn within
        // its first words. Where power failed, some file systems leave zeros for what they had no time to write.
        let (new, head) = (text.is_empty(), subject.head.as_bytes());
        torn.truncate(torn.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1));
        if new && !torn.starts_with(head) && !head.starts_with(&torn) {
            let why = "its first line has no end".to_string();
            return Err(JournalError::NoRecord(path.to_path_buf(), subject, why));
        }
        let taken = if new { T::default() } else { take(&text)? };
        file.set_len(text.len() as u64).map_err(io)?;
        let (named, length) = (fs::canonicalize(path).map_err(io)?, text.len() as u64);
        let mut journal = Self { path: named.clone(), named, file, length, saved: Instant::now() };
        if new {
            journal.add(first)?;
            journal.save()?;
            atomic_file::sync_folder(path).map_err(io)?;
        }
        Ok((journal, taken))
    }

    /// The same of a journal whose first line is a plan, and whose others are numbered from 0 and fewer than
    /// `most`.
    ///
    /// # Errors
    /// It cannot be used; then it is left as it is.
    pub fn open_numbered<P, L>(
        subject: &'static JournalKind,
        path: &Path,
        plan: &P,
        version: fn(&P) -> u32,
        most: u64,
    ) -> Result<(Self, Vec<L>), JournalError>
    where
        P: Serialize + DeserializeOwned + PartialEq,
        L: Numbered,
    {
        Self::open(subject, path, plan, |text| {
            let (found, lines) = first(subject, path, text, version)?;
            if found != *plan {
                return Err(JournalError::Other(path.to_path_buf(), subject, differing(&found, plan)));
            }
            let read = |(due, (number, line)): (u64, (usize, &str))| {
                let wrong = |why: String| JournalError::Line(path.to_path_buf(), number, why);
                let read: L = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
                if read.number() != due || due >= most {
                    return Err(wrong(format!("{} {} is not the one that comes here", L::WORD, read.number())));
                }
                Ok(read)
            };
            (0..).zip(lines).map(read).collect()
        })
    }

    /// Adds a line. Once a second it waits for the disk, and sees whether the file is still where it was.
    ///
    /// # Errors
    /// The file cannot be written, or as [`Journal::close`].
    pub fn add(&mut self, what: &impl Serialize) -> Result<(), JournalError> {
        let io = |error| JournalError::Io(self.path.clone(), error);
        let mut line = serde_json::to_vec(what).map_err(|error| io(error.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(io)?;
        self.length += line.len() as u64;
        if self.saved.elapsed() < PAUSE { Ok(()) } else { self.save() }
    }

    /// Ends it: all lines are on the disk, in the file that was named.
    ///
    /// # Errors
    /// They are not.
    pub fn close(mut self) -> Result<(), JournalError> {
        self.save()?;
        let moved = || format!("another file has taken its place meanwhile; the record is in {}", self.path.display());
        if self.path == self.named { Ok(()) } else { Err(JournalError::Io(self.named, io::Error::other(moved()))) }
    }

    fn save(&mut self) -> Result<(), JournalError> {
        let io = |error| JournalError::Io(self.path.clone(), error);
        let other = |what: String| io(io::Error::other(what));
        let lost = |error| other(format!("{error}; what was added since the last second may be lost"));
        self.file.sync_data().map_err(lost)?;
        self.saved = Instant::now();
        let own = self.file.metadata().map_err(io)?;
        if own.len() != self.length {
            return Err(other("another program has changed it meanwhile; see what is left in it".into()));
        }
        let place = |about: &Metadata| (about.dev(), about.ino());
        match fs::metadata(&self.path) {
            Ok(found) if place(&found) == place(&own) => Ok(()),
            Ok(_) => {
                let beside = |number| self.named.with_added_extension(format!("kept-{number}"));
                let free = (1..u32::MAX).map(beside).find(|path| !path.exists());
                self.copy("another file has taken its place", &free.unwrap_or_else(|| self.named.clone()))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => self.copy("it was deleted", &self.path.clone()),
            Err(error) => Err(io(error)),
        }
    }

    /// Goes on in a new file: the open one has all lines, but no name any more.
    fn copy(&mut self, why: &str, to: &Path) -> Result<(), JournalError> {
        let io = |error| JournalError::Io(to.to_path_buf(), error);
        let mut file = File::options().read(true).append(true).create_new(true).open(to).map_err(io)?;
        file.lock().map_err(io)?;
        self.file.rewind().and_then(|()| io::copy(&mut self.file, &mut file)).map_err(io)?;
        file.sync_all().map_err(io)?;
        atomic_file::sync_folder(to).map_err(io)?;
        log::warn!("{}: {why} while it was written; the record goes on in {}", self.path.display(), to.display());
        (self.file, self.path) = (file, to.to_path_buf());
        Ok(())
    }
}

/// The whole lines of a journal, which may be in use; a torn last one is passed over.
///
/// # Errors
/// It cannot be read, or has no line.
pub fn read(subject: &'static JournalKind, path: &Path) -> Result<String, JournalError> {
    let file = input::open(path).map_err(|error| JournalError::Io(path.to_path_buf(), error))?;
    let (text, _) = text(subject, path, &file)?;
    if text.is_empty() {
        return Err(JournalError::NoRecord(path.to_path_buf(), subject, "its first line is missing".into()));
    }
    Ok(text)
}

/// The whole lines of a file, and the torn rest behind them.
fn text(subject: &'static JournalKind, path: &Path, file: &File) -> Result<(String, Vec<u8>), JournalError> {
    let mut bytes = input::all(file, subject.most).map_err(|error| JournalError::Io(path.to_path_buf(), error))?;
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    // A torn character at the end belongs to a torn line.
    let torn = bytes.split_off(whole);
    let text = input::utf8(bytes).map_err(|error| JournalError::Io(path.to_path_buf(), error))?;
    Ok((text, torn))
}

/// The first line of a journal, and all others with their numbers.
///
/// # Errors
/// Fails if the text is not a journal, or of another version.
pub fn first<'a, P: DeserializeOwned>(
    subject: &'static JournalKind,
    path: &Path,
    text: &'a str,
    version: fn(&P) -> u32,
) -> Result<(P, impl Iterator<Item = (usize, &'a str)> + use<'a, P>), JournalError> {
    let mut lines = (1..).zip(text.lines());
    let none = |why: String| JournalError::NoRecord(path.to_path_buf(), subject, why);
    let first: P =
        serde_json::from_str(lines.next().map_or("", |(_, line)| line)).map_err(|error| none(error.to_string()))?;
    let (found, known) = (version(&first), subject.version);
    if found != known {
        return Err(none(format!("it has version {found}, and this program knows {known}")));
    }
    Ok((first, lines))
}

/// The differing values of two first lines, apart from files.
pub fn differing<P: Serialize>(found: &P, asked: &P) -> String {
    let [found, asked] = [found, asked].map(|plan| serde_json::to_value(plan).unwrap_or_default());
    let keys = |of: &serde_json::Value| of.as_object().map(|of| of.keys().cloned().collect::<Vec<_>>());
    let mut all: Vec<String> = [&found, &asked].into_iter().filter_map(keys).flatten().collect();
    all.sort_unstable();
    all.dedup();
    let differing = all.iter().filter(|key| *key != "files" && found.get(key) != asked.get(key));
    let show = |value: Option<&serde_json::Value>| value.map_or("nothing".into(), ToString::to_string);
    let parts =
        differing.map(|key| format!("{key} is {} there and {} here", show(found.get(key)), show(asked.get(key))));
    parts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    static SUBJECT: JournalKind =
        JournalKind { name: "test", busy: "tests", head: "{\"test\"", version: 1, most: 1 << 20 };

    fn open(path: &Path) -> Result<(Journal, Vec<String>), JournalError> {
        let first = serde_json::json!({ "test": 1 });
        Journal::open(&SUBJECT, path, &first, |text| Ok(text.lines().skip(1).map(str::to_string).collect()))
    }

    fn lines(path: &Path) -> Vec<String> {
        open(path).unwrap().1
    }

    #[test]
    fn zeros_at_the_end_are_what_was_torn_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        for (text, left) in
            [("", 0), ("{\"te", 0), ("{\"test\":1}\n", 0), ("{\"test\":1}\n1\n", 1), ("{\"test\":1}\n1\n2", 1)]
        {
            fs::write(&path, [text.as_bytes(), &[0; 5000]].concat()).unwrap();
            let (mut journal, found) = open(&path).unwrap();
            assert_eq!(found.len(), left, "{text}");
            journal.add(&7).unwrap();
            journal.close().unwrap();
            assert_eq!(lines(&path).last().map(String::as_str), Some("7"), "{text}");
        }
        // Zeros within a file are no end of it.
        for text in ["\0\0diary", "diary\0\0"] {
            fs::write(&path, text).unwrap();
            assert!(open(&path).is_err(), "{text:?}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn what_is_deleted_is_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["journal", "link"].map(|name| folder.path().join(name));
        symlink("journal", &link).unwrap();
        let (mut journal, _) = open(&link).unwrap();
        for number in 0..3 {
            journal.add(&number).unwrap();
            fs::remove_file(&path).unwrap();
            journal.save().unwrap();
            assert!(matches!(open(&path), Err(JournalError::Locked(..))), "nobody else writes to the new one");
        }
        journal.close().unwrap();
        assert_eq!((lines(&path), link.is_symlink()), (["0", "1", "2"].map(String::from).to_vec(), true));
    }

    #[test]
    fn what_another_file_replaces_is_kept_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut journal, _) = open(&path).unwrap();
        journal.add(&1).unwrap();
        let other = folder.path().join("other");
        fs::write(&other, "mine").unwrap();
        fs::rename(&other, &path).unwrap();
        journal.save().unwrap();
        journal.add(&2).unwrap();
        let Err(error) = journal.close() else { panic!("it is elsewhere") };
        let kept = folder.path().join("journal.kept-1");
        assert!(error.to_string().ends_with(&format!("the record is in {}", kept.display())), "{error}");
        assert_eq!((lines(&kept).len(), fs::read_to_string(&path).unwrap().as_str()), (2, "mine"));
    }

    #[test]
    fn what_others_write_or_cut_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        for length in [0, 5, 100] {
            let path = folder.path().join(length.to_string());
            let (mut journal, _) = open(&path).unwrap();
            journal.add(&1).unwrap();
            File::options().write(true).open(&path).unwrap().set_len(length).unwrap();
            assert!(journal.close().is_err_and(|error| error.to_string().contains("has changed it")), "{length}");
        }
    }

    #[test]
    fn only_plain_files_hold_records() {
        for path in ["-", "/dev/null", "/dev/full", "/dev/stdout", "/"] {
            assert!(matches!(open(Path::new(path)), Err(JournalError::Io(..))), "{path}");
        }
    }
}
