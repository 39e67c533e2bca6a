//! The key to a server: where it comes from, and that it shows nowhere.

use super::entries::{Entry, parse_all};
use super::input;
use super::printable::line;
use std::fmt;
use std::fs::File;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The most bytes that a key file may hold; keys of the original server have eight.
pub const MAX_KEY_BYTES: usize = 256;
/// The most bytes that a file of several keys may hold.
const MAX_KEYS_BYTES: usize = 32 * 1024;
/// Shortest text that [`Key::redact`] looks for inside longer words. A shorter key, which no
/// real server gives out, is replaced only where it stands alone.
const MIN_INSIDE: usize = 4;
/// The text that [`Key::redact`] writes in place of the key.
const REDACTED: &str = "[key]";
/// Longest text that [`Key::redact`] returns, in characters.
const MAX_QUOTE: usize = 200;

/// A secret that a server gave out. `Debug` and `Display` do not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// A key from the contents of a key file: one line, with or without its line end.
    ///
    /// # Errors
    /// Everything but [`KeyFileError::Unreadable`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, KeyFileError> {
        if bytes.len() > MAX_KEY_BYTES {
            return Err(KeyFileError::TooLarge);
        }
        let text = String::from_utf8(input::tidy(bytes)).map_err(|_| KeyFileError::NotUtf8)?;
        let text = text.strip_suffix('\n').unwrap_or(&text).trim_matches([' ', '\t']);
        if text.trim().is_empty() {
            return Err(KeyFileError::Empty);
        }
        if text.chars().any(|c| c.is_control() || c.is_whitespace()) {
            return Err(KeyFileError::NotOneWord);
        }
        Ok(Self(text.into()))
    }

    /// The secret itself, for the one place that sends it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// A text from outside, fit for a log: without the key, as a [`line`], and not long.
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        let mut shown = if self.0.chars().count() >= MIN_INSIDE {
            text.replace(&self.0, REDACTED)
        } else {
            let words = text.split_inclusive(|c: char| !c.is_alphanumeric());
            let word = |part: &str| part.trim_end_matches(|c: char| !c.is_alphanumeric()) == self.0;
            words.map(|part| if word(part) { part.replacen(&self.0, REDACTED, 1) } else { part.into() }).collect()
        };
        shown = line(&shown);
        if let Some((end, _)) = shown.char_indices().nth(MAX_QUOTE) {
            shown.truncate(end);
            shown.push('…');
        }
        shown
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Key(…)")
    }
}

impl fmt::Display for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(REDACTED)
    }
}

/// A problem with a key file, as messages write it behind the file's name.
#[derive(Debug, thiserror::Error)]
pub enum KeyFileError {
    /// It cannot be opened or read.
    #[error(": {0}; it must exist and be readable by the user who runs the bot")]
    Unreadable(io::Error),
    /// There is nothing in it.
    #[error(" is empty; write the key into it, on one line")]
    Empty,
    /// It has more than [`MAX_KEY_BYTES`] bytes.
    #[error(" is too long: a key has at most {MAX_KEY_BYTES} bytes; it must hold nothing but the key")]
    TooLarge,
    /// Its bytes are no UTF-8 text.
    #[error(" is no text (not UTF-8); it must hold nothing but the key, on one line")]
    NotUtf8,
    /// It holds spaces, control characters or several lines.
    #[error(" has more than one word; it must hold nothing but the key, on one line")]
    NotOneWord,
    /// This line (from 1) of a file of several keys is no `NAME = KEY`, or has a name again. Not a word of it is
    /// told, for it may be a key.
    #[error(":{0}: write NAME = KEY, the key as one word, each name once")]
    Line(usize),
}

/// An error in finding the key.
#[derive(Debug, thiserror::Error)]
pub enum CredentialError {
    /// Neither a file is named nor does systemd hand one over.
    #[error(
        "no key: name a file with --key-file, or let systemd hand over a credential named key (LoadCredential=key:FILE)"
    )]
    NotNamed,
    /// This file is no key file.
    #[error("key file {0}{1}")]
    File(PathBuf, KeyFileError),
}

/// The file in which the key is expected: the named one, or else `key` in the directory that
/// systemd made for the credentials of this service (`$CREDENTIALS_DIRECTORY`).
///
/// # Errors
/// [`CredentialError::NotNamed`] if there is neither.
pub fn key_path(named: Option<PathBuf>, credentials: Option<PathBuf>) -> Result<PathBuf, CredentialError> {
    named.or_else(|| credentials.map(|directory| directory.join("key"))).ok_or(CredentialError::NotNamed)
}

/// Reads a key file. Warns in the log if other users may read it too.
///
/// # Errors
/// [`CredentialError::File`] with the problem.
pub fn read_key(path: &Path) -> Result<Key, CredentialError> {
    let bytes = read(path, MAX_KEY_BYTES)?;
    Key::from_bytes(&bytes).map_err(|problem| CredentialError::File(path.into(), problem))
}

/// Reads a file of several keys, `NAME = KEY` on a line and `#` before comments. Warns in the log if other users may
/// read it too.
///
/// # Errors
/// [`CredentialError::File`] with the problem.
pub fn read_keys(path: &Path) -> Result<Vec<(String, Key)>, CredentialError> {
    let bytes = read(path, MAX_KEYS_BYTES)?;
    keys_from_bytes(&bytes).map_err(|problem| CredentialError::File(path.into(), problem))
}

/// The keys in the contents of a file of several, each with its name.
///
/// # Errors
/// [`KeyFileError::Line`], or [`KeyFileError::Empty`].
pub fn keys_from_bytes(bytes: &[u8]) -> Result<Vec<(String, Key)>, KeyFileError> {
    let (entries, errors) = parse_all(bytes, "");
    if let Some(error) = errors.first() {
        return Err(KeyFileError::Line(error.line));
    }
    if entries.is_empty() {
        return Err(KeyFileError::Empty);
    }
    let named = |Entry { line, key: name, value }: Entry| {
        Ok((name, Key::from_bytes(value.as_bytes()).map_err(|_| KeyFileError::Line(line))?))
    };
    entries.into_iter().map(named).collect()
}

/// The content of a key file of at most this number of bytes.
fn read(path: &Path, most: usize) -> Result<Vec<u8>, CredentialError> {
    let read = input::open(path).and_then(|file| {
        warn_if_open(path, &file);
        input::all(&file, most as u64)
    });
    read.map_err(|error| {
        let long = error.kind() == io::ErrorKind::FileTooLarge;
        CredentialError::File(path.into(), if long { KeyFileError::TooLarge } else { KeyFileError::Unreadable(error) })
    })
}

fn warn_if_open(path: &Path, file: &File) {
    if let Ok(about) = file.metadata() {
        let mode = about.permissions().mode();
        if about.is_file() && mode & 0o077 != 0 {
            let path = path.display();
            log::warn!("key file {path} can be read by others (mode {:o}); chmod 600 {path} helps", mode & 0o777);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(bytes: &[u8]) -> Result<String, KeyFileError> {
        Key::from_bytes(bytes).map(|key| key.expose().into())
    }

    #[test]
    fn one_line_end_is_no_part_of_the_key() {
        for bytes in [&b"s3cr3t99"[..], b"s3cr3t99\n", b"\xef\xbb\xbfs3cr3t99\r\n", b" s3cr3t99\t "] {
            assert_eq!(key(bytes).unwrap(), "s3cr3t99");
        }
        assert!(matches!(key(b"s3cr3t99\n\n"), Err(KeyFileError::NotOneWord)));
    }

    #[test]
    fn what_is_no_key() {
        assert!(matches!(key(b""), Err(KeyFileError::Empty)));
        assert!(matches!(key(b" \n"), Err(KeyFileError::Empty)));
        assert!(matches!(key(b"two words\n"), Err(KeyFileError::NotOneWord)));
        assert!(matches!(key(b"\xff\xfe"), Err(KeyFileError::NotUtf8)));
        assert_eq!(key(&[b'k'; MAX_KEY_BYTES]).unwrap().len(), MAX_KEY_BYTES);
        assert!(matches!(key(&[b'k'; MAX_KEY_BYTES + 1]), Err(KeyFileError::TooLarge)));
    }

    #[test]
    fn several_keys_stand_behind_their_names() {
        let keys = keys_from_bytes(b"# ours\nalice = s3cr3t99\r\n\nbob=k#y # his\n").unwrap();
        let shown: Vec<_> = keys.iter().map(|(name, key)| (name.as_str(), key.expose())).collect();
        assert_eq!(shown, [("alice", "s3cr3t99"), ("bob", "k#y")]);
        for (bytes, due) in [
            (&b"alice = s3cr3t99\ns3cr3t88"[..], 2),
            (b"alice = s3cr3t99\nalice = s3cr3t88", 2),
            (b"Alice = s3cr3t99", 1),
            (b"\nalice = s3cr3t99 s3cr3t88", 2),
            (b"alice =", 1),
            (b"alice = \xff", 1),
        ] {
            let Err(problem) = keys_from_bytes(bytes) else { panic!("{bytes:?}") };
            assert!(matches!(problem, KeyFileError::Line(line) if line == due), "{problem:?}");
            let told = CredentialError::File("keys".into(), problem).to_string();
            assert!(told.starts_with(&format!("key file keys:{due}: ")) && !told.contains("s3cr3t"), "{told}");
        }
        assert!(matches!(keys_from_bytes(b"# none\n"), Err(KeyFileError::Empty)));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys");
        std::fs::write(&path, vec![b'#'; MAX_KEYS_BYTES + 1]).unwrap();
        assert!(matches!(read_keys(&path), Err(CredentialError::File(_, KeyFileError::TooLarge))));
        assert!(matches!(
            read_keys(Path::new("/dev/zero")),
            Err(CredentialError::File(_, KeyFileError::Unreadable(_)))
        ));
    }

    #[test]
    fn the_key_shows_nowhere() {
        let key = Key::from_bytes(b"s3cr3t99").unwrap();
        for shown in [format!("{key:?}"), format!("{key}"), key.redact("GET /?key=s3cr3t99&x s3cr3t99s3cr3t99")] {
            assert!(!shown.contains("s3cr3t99"), "{shown}");
        }
    }

    #[test]
    fn texts_from_outside_are_tamed() {
        let key = Key::from_bytes(b"abc").unwrap();
        assert_eq!(key.redact("abcabc abc, a\nb"), r"abcabc [key], a\nb");
        assert_eq!(key.redact(&"x".repeat(1000)).chars().count(), MAX_QUOTE + 1);
    }

    #[test]
    fn the_named_file_goes_before_the_credential() {
        let (file, directory) = (PathBuf::from("/a/file"), PathBuf::from("/run/credentials/bot"));
        assert_eq!(key_path(Some(file.clone()), Some(directory.clone())).unwrap(), file);
        assert_eq!(key_path(None, Some(directory)).unwrap(), Path::new("/run/credentials/bot/key"));
        assert!(matches!(key_path(None, None), Err(CredentialError::NotNamed)));
    }
}
