//! The standings of a match, from its games.

use super::plan::MatchPlan;
use super::record::{Games, Offence, Played};
use boardbots_base::invalid::InputError;
use boardbots_base::printable::line;
use boardbots_game::setup::Opening;
use boardbots_stats::bradley_terry::{self, Meeting};
use boardbots_stats::latency::Latency;
use boardbots_stats::mean::Mean;
use boardbots_stats::plackett_luce::{self, Table};
use boardbots_stats::ratings::{RatingError, Ratings};
use boardbots_stats::tally::{GameResult, Pairs, Tally};
use serde::Serialize;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A player's line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The player's name in tables.
    pub title: String,
    /// Games that it played.
    pub games: u64,
    /// Results against all others, seat by seat. At a table for more than two, coming before another is a win against
    /// them.
    pub tally: Tally,
    /// The number of first places, second places and so on; tied players all get the best of the places that they
    /// share.
    pub places: Vec<u64>,
    /// The sum of the game's own scores.
    pub score: i64,
    /// The share of its seats in which it came first, alone or not, at tables for more than two.
    pub first: Option<Mean>,
    /// The mean place there.
    pub place: Option<Mean>,
    /// The mean of the game's own scores there.
    pub mean: Option<Mean>,
    /// The mean lead of these over the average of all players on the same map or opening.
    pub lead: Option<Mean>,
    /// The number of its faults, by kind.
    pub faults: BTreeMap<String, u64>,
    /// The first fault of each kind.
    pub first_faults: BTreeMap<String, FirstFault>,
    /// The times of its decisions.
    pub times: Latency,
}

/// The pairs before in a match: copies of them are no evidence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Repeats {
    /// Openings that the same players had before.
    pub openings: u64,
    /// Games that are move for move the same as earlier ones, with the same seats.
    pub games: u64,
    /// Pairs of such games, which do not count.
    pub pairs: u64,
}

impl Repeats {
    /// True if nothing repeats.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for Repeats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { openings, games, pairs } = self;
        write!(f, "repeated: {openings} openings, {games} games, {pairs} pairs; equal pairs count once")
    }
}

/// Pairs that were seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen(HashSet<u64>);

impl Seen {
    /// True if no pair before was the same, move for move, with the same seats.
    pub fn is_new(&mut self, first: &Played, second: &Played) -> bool {
        let mut hasher = DefaultHasher::new();
        for game in [first, second] {
            (&game.seats, &game.opening, &game.moves, &game.places).hash(&mut hasher);
        }
        self.0.insert(hasher.finish())
    }
}

/// The first fault of its kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FirstFault {
    /// The number of its game.
    pub game: u64,
    /// The move that was due, from 1, if one was.
    #[serde(rename = "move")]
    pub due: Option<u32>,
    /// The event, in words.
    pub detail: String,
}

impl fmt::Display for FirstFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let due = self.due.map_or(String::new(), |due| format!(", move {due}"));
        write!(f, "game {}{due}: {}", self.game, line(&self.detail))
    }
}

/// The table of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standings {
    /// By the places of the players in the plan.
    pub rows: Vec<Row>,
    /// Each against each whom it met, by their places in the plan.
    pub cross: BTreeMap<(usize, usize), Tally>,
    /// For each two players of which the first stands before the other in the plan: whole pairs of
    /// games with the same opening, by the first one's half points, 0 to 4; of equal ones the first.
    pub pairs: BTreeMap<(usize, usize), Pairs>,
    seen: Seen,
    /// The openings, games and pairs that are not the first of their kind.
    pub repeats: Repeats,
    /// Games that count.
    pub games: u64,
    /// Lengths of games, each with the number of games.
    pub lengths: BTreeMap<u32, u64>,
}

impl Standings {
    /// The table of the games that are there; their order plays no part.
    ///
    /// # Errors
    /// Fails if the plan has an invalid player.
    pub fn new(plan: &MatchPlan, games: &Games) -> Result<Self, InputError> {
        let titles = plan.titles()?;
        let mut standings =
            Self { rows: titles.into_iter().map(|title| Row { title, ..Row::default() }).collect(), ..Self::default() };
        for played in games.values() {
            standings.add(played);
        }
        standings.repeats = repeats(plan, games);
        if plan.seats() == 2 {
            for ((_, first), (_, second)) in units(plan, games) {
                standings.pair(first, second);
            }
        } else {
            standings.means(&sets(games.values()));
        }
        Ok(standings)
    }

    /// Places and scores of tables for more than two.
    fn means(&mut self, sets: &[Vec<&Played>]) {
        #[allow(clippy::cast_precision_loss)]
        let score = |played: &Played, seat: usize| played.scores.get(seat).map_or(0.0, |score| *score as f64);
        let all = |set: &Vec<&Played>| {
            let (sum, count) = sums(set, None, &score);
            sum / f64::from(count.max(1))
        };
        for (player, row) in self.rows.iter_mut().enumerate() {
            let own = Some(player);
            let first = |played: &Played, seat: usize| f64::from(u8::from(played.places[seat] == 1));
            row.first = Mean::of(sets.iter().map(|set| sums(set, own, &first)));
            row.place = Mean::of(sets.iter().map(|set| sums(set, own, &|played, seat| played.places[seat].into())));
            row.mean = Mean::of(sets.iter().map(|set| sums(set, own, &score)));
            row.lead = Mean::of(sets.iter().map(|set| {
                let usual = all(set);
                sums(set, own, &|played, seat| score(played, seat) - usual)
            }));
        }
    }

    /// Adds a game to all but the pairs.
    pub fn add(&mut self, played: &Played) {
        self.games += 1;
        *self.lengths.entry(played.length).or_default() += 1;
        for (seat, &player) in played.seats.iter().enumerate() {
            let row = &mut self.rows[player];
            row.games += u64::from(!played.seats[..seat].contains(&player));
            let place = played.places[seat];
            row.places.resize(row.places.len().max(place.into()), 0);
            if let Some(count) = row.places.get_mut(usize::from(place).wrapping_sub(1)) {
                *count += 1;
            }
            row.score = row.score.saturating_add(played.scores.get(seat).copied().unwrap_or(0));
            row.times.merge(&played.times[seat]);
            for (other, &opponent) in played.seats.iter().enumerate().filter(|(_, other)| **other != player) {
                let outcome = outcome(place, played.places[other]);
                self.rows[player].tally.add(outcome);
                self.cross.entry((player, opponent)).or_default().add(outcome);
            }
        }
        for offence in &played.faults {
            if let Some(&player) = played.seats.get(offence.seat) {
                let Offence { fault, detail, due, .. } = offence.clone();
                let first = FirstFault { game: played.game, due, detail };
                self.rows[player].first_faults.entry(fault.clone()).or_insert(first);
                let count = self.rows[player].faults.entry(fault).or_default();
                *count = count.saturating_add(offence.count);
            }
        }
    }

    /// Ratings of all players above one of them, of tables by the places of all; from the games
    /// that were added.
    ///
    /// # Errors
    /// As the models say.
    pub fn ratings<'a>(
        &self,
        plan: &MatchPlan,
        games: impl Iterator<Item = &'a Played>,
        anchor: usize,
    ) -> Result<Ratings, RatingError> {
        let players = self.rows.len();
        if plan.seats() > 2 {
            let table = |played: &Played| {
                let seats = played.seats.iter().zip(&played.places);
                Table::by_score(&seats.map(|(&player, &place)| (player, Reverse(place))).collect::<Vec<_>>())
            };
            let tables: Vec<Vec<Table>> =
                sets(games).into_iter().map(|set| set.into_iter().map(table).collect()).collect();
            return plackett_luce::rate(players, anchor, &tables);
        }
        let once = self.cross.iter().filter(|((first, second), _)| first < second);
        let meetings: Vec<Meeting> = once.map(|(&(first, second), &tally)| Meeting { first, second, tally }).collect();
        bradley_terry::rate(players, anchor, false, &meetings).map(|rated| rated.ratings)
    }

    /// Adds both games of a unit to the pairs of a match for two, unless it is a copy.
    pub fn pair(&mut self, first: &Played, second: &Played) {
        if !self.seen.is_new(first, second) {
            self.repeats.pairs += 1;
            return;
        }
        let Some((&one, &other)) = first.seats.iter().min().zip(first.seats.iter().max()) else { return };
        let points = points(first, one) + points(second, one);
        self.pairs.entry((one, other)).or_default().0[points.min(4)] += 1;
    }
}

/// Half points of a player in a game for two.
#[must_use]
pub fn points(played: &Played, player: usize) -> usize {
    let place = |mine: bool| played.seats.iter().position(|seat| (*seat == player) == mine).map(|at| played.places[at]);
    place(true).zip(place(false)).map_or(0, |(mine, other)| outcome(mine, other).halves())
}

/// Games with one opening together, by the first game of each: they are not independent.
fn sets<'a>(games: impl Iterator<Item = &'a Played>) -> Vec<Vec<&'a Played>> {
    let mut numbers: HashMap<&Opening, usize> = HashMap::new();
    let mut sets: Vec<Vec<&Played>> = Vec::new();
    for played in games {
        let number = *numbers.entry(&played.opening).or_insert(sets.len());
        if number == sets.len() {
            sets.push(Vec::new());
        }
        sets[number].push(played);
    }
    sets
}

/// The repeats, but for pairs.
fn repeats(plan: &MatchPlan, games: &Games) -> Repeats {
    let (mut repeats, mut openings, mut played, mut last) = (Repeats::default(), HashSet::new(), HashSet::new(), None);
    for (number, game) in games {
        if last.replace(number / plan.unit()) != Some(number / plan.unit()) {
            let mut players = game.seats.clone();
            players.sort_unstable();
            repeats.openings += u64::from(!openings.insert((players, &game.opening)));
        }
        repeats.games += u64::from(!played.insert((&game.seats, &game.opening, &game.moves)));
    }
    repeats
}

/// A sum over the seats of a player or of all, and their number.
fn sums(set: &[&Played], player: Option<usize>, of: &dyn Fn(&Played, usize) -> f64) -> (f64, u32) {
    let seats = set.iter().flat_map(|played| (0..played.seats.len()).map(move |seat| (*played, seat)));
    let own = seats.filter(|(played, seat)| player.is_none_or(|player| played.seats[*seat] == player));
    own.fold((0.0, 0), |(sum, count), (played, seat)| (sum + of(played, seat), count + 1))
}

/// The result of two places for the player who has the first of them.
#[must_use]
pub fn outcome(mine: u8, other: u8) -> GameResult {
    match mine.cmp(&other) {
        Ordering::Less => GameResult::Win,
        Ordering::Equal => GameResult::Draw,
        Ordering::Greater => GameResult::Loss,
    }
}

/// Both games of each unit of a match for two of which both were played, in order.
pub fn units<'a>(
    plan: &MatchPlan,
    games: &'a Games,
) -> impl Iterator<Item = ((&'a u64, &'a Played), (&'a u64, &'a Played))> + use<'a> {
    let unit = plan.unit();
    games
        .iter()
        .zip(games.iter().skip(1))
        .filter(move |((one, _), (other, _))| *one / unit == *other / unit && one.is_multiple_of(unit))
}
