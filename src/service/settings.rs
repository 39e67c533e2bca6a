//! The file that describes an instance: one `key = value` on a line.
//!
//! Keys are the long options of a command, without their dashes; `run` names the command.
//! Values stand as they are up to the end of the line, without quotes. `#` at the beginning
//! of a line, or after a space, begins a comment; blank lines mean nothing.

use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most bytes that such a file may have.
pub const MAX_BYTES: u64 = 16 * 1024;
/// What ends the name of such a file.
pub const EXTENSION: &str = "conf";

/// One line that says something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number in the file, from 1.
    pub line: usize,
    /// What stands before the `=`.
    pub key: String,
    /// What stands behind it.
    pub value: String,
}

/// A file's entries in their order. No key is there twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(Vec<Entry>);

/// Why a file says nothing that can be used.
#[derive(Debug)]
pub enum SettingsError {
    /// It cannot be read.
    Unreadable(io::Error),
    /// It has more than [`MAX_BYTES`].
    TooLong,
    /// This line (from 1) is not understood, and what helps.
    Line(usize, String),
}

impl fmt::Display for SettingsError {
    /// To be written behind the file's name.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(out, ": {error}"),
            Self::TooLong => write!(out, ": longer than {MAX_BYTES} bytes; it must hold nothing but settings"),
            Self::Line(line, problem) => write!(out, ":{line}: {problem}"),
        }
    }
}

impl std::error::Error for SettingsError {}

impl Settings {
    /// Reads a file.
    ///
    /// # Errors
    /// See [`SettingsError`].
    pub fn read(path: &Path) -> Result<Self, SettingsError> {
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(SettingsError::Unreadable)?;
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(SettingsError::Unreadable)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(SettingsError::TooLong);
        }
        Self::parse(&bytes)
    }

    /// Reads a file's contents.
    ///
    /// # Errors
    /// [`SettingsError::Line`].
    pub fn parse(bytes: &[u8]) -> Result<Self, SettingsError> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut lines = HashMap::new();
        // Some editors write it.
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        for (index, bytes) in bytes.split(|&byte| byte == b'\n').enumerate() {
            let line = index + 1;
            let wrong = |problem: String| SettingsError::Line(line, problem);
            let text = std::str::from_utf8(bytes).map_err(|_| wrong("these bytes are no text (UTF-8)".into()))?;
            let text = without_comment(text.strip_suffix('\r').unwrap_or(text)).trim();
            if text.is_empty() {
                continue;
            }
            if text.chars().any(|c| c.is_control() && c != '\t') {
                return Err(wrong("there are control characters in this line".into()));
            }
            let (key, value) = text
                .split_once('=')
                .ok_or_else(|| wrong(format!("{text:?} has no '='; write key = value, or # before a comment")))?;
            let (key, value) = (key.trim(), value.trim());
            if key.is_empty() || !key.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-') {
                return Err(wrong(format!("{key:?} is no key; keys are options without their dashes, like server")));
            }
            if value.is_empty() {
                return Err(wrong(format!("{key} has no value; write one, or take the line away")));
            }
            if let Some(before) = lines.insert(key.to_owned(), line) {
                return Err(wrong(format!("{key} stands already in line {before}; keep one of them")));
            }
            entries.push(Entry { line, key: key.into(), value: value.into() });
        }
        Ok(Self(entries))
    }

    /// All entries.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.0
    }

    /// The entry of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.0.iter().find(|entry| entry.key == key)
    }
}

/// A line up to its comment.
fn without_comment(line: &str) -> &str {
    let begins = |&(at, _): &(usize, &str)| at == 0 || line[..at].ends_with([' ', '\t']);
    line.match_indices('#').find(begins).map_or(line, |(at, _)| &line[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<(usize, String, String)> {
        let settings = Settings::parse(text.as_bytes()).unwrap();
        settings.entries().iter().map(|e| (e.line, e.key.clone(), e.value.clone())).collect()
    }

    #[test]
    fn keys_values_and_comments() {
        let text = "\u{feff}# a bot\r\nrun = vindinium\r\n\r\nserver=http://h:1/x#y  # where\n\tmap = a = b \n";
        let due = [(2, "run", "vindinium"), (4, "server", "http://h:1/x#y"), (5, "map", "a = b")];
        assert_eq!(pairs(text), due.map(|(line, key, value)| (line, key.into(), value.into())));
        assert!(pairs("# nothing").is_empty());
    }

    #[test]
    fn errors_name_the_line() {
        for (text, line, part) in [
            ("run", 1, "no '='"),
            ("\n\nRun = x", 3, "no key"),
            ("a = 1\n = 2", 2, "no key"),
            ("a =  # b", 1, "no value"),
            ("a = 1\nb = 2\na = 3", 3, "line 1"),
            ("a = \u{1}", 1, "control"),
        ] {
            let error = Settings::parse(text.as_bytes()).unwrap_err();
            assert!(
                matches!(&error, SettingsError::Line(at, problem) if *at == line && problem.contains(part)),
                "{error}"
            );
        }
        assert!(matches!(Settings::parse(b"a = 1\nb = \xff"), Err(SettingsError::Line(2, _))));
    }

    #[test]
    fn files_have_a_bound() {
        assert!(matches!(Settings::read(Path::new("/dev/zero")), Err(SettingsError::TooLong)));
        assert!(matches!(Settings::read(Path::new("/nowhere")), Err(SettingsError::Unreadable(_))));
    }
}
