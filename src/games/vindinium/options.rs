//! Small types of the options: each reads what it writes.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// How many games to play: a positive number, or `forever`.
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

/// What kind of games.
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
    fn options_are_written_as_they_are_read() {
        for text in ["1", "20", "forever"] {
            assert_eq!(text.parse::<Games>().unwrap().to_string(), text);
        }
        for text in ["", "0", "-1", "Forever", "1.5"] {
            assert!(text.parse::<Games>().is_err(), "{text}");
        }
    }
}
