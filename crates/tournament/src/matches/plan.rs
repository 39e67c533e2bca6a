//! A match before its first game: all its terms, and the order of its games.

pub use super::orders::{Fixture, mixed};
use super::spec::Spec;
use boardbots_base::invalid::Invalid;
use boardbots_catalog::{Entry, player};
use boardbots_game::setup::Openings;
use boardbots_stats::sprt::Sprt;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

/// Most players of a match: ratings compare each with each, in a matrix of 8 MB.
pub const MOST_PLAYERS: usize = 1000;

/// The version of records that this program writes and reads.
pub const VERSION: u32 = 1;

/// The pairing of players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first meets everybody else.
    Gauntlet,
    /// The first meets others drawn by lot, all of them equally often, from every seat.
    Pool,
    /// Everybody has a seat, in the order of the plan, and the games have the seeds from that of the match on. Each is
    /// played once for every way to pass on the seats, unless games are single.
    Seated,
}

/// The limits of players that do not set their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pace {
    /// Plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u8>,
    /// Milliseconds for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u32>,
    /// Milliseconds after which a move counts as not made at all.
    pub deadline: u32,
    /// Milliseconds until a program is ready, if they are not the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u32>,
    /// MiB of memory for data that each process of a program may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u32>,
}

/// A part of a match: every so-many-th unit of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the part, from 1.
    pub number: u64,
    /// The number of parts.
    pub of: u64,
}

/// A match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// [`VERSION`].
    #[serde(rename = "boardbots-match")]
    pub version: u32,
    /// The game.
    pub game: Entry,
    /// The players, as [`Spec`] reads them.
    pub players: Vec<String>,
    /// The pairing of the players.
    pub format: Format,
    /// The most games, over all parts.
    pub games: u64,
    /// The seed of all openings, maps and dice.
    pub seed: u64,
    /// The limits of the players' decisions.
    pub pace: Pace,
    /// The openings.
    pub openings: Openings,
    /// Moves of each player, in games that end by their number.
    pub turns: u32,
    /// The ground of the match, such as a map, in the game's own form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<Value>,
    /// Every game has an opening or a map of its own, and players take turns at the seats.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub single: bool,
    /// Clients of a server see players without ids and ratings, like bots of the arena.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unrated: bool,
    /// The sequential test that can stop the match before its last game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Sprt>,
    /// The part that is played here; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The files of constants that players name, by these names: other contents would make another match.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

impl Plan {
    /// The players, as they are read.
    ///
    /// # Errors
    /// Fails for a player that cannot be read or is of another game, and for too few or too many of them.
    pub fn specs(&self) -> Result<Vec<Spec>, Invalid> {
        if self.players.len() > MOST_PLAYERS {
            let many = self.players.len();
            return Err(format!("a match has at most {MOST_PLAYERS} players; here are {many}").into());
        }
        let specs: Vec<Spec> = self.players.iter().map(|text| player(text)).collect::<Result<_, _>>()?;
        if let Some(other) = specs.iter().find(|spec| spec.game().is_some_and(|game| game != self.game.name())) {
            return Err(format!("{other} does not play {}", self.game).into());
        }
        if specs.len() < 2 {
            return Err(format!("a match of {} needs 2 players; here are {}", self.game, specs.len()).into());
        }
        if self.format == Format::Seated && specs.len() != self.seats() {
            return Err(format!("{} players in {} seats", specs.len(), self.seats()).into());
        }
        Ok(specs)
    }

    /// How many play in a game.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.field.as_ref().map_or_else(|| self.game.players(), |field| self.game.players_on(field))
    }

    /// The players' names in tables of results: no two alike.
    ///
    /// # Errors
    /// As [`Plan::specs`].
    pub fn titles(&self) -> Result<Vec<String>, Invalid> {
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let title = |spec: &Spec| {
            let title = spec.title();
            let number = numbers.entry(title.clone()).or_default();
            *number += 1;
            if *number == 1 { title } else { format!("{title} #{number}") }
        };
        Ok(self.specs()?.iter().map(title).collect())
    }

    /// The number of the player with this name in tables of results.
    ///
    /// # Errors
    /// Fails as [`Plan::specs`], or if no player has this name; the error names those that there are.
    pub fn titled(&self, title: &str) -> Result<usize, Invalid> {
        let titles = self.titles()?;
        let found = titles.iter().position(|other| other == title);
        found.ok_or_else(|| format!("no player is called \"{title}\"; there are {}", titles.join("; ")).into())
    }
}

#[cfg(test)]
pub(super) fn sample(players: &[&str], games: u64) -> Plan {
    Plan {
        version: VERSION,
        game: player(players[0]).ok().and_then(|spec| spec.game()?.parse().ok()).expect("a player of a game"),
        players: players.iter().map(ToString::to_string).collect(),
        format: Format::RoundRobin,
        games,
        seed: 7,
        pace: Pace { depth: Some(2), deadline: 10_000, ..Pace::default() },
        openings: Openings::default(),
        turns: 20,
        field: None,
        single: false,
        unrated: false,
        test: None,
        shard: None,
        files: BTreeMap::new(),
    }
}
