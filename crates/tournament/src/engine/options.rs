//! What can be set, and how it is declared.

use boardbots_game::duel::Duel;
use boardbots_search::alpha_beta;
use boardbots_search::game::MAX_DEPTH;
use std::fmt;

/// Most threads.
const MAX_THREADS: u64 = 64;
/// Largest table in KiB: more would not fit small boards.
const MAX_TABLE: u64 = 256 * 1024;

/// What values an option has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Whole numbers.
    Range {
        /// Unless set.
        default: u64,
        /// The smallest.
        least: u64,
        /// The largest.
        most: u64,
    },
    /// One of these words; the first unless set.
    Words(&'static [&'static str]),
    /// Any text; none unless set.
    Text,
}

/// An option as the engine declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Its name; capitals do not matter when it is set.
    pub name: &'static str,
    /// What it can be set to.
    pub values: Values,
}

impl fmt::Display for Declared {
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

impl Declared {
    /// Whether this is the option of that name.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The value as a number of the range.
    ///
    /// # Errors
    ///
    /// What values there are.
    pub fn number(&self, value: &str) -> Result<u64, String> {
        let Values::Range { least, most, .. } = self.values else { return Err(format!("{} is no number", self.name)) };
        let number = value.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("{} is a number from {least} to {most}, not \"{value}\"", self.name))
    }

    /// The value as one of the words.
    ///
    /// # Errors
    ///
    /// What words there are.
    pub fn word(&self, value: &str) -> Result<&'static str, String> {
        let Values::Words(words) = self.values else { return Err(format!("{} is no word", self.name)) };
        let word = words.iter().find(|word| **word == value);
        word.copied().ok_or_else(|| format!("{} is one of {}, not \"{value}\"", self.name, words.join(", ")))
    }
}

/// How the bot thinks, whatever the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Plies of a search without any limit.
    pub depth: u8,
    /// Threads and table.
    pub search: alpha_beta::Options,
    /// The judge's name.
    pub judge: &'static str,
}

impl Settings {
    /// What a game has unless told otherwise.
    #[must_use]
    pub fn of<D: Duel>() -> Self {
        let judge = D::JUDGES.first().expect("every game has a judge");
        Self { depth: D::DEFAULT_DEPTH, search: alpha_beta::Options::default(), judge }
    }

    /// The options that every game has: depth, threads, table, judge.
    #[must_use]
    pub fn declared<D: Duel>() -> [Declared; 4] {
        let of = Self::of::<D>();
        let range = |default: usize, least, most| Values::Range { default: default as u64, least, most };
        [
            Declared { name: "Depth", values: range(of.depth.into(), 1, MAX_DEPTH.into()) },
            Declared { name: "Threads", values: range(of.search.threads, 1, MAX_THREADS) },
            Declared { name: "Table", values: range(of.search.table_kib, 0, MAX_TABLE) },
            Declared { name: "Judge", values: Values::Words(D::JUDGES) },
        ]
    }

    /// Sets an option; `None` if it is none of these.
    ///
    /// # Errors
    ///
    /// What values there are.
    pub fn set<D: Duel>(&mut self, name: &str, value: &str) -> Option<Result<(), String>> {
        let option = Self::declared::<D>().into_iter().find(|option| option.is(name))?;
        let set = || -> Result<Self, String> {
            let mut new = *self;
            match option.name {
                "Depth" => new.depth = u8::try_from(option.number(value)?).unwrap_or(MAX_DEPTH),
                "Threads" => new.search.threads = usize::try_from(option.number(value)?).unwrap_or(1),
                "Table" => new.search.table_kib = usize::try_from(option.number(value)?).unwrap_or(0),
                _ => new.judge = option.word(value)?,
            }
            Ok(new)
        };
        Some(set().map(|new| *self = new))
    }
}
