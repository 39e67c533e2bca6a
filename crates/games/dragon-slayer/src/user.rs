//! Names of those who play.

use boardbots_base::names::{self, NameError};
use std::fmt;
use std::str::FromStr;

/// Most characters of a name.
pub const MOST_CHARS: usize = 32;

/// The name under which a person's games are kept, as [`names`] has them: 1 to 32 characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct User(String);

impl User {
    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl FromStr for User {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        names::check(text, 1, MOST_CHARS).map(Self)
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
            ("", NameError::Length(1, 32)),
            (" \t", NameError::Length(1, 32)),
            (&"ä".repeat(33), NameError::Length(1, 32)),
            ("A\nB", NameError::Refused('\n')),
            ("\u{1b}[31m", NameError::Refused('\u{1b}')),
            ("Ad\u{202e}a", NameError::Refused('\u{202e}')),
            ("Ada\u{3164}!", NameError::Refused('\u{3164}')),
        ] {
            assert_eq!(name.parse::<User>(), Err(error), "{name:?}");
        }
    }
}
