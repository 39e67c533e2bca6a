//! A match before its first game: all its terms, and its games by their numbers: choices of players, orders of seats,
//! openings.

use super::spec::Spec;
use boardbots_base::invalid::InputError;
use boardbots_catalog::{Entry, player};
use boardbots_game::game::Clock;
use boardbots_game::setup::Openings;
use boardbots_stats::sprt::Sprt;
use fastrand::Rng;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// Most players of a match: ratings compare each with each, in a matrix of 8 MB.
pub const MOST_PLAYERS: usize = 1000;

/// The version of records that this program writes and reads.
pub const VERSION: u32 = 1;

/// The salt of the seeds of lots, which keeps them apart from those of openings.
const LOTS: u64 = 0x6c6f_7473_6472_6177;

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
    /// Positions to look at for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds after which a move counts as not made at all.
    pub deadline: u32,
    /// Milliseconds until a program is ready, if they are not the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u32>,
    /// MiB of memory for data that each process of a program may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u32>,
    /// The time of programs that counts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub clock: Clock,
}

/// True for what records of earlier versions mean.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A part of a match: every so-many-th unit of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the part, from 1.
    pub number: u64,
    /// The number of parts.
    pub of: u64,
}

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the match, from 0.
    pub number: u64,
    /// Players, by their places in the plan; in the order of the seats.
    pub seats: Vec<usize>,
    /// The number of its opening in the match, from 0.
    pub opening: u64,
    /// Decides opening, map and dice; all games of a unit have the same.
    pub seed: u64,
}

/// A match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchPlan {
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

impl MatchPlan {
    /// A match of these players without games, with the usual value of everything else.
    #[must_use]
    pub fn new(game: Entry, players: Vec<String>) -> Self {
        Self {
            version: VERSION,
            game,
            players,
            format: Format::RoundRobin,
            games: 0,
            seed: 0,
            pace: Pace::default(),
            openings: Openings::default(),
            turns: 0,
            field: None,
            single: false,
            unrated: false,
            test: None,
            shard: None,
            files: BTreeMap::new(),
        }
    }

    /// The players, as they are read.
    ///
    /// # Errors
    /// Fails for a player that cannot be read or is of another game, and for too few or too many of them.
    pub fn specs(&self) -> Result<Vec<Spec>, InputError> {
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

    /// The number of players in a game.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.field.as_ref().map_or_else(|| self.game.players(), |field| self.game.players_on(field))
    }

    /// The players' names in tables of results: no two alike.
    ///
    /// # Errors
    /// As [`MatchPlan::specs`].
    pub fn titles(&self) -> Result<Vec<String>, InputError> {
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
    /// Fails as [`MatchPlan::specs`], or if no player has this name; the error names those that there are.
    pub fn titled(&self, title: &str) -> Result<usize, InputError> {
        let titles = self.titles()?;
        let found = titles.iter().position(|other| other == title);
        found.ok_or_else(|| format!("no player is called \"{title}\"; there are {}", titles.join("; ")).into())
    }

    /// The number of groups of players that meet.
    #[must_use]
    pub fn groups(&self) -> u64 {
        let (fixed, count) = self.chosen();
        combinations(self.players.len().saturating_sub(fixed), count)
    }

    /// The number of first players that are in every group, and the number of others that are chosen for
    /// one. Where there are fewer players than seats all have equally many, and those who are
    /// chosen one more.
    fn chosen(&self) -> (usize, usize) {
        let (players, seats) = (self.players.len(), self.seats());
        match self.format {
            // Here each unit draws a group of its own: see [`MatchPlan::drawn`].
            Format::Pool => (0, 0),
            Format::Seated => (players, 0),
            _ if players < seats => (0, seats % players.max(1)),
            Format::RoundRobin => (0, seats),
            Format::Gauntlet => (1, seats - 1),
        }
    }

    /// A group of players that meet, in the order of the plan, by its number in lexical order. It is
    /// counted out, for there may be many, and a record asks for one with each of its games.
    fn group(&self, number: u64) -> Vec<usize> {
        let (players, seats) = (self.players.len(), self.seats());
        let (fixed, count) = self.chosen();
        let mut group: Vec<usize> = (0..fixed).collect();
        group.extend(choice(fixed..players, count, number));
        if players >= seats {
            return group;
        }
        let times = |player: usize| seats / players + usize::from(group.contains(&player));
        (0..players).flat_map(|player| std::iter::repeat_n(player, times(player))).collect()
    }

    /// Games of a unit: the same opening with every order of the seats; two seats of one player are
    /// not told apart. Of a pool, the first player has every seat once. One game if every game has an opening of its
    /// own.
    #[must_use]
    pub fn unit(&self) -> u64 {
        match self.format {
            Format::Pool => self.seats() as u64,
            _ if self.single => 1,
            Format::Seated => self.seats() as u64,
            _ => orders(&self.group(0)),
        }
    }

    /// A game by its number; all groups play a unit before any plays the next.
    #[must_use]
    pub fn fixture(&self, number: u64) -> Fixture {
        let (groups, unit) = (self.groups().max(1), number / self.unit());
        let (mut seats, opening, shift) = if self.format == Format::Pool {
            (drawn(self.seed, self.players.len(), self.seats(), unit), unit, number % self.unit())
        } else if self.format == Format::Seated {
            ((0..self.seats()).collect(), unit, number % self.unit())
        } else if self.single {
            let (group, turn) = (self.group(number % groups), number / groups);
            let count = group.len().max(1) as u64;
            (permuted(group, turn / count % orders(&self.group(0))), number, turn % count)
        } else {
            (permuted(self.group(unit % groups), number % self.unit()), unit / groups, 0)
        };
        seats.rotate_right(usize::try_from(shift).unwrap_or(0));
        let in_turn = self.format == Format::Seated;
        let seed = if in_turn { self.seed.wrapping_add(opening) } else { mixed(self.seed, opening) };
        Fixture { number, seats, opening, seed }
    }

    /// The numbers of all games that are played here, in order.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + use<> {
        let (unit, shard) = (self.unit(), self.shard.unwrap_or(Shard { number: 1, of: 1 }));
        (0..self.games).filter(move |number| number / unit % shard.of.max(1) + 1 == shard.number)
    }
}

/// `count` of these, by the number of the choice in lexical order.
fn choice(from: Range<usize>, count: usize, mut number: u64) -> Vec<usize> {
    let mut chosen = Vec::with_capacity(count);
    for player in from.clone() {
        if chosen.len() == count {
            break;
        }
        // Choices that go on with this one come before those that pass it over.
        let with = combinations(from.end - player - 1, count - chosen.len() - 1);
        if number < with {
            chosen.push(player);
        } else {
            number -= with;
        }
    }
    chosen
}

/// In how many ways this many can be chosen.
fn combinations(from: usize, count: usize) -> u64 {
    // Each step leaves a whole number: the combinations of as many as there were steps.
    let step = |ways: u128, taken: usize| ways.saturating_mul((from - taken) as u128) / (taken as u128 + 1);
    if count > from { 0 } else { u64::try_from((0..count).fold(1, step)).unwrap_or(u64::MAX) }
}

/// The number of orders of a sorted group: its factorial, divided by those of the seats of each player.
fn orders(group: &[usize]) -> u64 {
    let factorial = |count: usize| (1..=count as u64).product::<u64>();
    group.chunk_by(|one, other| one == other).fold(factorial(group.len()), |all, seats| all / factorial(seats.len()))
}

/// The order of a sorted group that has this number; 0 leaves it as it is.
fn permuted(mut group: Vec<usize>, mut order: u64) -> Vec<usize> {
    let mut seats = Vec::with_capacity(group.len());
    while !group.is_empty() {
        // The first player leaves this many orders to the others; the numbers of his orders come
        // one after another.
        let mut at = 0;
        loop {
            let rest: Vec<usize> = group[..at].iter().chain(&group[at + 1..]).copied().collect();
            let count = orders(&rest);
            let next = group[at..].iter().position(|player| *player != group[at]).map(|step| at + step);
            match next {
                Some(next) if order >= count => {
                    order -= count;
                    at = next;
                }
                _ => break,
            }
        }
        seats.push(group.remove(at));
    }
    seats
}

/// The first of so many players and those that it meets in a unit. The others are drawn from a bag that is filled
/// anew when it is empty.
fn drawn(seed: u64, players: usize, seats: usize, unit: u64) -> Vec<usize> {
    let others = players.saturating_sub(1).max(1);
    let mut draws = (others as u64, Vec::new());
    let mut draw = |number: u64| {
        let (bag, place) = (number / others as u64, usize::try_from(number % others as u64).unwrap_or(0));
        if draws.1.is_empty() || draws.0 != bag {
            draws = (bag, (1..=others).collect());
            Rng::with_seed(mixed(seed ^ LOTS, bag)).shuffle(&mut draws.1);
        }
        draws.1[place]
    };
    let each = seats as u64 - 1;
    let met = (0..each).map(|place| draw(unit.wrapping_mul(each).wrapping_add(place)));
    std::iter::once(0).chain(met).collect()
}

/// A seed for one of many things that depend on one seed (the finalizer of `SplitMix64`).
#[must_use]
pub fn mixed(seed: u64, number: u64) -> u64 {
    let mut mixed = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

#[cfg(test)]
pub(super) mod tests;
