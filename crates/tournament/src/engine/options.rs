//! The options that every searching bot has.

use boardbots_base::invalid::Invalid;
use boardbots_game::duel::Duel;
use boardbots_game::options::{GameOption, Values};
use boardbots_search::alpha_beta;
use boardbots_search::game::MAX_DEPTH;

/// Most threads.
const MAX_THREADS: u64 = 64;
/// Largest table in KiB: more would not fit small boards.
const MAX_TABLE: u64 = 256 * 1024;

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
    pub fn declared<D: Duel>() -> [GameOption; 4] {
        let of = Self::of::<D>();
        let range = |default: usize, least, most| Values::Range { default: default as u64, least, most };
        [
            GameOption { name: "Depth", values: range(of.depth.into(), 1, MAX_DEPTH.into()) },
            GameOption { name: "Threads", values: range(of.search.threads, 1, MAX_THREADS) },
            GameOption { name: "Table", values: range(of.search.table_kib, 0, MAX_TABLE) },
            GameOption { name: "Judge", values: Values::Words(D::JUDGES) },
        ]
    }

    /// Sets an option; `None` if it is none of these.
    ///
    /// # Errors
    ///
    /// What values there are.
    pub fn set<D: Duel>(&mut self, name: &str, value: &str) -> Option<Result<(), Invalid>> {
        let option = Self::declared::<D>().into_iter().find(|option| option.is(name))?;
        let set = || -> Result<Self, Invalid> {
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
