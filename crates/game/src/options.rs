//! The options of a game or a bot, as the engine protocol declares them.

use boardbots_base::invalid::Invalid;
use std::fmt;

/// What values an option has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Whole numbers.
    Range {
        /// The default.
        default: u64,
        /// The smallest.
        least: u64,
        /// The largest.
        most: u64,
    },
    /// One of these words; the first is the default.
    Words(&'static [&'static str]),
    /// Any text; empty by default.
    Text,
}

/// An option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOption {
    /// Its name; capitals do not matter when it is set.
    pub name: &'static str,
    /// What it can be set to.
    pub values: Values,
}

impl fmt::Display for GameOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.values {
            Values::Range { default, least, most } => write!(f, "spin default {default} min {least} max {most}"),
            Values::Words(words) => {
                write!(f, "combo default {}", words.first().unwrap_or(&""))?;
                words.iter().try_for_each(|word| write!(f, " var {word}"))
            }
            Values::Text => f.write_str("string default <empty>"),
        }
    }
}

impl GameOption {
    /// Whether this is the option of that name.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The value as a number of the range.
    ///
    /// # Errors
    /// What values there are.
    pub fn number(&self, value: &str) -> Result<u64, Invalid> {
        let Values::Range { least, most, .. } = self.values else {
            return Err(Invalid::new(format_args!("{} is no number", self.name)));
        };
        let number = value.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| {
            Invalid::new(format_args!("{} is a number from {least} to {most}, not \"{value}\"", self.name))
        })
    }

    /// The value as one of the words.
    ///
    /// # Errors
    /// What words there are.
    pub fn word(&self, value: &str) -> Result<&'static str, Invalid> {
        let Values::Words(words) = self.values else {
            return Err(Invalid::new(format_args!("{} is no word", self.name)));
        };
        let word = words.iter().find(|word| **word == value);
        let all = || Invalid::new(format_args!("{} is one of {}, not \"{value}\"", self.name, words.join(", ")));
        word.copied().ok_or_else(all)
    }
}
