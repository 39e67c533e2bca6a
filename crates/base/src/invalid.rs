//! The error for invalid input.

use crate::printable::printable;
use std::fmt;
use std::ops::Deref;

/// Characters of an unknown name that an error shows.
const LONGEST: usize = 60;
/// Likeness, 0 to 1, from which a name seems to be a misspelling of another: that of the command line's library.
const ALIKE: f64 = 0.7;

/// An error for invalid input: one line that names the place, the fault and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InputError(String);

impl InputError {
    /// An error with this message.
    #[must_use]
    pub fn new(message: impl fmt::Display) -> Self {
        Self(message.to_string())
    }

    /// The error for an unknown `name` of a kind of thing, with the most similar known name, and all of them.
    #[must_use]
    pub fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let list = known.join(", ");
        let shown = printable(name, LONGEST);
        match nearest(name, known) {
            Some(near) => Self(format!("no {what} \"{shown}\"; did you mean \"{near}\"? There are {list}")),
            None => Self(format!("no {what} \"{shown}\"; there are {list}")),
        }
    }

    /// The same error with the place in front, as in `file.txt: message`.
    #[must_use]
    pub fn at(&self, place: impl fmt::Display) -> Self {
        Self(format!("{place}: {self}"))
    }
}

impl Deref for InputError {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<String> for InputError {
    fn from(message: String) -> Self {
        Self(message)
    }
}

impl From<&str> for InputError {
    fn from(message: &str) -> Self {
        Self(message.to_string())
    }
}

impl From<InputError> for String {
    fn from(error: InputError) -> Self {
        error.0
    }
}

/// The one of these names that a misspelt one is most like, if it is like any.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // To compare takes the square of the length.
    let name = name.chars().take(LONGEST).collect::<String>().to_lowercase();
    if name.len() < 2 {
        return None;
    }
    let likeness = |known: &str| {
        let known = known.to_lowercase();
        // In short names one slip leaves little that is alike.
        let slipped = known.len() > 2 && strsim::osa_distance(&name, &known) == 1;
        if slipped { 1.0 } else { strsim::jaro(&name, &known) }
    };
    let all = known.into_iter().map(|known| (likeness(known), known));
    all.filter(|(likeness, _)| *likeness > ALIKE).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_names_find_the_one_that_was_meant() {
        let known = ["dragon-slayer", "desconecta4", "tron", "battletech", "connect-four", "vindinium"];
        for (name, due) in [
            ("desconeta4", "desconecta4"),
            ("TRON", "tron"),
            ("dragonslayer", "dragon-slayer"),
            ("connect4", "connect-four"),
            ("battletch", "battletech"),
            ("vidninium", "vindinium"),
            ("torn", "tron"),
            ("tro", "tron"),
        ] {
            assert_eq!(nearest(name, known), Some(due), "{name}");
        }
        for name in ["", "chess", "x", "\u{202e}", &"tron".repeat(10_000)] {
            assert_eq!(nearest(name, known), None, "{name}");
        }
        assert_eq!(
            InputError::unknown("bot", "mner", ["miner", "guard"]).to_string(),
            "no bot \"mner\"; did you mean \"miner\"? There are miner, guard"
        );
        assert_eq!(InputError::unknown("bot", "\u{1b}x", ["a"]).to_string(), "no bot \"\\u{1b}x\"; there are a");
    }
}
