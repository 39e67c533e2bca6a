//! What a bot is made for.

use crate::parameters::Parameters;
use std::collections::BTreeMap;
use std::time::Duration;

/// What a bot is made for.
#[derive(Clone, Copy, Debug)]
pub enum Usage<'a> {
    /// A table of a server: the bot reads no files and takes one core for at most a second.
    Table,
    /// A match, a tuning, a measurement.
    Match(&'a Terms<'a>),
}

/// What a match gives to its players, unless they say it themselves.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// Plies or rounds to search.
    pub depth: Option<u8>,
    /// Milliseconds for a choice.
    pub movetime: Option<u32>,
    /// Time after which a choice counts as not made.
    pub deadline: Duration,
    /// Texts of files that players name, by these names.
    pub files: &'a BTreeMap<String, String>,
    /// Constants instead of those that the player has.
    pub parameters: Option<&'a Parameters>,
}

/// Terms without any demand.
static NO_FILES: BTreeMap<String, String> = BTreeMap::new();

impl Default for Terms<'_> {
    fn default() -> Self {
        Self { depth: None, movetime: None, deadline: Duration::MAX, files: &NO_FILES, parameters: None }
    }
}
