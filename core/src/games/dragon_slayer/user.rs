//! Names of those who play.

use std::fmt;
use std::str::FromStr;

/// Most characters of a name.
pub const MOST_CHARS: usize = 32;

/// The name under which somebody's games are kept: 1 to 32 printable characters, with no blank
/// at either end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct User(String);

impl User {
    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }
}

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameError {
    /// It has no character.
    Empty,
    /// It has so many characters.
    TooLong(usize),
    /// The character at this place, from 1, cannot be printed, or nobody would see it.
    Unprintable(usize),
}

impl fmt::Display for NameError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => out.write_str("a name needs at least one character"),
            Self::TooLong(count) => write!(out, "a name has at most {MOST_CHARS} characters, not {count}"),
            Self::Unprintable(place) => write!(out, "character {place} of the name cannot be printed"),
        }
    }
}

impl std::error::Error for NameError {}

/// Whether a character moves the text around it, or cannot be seen: in a list of names it would
/// make one look like another.
fn hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}')
}

impl FromStr for User {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let name = text.trim();
        let count = name.chars().count();
        if count == 0 {
            return Err(NameError::Empty);
        }
        if count > MOST_CHARS {
            return Err(NameError::TooLong(count));
        }
        match name.chars().position(hidden) {
            Some(index) => Err(NameError::Unprintable(index + 1)),
            None => Ok(Self(name.to_string())),
        }
    }
}

impl fmt::Display for User {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_can_be_seen() {
        for name in ["a", "Ada", "Núria Ferrer i Puig", "李小龍", &"ä".repeat(32)] {
            assert_eq!(name.parse::<User>().map(|user| user.to_string()), Ok(name.to_string()));
        }
        assert_eq!(" Ada ".parse::<User>().map(|user| user.to_string()), Ok("Ada".to_string()));
        for (name, error) in [
            ("", NameError::Empty),
            (" \t", NameError::Empty),
            (&"ä".repeat(33), NameError::TooLong(33)),
            ("A\nB", NameError::Unprintable(2)),
            ("\u{1b}[31m", NameError::Unprintable(1)),
            ("Ad\u{202e}a", NameError::Unprintable(3)),
            ("Ada\u{200b}!", NameError::Unprintable(4)),
        ] {
            assert_eq!(name.parse::<User>(), Err(error), "{name:?}");
        }
    }
}
