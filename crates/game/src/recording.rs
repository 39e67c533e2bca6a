//! Recorded games that are replayed, and their errors.

use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// The functions that replay recordings of a game.
#[derive(Clone, Copy)]
pub struct Recordings {
    /// Replays the game of one line; returns the number of positions compared.
    pub game: fn(&str) -> Result<u64, RecordingError>,
    /// Checks the move count of one line; returns the number of positions counted.
    pub count: fn(&str) -> Result<u64, RecordingError>,
}

/// A difference between a recorded game and the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{game}, ply {ply}: {what}: expected {expected}, found {found}")]
pub struct Difference {
    /// The game as the recording names it.
    pub game: String,
    /// Moves played before; in a count of moves, its depth.
    pub ply: usize,
    /// The name of the value that differs.
    pub what: &'static str,
    /// The recorded value.
    pub expected: String,
    /// The value according to the rules.
    pub found: String,
}

/// An error in one line of a recording.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordingError {
    /// The line contradicts the rules.
    #[error(transparent)]
    Differs(Box<Difference>),
    /// The line is no record of this game, for this reason.
    #[error("this is no record of the game: {0}")]
    Unreadable(String),
}

/// The first error of a recording: `LINE: PROBLEM`, to stand behind the name of a file and a colon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}: {fault}")]
pub struct VerifyError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The error.
    pub fault: RecordingError,
}

/// The place of a replay within a game.
#[derive(Clone, Copy)]
pub struct At<'a> {
    /// The game as the recording names it.
    pub game: &'a str,
    /// Moves played so far, or the depth of a count.
    pub ply: usize,
}

impl At<'_> {
    /// Says that the rules make something else of it.
    #[must_use]
    // By reference to something printable: this is compiled once, not for every type.
    #[cold]
    pub fn differs(self, what: &'static str, expected: &dyn Debug, found: &dyn Debug) -> RecordingError {
        RecordingError::Differs(Box::new(Difference {
            game: self.game.to_string(),
            ply: self.ply,
            what,
            expected: format!("{expected:?}"),
            found: format!("{found:?}"),
        }))
    }

    /// Compares a recorded value with that of the rules.
    ///
    /// # Errors
    /// They differ.
    pub fn same<T: PartialEq + Debug>(self, what: &'static str, expected: &T, found: &T) -> Result<(), RecordingError> {
        if expected == found { Ok(()) } else { Err(self.differs(what, expected, found)) }
    }
}

/// Reads one line.
///
/// # Errors
/// It is no record of this form.
pub fn read<T: DeserializeOwned>(line: &str) -> Result<T, RecordingError> {
    serde_json::from_str(line).map_err(|error| {
        // It calls everything line 1; the caller adds the line of the file.
        let text = error.to_string();
        let text = text.rsplit_once(" at line ").map_or(text.as_str(), |(text, _)| text);
        RecordingError::Unreadable(format!("column {}: {text}", error.column()))
    })
}
