//! Small types of the options: each reads what it writes.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// The number of games to play: positive, or `forever`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Games {
    /// This number.
    Count(NonZeroU32),
    /// Without end.
    Forever,
}

impl FromStr for Games {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "forever" => Ok(Self::Forever),
            number => number.parse().map(Self::Count).map_err(|_| "write a number from 1, or forever"),
        }
    }
}

impl fmt::Display for Games {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(number) => number.fmt(out),
            Self::Forever => out.write_str("forever"),
        }
    }
}

/// Names of bots that play together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names(pub Vec<String>);

impl FromStr for Names {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let comma = text.contains(',');
        let parts = text.split(|c: char| if comma { c == ',' } else { c.is_whitespace() });
        let names: Vec<String> = parts.map(str::trim).filter(|name| !name.is_empty()).map(String::from).collect();
        let twice = |(at, name): (usize, &String)| names[..at].contains(name);
        if names.iter().enumerate().any(twice) {
            return Err("it has a name twice");
        }
        if names.len() < 2 {
            return Err("name all bots of the team, such as \"alice bob\"");
        }
        Ok(Self(names))
    }
}

impl fmt::Display for Names {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0.join(", "))
    }
}

/// The mode of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ModeName {
    /// Rated, against others.
    Arena,
    /// Against bots of the server.
    Training,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_team() {
        for text in ["alice bob", " alice  bob ", "alice, bob", "alice,,bob,"] {
            let names: Names = text.parse().unwrap();
            assert_eq!(names.to_string(), "alice, bob");
        }
        assert_eq!("Alice the Second, bob".parse::<Names>().unwrap().0, ["Alice the Second", "bob"]);
        for text in ["", "alice", "alice alice", ",", "alice,"] {
            assert!(text.parse::<Names>().is_err(), "{text}");
        }
    }

    #[test]
    fn options_are_written_as_they_are_read() {
        for text in ["1", "20", "forever"] {
            assert_eq!(text.parse::<Games>().unwrap().to_string(), text);
        }
        for text in ["", "0", "-1", "Forever", "1.5"] {
            assert!(text.parse::<Games>().is_err(), "{text}");
        }
    }
}
