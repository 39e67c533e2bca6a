//! A match before its first game: all its terms, and the order of its games.

pub use super::orders::mixed;
use super::orders::{choice, combinations, drawn, orders, permuted};
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
        Ok(specs)
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

    /// The number of groups of players that meet.
    #[must_use]
    pub fn groups(&self) -> u64 {
        let (fixed, count) = self.chosen();
        combinations(self.players.len().saturating_sub(fixed), count)
    }

    /// The number of first players that are in every group, and the number of others that are chosen for each. If
    /// there are fewer players than seats, all have equally many, and the chosen ones have one more.
    fn chosen(&self) -> (usize, usize) {
        let (players, seats) = (self.players.len(), self.game.players());
        match self.format {
            // Here each unit draws a group of its own: see [`Plan::drawn`].
            Format::Pool => (0, 0),
            _ if players < seats => (0, seats % players.max(1)),
            Format::RoundRobin => (0, seats),
            Format::Gauntlet => (1, seats - 1),
        }
    }

    /// A group of players that meet, in the order of the plan, by its number in lexical order. It is
    /// counted out, for there may be many, and a record asks for one with each of its games.
    fn group(&self, number: u64) -> Vec<usize> {
        let (players, seats) = (self.players.len(), self.game.players());
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
            Format::Pool => self.game.players() as u64,
            _ if self.single => 1,
            _ => orders(&self.group(0)),
        }
    }

    /// A game by its number; all groups play a unit before any plays the next.
    #[must_use]
    pub fn fixture(&self, number: u64) -> Fixture {
        let (groups, unit) = (self.groups().max(1), number / self.unit());
        let (mut seats, opening, shift) = if self.format == Format::Pool {
            (drawn(self.seed, self.players.len(), self.game.players(), unit), unit, number % self.unit())
        } else if self.single {
            let (group, turn) = (self.group(number % groups), number / groups);
            let count = group.len().max(1) as u64;
            (permuted(group, turn / count % orders(&self.group(0))), number, turn % count)
        } else {
            (permuted(self.group(unit % groups), number % self.unit()), unit / groups, 0)
        };
        seats.rotate_right(usize::try_from(shift).unwrap_or(0));
        Fixture { number, seats, opening, seed: mixed(self.seed, opening) }
    }

    /// The numbers of all games that are played here, in order.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + use<> {
        let (unit, shard) = (self.unit(), self.shard.unwrap_or(Shard { number: 1, of: 1 }));
        (0..self.games).filter(move |number| number / unit % shard.of.max(1) + 1 == shard.number)
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn everybody_meets_everybody_from_both_sides() {
        let plan = sample(&["tron:strong", "tron:strong,depth=3", "tron:strong,depth=4"], 12);
        let seats: Vec<_> = plan.numbers().map(|number| plan.fixture(number)).collect();
        let orders: Vec<&[usize]> = seats.iter().map(|fixture| fixture.seats.as_slice()).collect();
        let round: [&[usize]; 6] = [&[0, 1], &[1, 0], &[0, 2], &[2, 0], &[1, 2], &[2, 1]];
        assert_eq!(orders, [round, round].concat());
        // A round has one opening, the next another.
        assert!(seats[..6].iter().all(|fixture| fixture.seed == seats[0].seed));
        assert!(seats[6..].iter().all(|fixture| fixture.seed == seats[6].seed && fixture.seed != seats[0].seed));
        let gauntlet = Plan { format: Format::Gauntlet, ..plan };
        assert!(gauntlet.numbers().all(|number| gauntlet.fixture(number).seats.contains(&0)));
    }

    #[test]
    fn tables_have_every_seating_once() {
        let plan = sample(&["vindinium:miner", "vindinium:guard", "vindinium:hunter", "vindinium:random"], 48);
        let mut seen: HashMap<Vec<usize>, u32> = HashMap::new();
        plan.numbers().for_each(|number| *seen.entry(plan.fixture(number).seats).or_default() += 1);
        assert_eq!(seen.len(), 24);
        assert!(seen.values().all(|count| *count == 2));
        let five = sample(&["vindinium:miner"; 5], 120);
        assert_eq!(five.groups(), 5);
        assert_eq!(five.titles().map(|titles| titles[4].clone()), Ok("miner #5".to_string()));
    }

    #[test]
    fn single_games_have_maps_of_their_own_and_all_seats_in_turn() {
        for players in 2..7 {
            let plan = Plan { single: true, ..sample(&vec!["vindinium:miner"; players], 240) };
            let fixtures: Vec<Fixture> = plan.numbers().map(|number| plan.fixture(number)).collect();
            let seeds: HashSet<u64> = fixtures.iter().map(|fixture| fixture.seed).collect();
            assert_eq!((seeds.len(), plan.unit()), (240, 1));
            for player in 0..players {
                let at = |seat: usize| fixtures.iter().filter(|fixture| fixture.seats[seat] == player).count();
                assert!((1..4).all(|seat| at(seat) == at(0)), "{player} of {players}");
            }
            assert_eq!(plan.fixture(u64::MAX).seats.len(), 4);
        }
    }

    #[test]
    fn a_pool_meets_the_first_from_every_seat_and_all_equally_often() {
        for (players, seats) in [(["tron:strong"; 5], 2), (["vindinium:miner"; 5], 4)] {
            let plan = Plan { format: Format::Pool, ..sample(&players, 240) };
            let fixtures: Vec<Fixture> = plan.numbers().map(|number| plan.fixture(number)).collect();
            let mut met = [0; 5];
            for unit in fixtures.chunks(seats) {
                let first = |fixture: &Fixture| fixture.seats.iter().position(|player| *player == 0);
                assert!(unit.iter().map(first).eq((0..seats).map(Some)));
                assert!(unit.iter().all(|fixture| fixture.seed == unit[0].seed));
                unit[0].seats.iter().for_each(|player| met[*player] += 1);
            }
            let units = 240 / seats;
            assert_eq!(met[0], units);
            assert_eq!(met[1..], [units * (seats - 1) / 4; 4]);
            let seeds: HashSet<u64> = fixtures.iter().map(|fixture| fixture.seed).collect();
            assert_eq!(seeds.len(), units, "every unit has an opening of its own");
            let orders: HashSet<Vec<usize>> = fixtures.into_iter().map(|one| one.seats).collect();
            assert!(seats == 2 || orders.len() > 24, "lots differ");
        }
        let alone = Plan { format: Format::Pool, ..sample(&["vindinium:miner", "vindinium:guard"], 4) };
        assert_eq!(alone.fixture(2).seats, [1, 1, 0, 1]);
    }

    /// All choices of this many out of the first numbers, in lexical order.
    fn choose(from: usize, count: usize) -> Vec<Vec<usize>> {
        let mut chosen = vec![Vec::new()];
        for _ in 0..count {
            let longer = |choice: &Vec<usize>| {
                let next = choice.last().map_or(0, |last| last + 1);
                let choice = choice.clone();
                (next..from).map(move |number| choice.iter().copied().chain([number]).collect::<Vec<_>>())
            };
            chosen = chosen.iter().flat_map(longer).collect();
        }
        chosen
    }

    #[test]
    fn groups_are_counted_out_in_lexical_order() {
        for (player, seats) in [("tron:strong", 2), ("vindinium:miner", 4)] {
            for players in seats..9 {
                let plan = sample(&vec![player; players], 2);
                let all = choose(players, seats);
                let gauntlet = Plan { format: Format::Gauntlet, ..plan.clone() };
                let first: Vec<_> = all.iter().filter(|group| group[0] == 0).cloned().collect();
                for (plan, due) in [(plan, all), (gauntlet, first)] {
                    assert_eq!(plan.groups(), due.len() as u64);
                    let found: Vec<_> = (0..plan.groups()).map(|number| plan.group(number)).collect();
                    assert_eq!(found, due);
                    // Whatever a record asks for, nothing panics.
                    let _ = plan.fixture(u64::MAX);
                }
            }
        }
        assert_eq!((combinations(3, 4), combinations(0, 0), combinations(usize::MAX, 4)), (0, 1, u64::MAX));
        let none = Plan { players: Vec::new(), format: Format::Gauntlet, ..sample(&["tron:strong"], 2) };
        assert_eq!((none.groups(), none.fixture(3).seats), (1, Vec::new()));
    }

    #[test]
    fn fewer_players_have_several_seats_and_every_seating_once() {
        let seatings = |players: &[&str], games| {
            let plan = sample(players, games);
            let mut seen: HashMap<Vec<usize>, u32> = HashMap::new();
            plan.numbers().for_each(|number| *seen.entry(plan.fixture(number).seats).or_default() += 1);
            let mut counts: Vec<u32> = seen.values().copied().collect();
            counts.dedup();
            let groups: Vec<_> = (0..plan.groups()).map(|number| plan.group(number)).collect();
            (plan.unit(), groups, seen.len(), counts)
        };
        let (unit, groups, seen, counts) = seatings(&["vindinium:miner", "vindinium:guard"], 60);
        assert_eq!((unit, groups, seen, counts), (6, vec![vec![0, 0, 1, 1]], 6, vec![10]));
        let (unit, groups, seen, counts) = seatings(&["vindinium:miner", "vindinium:guard", "vindinium:hunter"], 36);
        assert_eq!(groups, [[0, 0, 1, 2], [0, 1, 1, 2], [0, 1, 2, 2]]);
        assert_eq!((unit, seen, counts), (12, 36, vec![1]));
    }

    #[test]
    fn shards_are_the_whole_without_overlap() {
        let plan = sample(&["tron:strong", "tron:strong"], 101);
        let part = |number| Plan { shard: Some(Shard { number, of: 3 }), ..plan.clone() }.numbers();
        let mut all: Vec<u64> = (1..=3).flat_map(part).collect();
        // Units stay together.
        assert!(part(1).take(4).eq([0, 1, 6, 7]));
        all.sort_unstable();
        assert!(all.into_iter().eq(0..101));
    }

    #[test]
    fn players_that_do_not_fit_are_told() {
        assert!(sample(&["tron:strong"], 2).specs().expect_err("one").contains("needs 2 players; here are 1"));
        let mixed = sample(&["tron:strong", "desconecta4:strong"], 2);
        assert!(mixed.specs().expect_err("two games").contains("desconecta4:strong does not play tron"));
    }
}
