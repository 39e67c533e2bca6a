//! When colours are wanted.

use std::fmt;
use std::io::{self, IsTerminal};
use std::str::FromStr;

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// On terminals that do not say otherwise.
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

impl FromStr for When {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "auto" => Ok(Self::Auto),
            "always" => Ok(Self::Always),
            "never" => Ok(Self::Never),
            _ => Err("write auto, always or never"),
        }
    }
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Auto => "auto",
            Self::Always => "always",
            Self::Never => "never",
        })
    }
}

impl When {
    /// Whether stdout is to be coloured; see <https://no-color.org>.
    #[must_use]
    pub fn coloured(self) -> bool {
        let unwanted = || {
            std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
                || std::env::var_os("TERM").is_some_and(|value| value == "dumb")
        };
        match self {
            Self::Auto => io::stdout().is_terminal() && !unwanted(),
            Self::Always => true,
            Self::Never => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_written_as_they_are_read() {
        for text in ["auto", "always", "never"] {
            assert_eq!(text.parse::<When>().expect("a word").to_string(), text);
        }
        assert!(When::Always.coloured() && !When::Never.coloured());
    }
}
