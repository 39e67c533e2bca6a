//! Files that only grow: what everything in them depends on in the first line, a result in every other.
//! Nothing is ever changed; after an interruption the journal goes on behind the last whole line.

use boardbots_base::atomic_file;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// What journals are of.
#[derive(Debug, PartialEq, Eq)]
pub struct Subject {
    /// Its name in messages.
    pub name: &'static str,
    /// What a process does that writes to one.
    pub busy: &'static str,
    /// What every journal begins with; a file that does not is another program's.
    pub head: &'static str,
    /// The version in the first line that this program writes and reads.
    pub version: u32,
    /// The most bytes.
    pub most: u64,
}

/// Why a journal cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// The file cannot be read or written.
    Io(PathBuf, io::Error),
    /// Another process writes to it.
    Locked(PathBuf, &'static Subject),
    /// It is none, and why.
    NoRecord(PathBuf, &'static Subject, String),
    /// It is of another match or tuning; what differs.
    Other(PathBuf, &'static Subject, String),
    /// A line (from 1) is no result, and why.
    Line(PathBuf, usize, String),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Locked(path, of) => write!(f, "{}: another process {}; wait for it", path.display(), of.busy),
            Self::NoRecord(path, of, why) => {
                let path = path.display();
                write!(f, "{path}: no record of a {}: {why}; name another file with --record", of.name)
            }
            Self::Other(path, of, what) => {
                let path = path.display();
                write!(f, "{path}: the record of another {}: {what}; name another file with --record", of.name)
            }
            Self::Line(path, line, why) => write!(f, "{}:{line}: {why}", path.display()),
        }
    }
}

impl std::error::Error for JournalError {}

/// A line of a journal that has a number.
pub trait Numbered: DeserializeOwned {
    /// What errors call it.
    const WORD: &'static str;

    /// Its number, from 0.
    fn number(&self) -> u64;
}

/// A journal that is written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens a journal, and makes it if there is none, with this first line; `take` reads the lines that
    /// it holds, and refuses those of another first line. Nobody else can write to it meanwhile. What was
    /// torn off at its end is cut off.
    ///
    /// # Errors
    /// It cannot be used; then it is left as it is.
    pub fn open<T: Default>(
        subject: &'static Subject,
        path: &Path,
        first: &impl Serialize,
        take: impl FnOnce(&str) -> Result<T, JournalError>,
    ) -> Result<(Self, T), JournalError> {
        let io = |error| JournalError::Io(path.to_path_buf(), error);
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(io)?;
        match atomic_file::lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Locked(path.to_path_buf(), subject)),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        let (text, torn) = text(subject, path, &mut file)?;
        // A first line that was not written to its end had nothing behind it; it may be torn within
        // its first words.
        let (new, head) = (text.is_empty(), subject.head.as_bytes());
        if new && !torn.starts_with(head) && !head.starts_with(&torn) {
            let why = "its first line has no end".to_string();
            return Err(JournalError::NoRecord(path.to_path_buf(), subject, why));
        }
        let taken = if new { T::default() } else { take(&text)? };
        file.set_len(text.len() as u64).map_err(io)?;
        let mut journal = Self { path: path.to_path_buf(), file };
        if new {
            journal.add(first)?;
        }
        Ok((journal, taken))
    }

    /// The same of a journal whose first line is a plan, and whose others are numbered from 0 and fewer than
    /// `most`.
    ///
    /// # Errors
    /// It cannot be used; then it is left as it is.
    pub fn open_numbered<P, L>(
        subject: &'static Subject,
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

    /// Adds a line.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, what: &impl Serialize) -> Result<(), JournalError> {
        let io = |error| JournalError::Io(self.path.clone(), error);
        let mut line = serde_json::to_vec(what).map_err(|error| io(error.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(io)
    }
}

/// The whole lines of a journal, which may be in use; a torn last one is passed over.
///
/// # Errors
/// It cannot be read, or has no line.
pub fn read(subject: &'static Subject, path: &Path) -> Result<String, JournalError> {
    let mut file = File::open(path).map_err(|error| JournalError::Io(path.to_path_buf(), error))?;
    let (text, _) = text(subject, path, &mut file)?;
    if text.is_empty() {
        return Err(JournalError::NoRecord(path.to_path_buf(), subject, "its first line is missing".into()));
    }
    Ok(text)
}

/// The whole lines of a file, and what is torn behind them.
fn text(subject: &'static Subject, path: &Path, file: &mut File) -> Result<(String, Vec<u8>), JournalError> {
    let mut bytes = Vec::new();
    let read = file.take(subject.most + 1).read_to_end(&mut bytes);
    if read.map_err(|error| JournalError::Io(path.to_path_buf(), error))? as u64 > subject.most {
        let why = format!("it has more than {} bytes", subject.most);
        return Err(JournalError::NoRecord(path.to_path_buf(), subject, why));
    }
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    // A torn character at the end belongs to a torn line.
    let torn = bytes.split_off(whole);
    match String::from_utf8(bytes) {
        Ok(text) => Ok((text, torn)),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..at].split(|byte| *byte == b'\n').count();
            Err(JournalError::Line(path.to_path_buf(), line, "it is not UTF-8".into()))
        }
    }
}

/// The first line of a journal, and all others with their numbers.
///
/// # Errors
/// It is none, or of another version.
pub fn first<'a, P: DeserializeOwned>(
    subject: &'static Subject,
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

/// Which values of two first lines differ, but for files.
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
