//! The file that describes an instance: one `key = value` on a line.
//!
//! Keys are the long options of a command, without their dashes; `run` names the command. The
//! grammar is that of [`boardbots_base::entries`].

use boardbots_base::atomic_file;
pub use boardbots_base::entries::Entry;
use boardbots_base::entries::{LineError, parse_all};
use std::fmt;
use std::io;
use std::path::Path;

/// The most bytes that such a file may have.
pub const MAX_BYTES: u64 = 16 * 1024;
/// What ends the name of such a file.
pub const EXTENSION: &str = "conf";

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
        let (settings, errors) = Self::read_all(path)?;
        errors.into_iter().next().map_or(Ok(settings), Err)
    }

    /// Reads a file: what it says, and a [`SettingsError::Line`] for each line that is not understood.
    ///
    /// # Errors
    /// The file cannot be read at all.
    pub fn read_all(path: &Path) -> Result<(Self, Vec<SettingsError>), SettingsError> {
        let bytes = atomic_file::read(path, MAX_BYTES).map_err(SettingsError::Unreadable)?;
        Ok(Self::parse(&bytes.ok_or(SettingsError::TooLong)?))
    }

    /// Reads a file's contents, as [`Settings::read_all`].
    #[must_use]
    pub fn parse(bytes: &[u8]) -> (Self, Vec<SettingsError>) {
        let (entries, errors) = parse_all(bytes, "keys are options without their dashes, like server");
        let line = |LineError { line, problem }| SettingsError::Line(line, problem);
        (Self(entries), errors.into_iter().map(line).collect())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_and_errors() {
        let (settings, errors) = Settings::parse(b"# a bot\nrun = vindinium\n--run = x");
        assert_eq!(settings.get("run").map(|entry| (entry.line, entry.value.as_str())), Some((2, "vindinium")));
        assert_eq!(settings.get("server"), None);
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(errors, [":3: \"--run\" is no key; keys are options without their dashes, like server"]);
    }

    #[test]
    fn files_have_a_bound() {
        assert!(matches!(Settings::read(Path::new("/dev/zero")), Err(SettingsError::TooLong)));
        assert!(matches!(Settings::read(Path::new("/nowhere")), Err(SettingsError::Unreadable(_))));
    }
}
