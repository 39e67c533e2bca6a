//! What the games of a match add up to.

use super::plan::Plan;
use super::played::Played;
use super::record::Games;
use crate::matches::rating::bradley_terry::{self, Meeting};
use crate::matches::rating::latency::Latency;
use crate::matches::rating::pairs::Pairs;
use crate::matches::rating::plackett_luce::{self, Table};
use crate::matches::rating::ratings::{RatingError, Ratings};
use crate::matches::rating::tally::{Outcome, Tally};
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

/// A player's line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// What tables call it.
    pub title: String,
    /// Games that it played.
    pub games: u64,
    /// Against all others. At a table for more than two, coming before another is a win against him.
    pub tally: Tally,
    /// How often it came first, second and so on; who shares a place has the best of it.
    pub places: Vec<u64>,
    /// What the game counts, summed.
    pub score: i64,
    /// What it did wrong, by word.
    pub faults: BTreeMap<String, u64>,
    /// How long its decisions took.
    pub times: Latency,
}

/// The table of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standings {
    /// By the places of the players in the plan.
    pub rows: Vec<Row>,
    /// Each against each.
    pub cross: Vec<Vec<Tally>>,
    /// For each two players of which the first stands before the other in the plan: whole pairs of
    /// games with the same opening, by the first one's half points, 0 to 4.
    pub pairs: BTreeMap<(usize, usize), Pairs>,
    /// Games that count.
    pub games: u64,
    /// Lengths of games, and how many had them.
    pub lengths: BTreeMap<u32, u64>,
}

impl Standings {
    /// The table of the games that are there; their order plays no part.
    ///
    /// # Errors
    /// The plan has a player that is none.
    pub fn new(plan: &Plan, games: &Games) -> Result<Self, String> {
        let titles = plan.titles()?;
        let mut standings = Self {
            cross: vec![vec![Tally::default(); titles.len()]; titles.len()],
            rows: titles.into_iter().map(|title| Row { title, ..Row::default() }).collect(),
            ..Self::default()
        };
        for played in games.values() {
            standings.add(played);
        }
        if plan.game.seats() == 2 {
            for ((_, first), (_, second)) in units(plan, games) {
                standings.pair(first, second);
            }
        }
        Ok(standings)
    }

    /// Adds a game to all but the pairs.
    pub fn add(&mut self, played: &Played) {
        self.games += 1;
        *self.lengths.entry(played.length).or_default() += 1;
        for (seat, &player) in played.seats.iter().enumerate() {
            let row = &mut self.rows[player];
            row.games += 1;
            let place = played.places[seat];
            row.places.resize(row.places.len().max(place.into()), 0);
            if let Some(count) = row.places.get_mut(usize::from(place).wrapping_sub(1)) {
                *count += 1;
            }
            row.score += played.scores.get(seat).copied().unwrap_or(0);
            row.times.merge(&played.times[seat]);
            for (other, &opponent) in played.seats.iter().enumerate().filter(|(other, _)| *other != seat) {
                let outcome = outcome(place, played.places[other]);
                self.rows[player].tally.add(outcome);
                self.cross[player][opponent].add(outcome);
            }
        }
        for offence in &played.faults {
            if let Some(&player) = played.seats.get(offence.seat) {
                *self.rows[player].faults.entry(offence.fault.clone()).or_default() += offence.count;
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
        plan: &Plan,
        games: impl Iterator<Item = &'a Played>,
        anchor: usize,
    ) -> Result<Ratings, RatingError> {
        let players = self.rows.len();
        if plan.game.seats() > 2 {
            let table = |played: &Played| {
                let seats = played.seats.iter().zip(&played.places);
                Table::by_score(&seats.map(|(&player, &place)| (player, Reverse(place))).collect::<Vec<_>>())
            };
            let tables: Vec<Table> = games.map(table).collect();
            return plackett_luce::rate(players, anchor, &tables);
        }
        let meetings: Vec<Meeting> = (0..players)
            .flat_map(|first| (first + 1..players).map(move |second| (first, second)))
            .map(|(first, second)| Meeting { first, second, tally: self.cross[first][second] })
            .collect();
        bradley_terry::rate(players, anchor, false, &meetings).map(|rated| rated.ratings)
    }

    /// Adds both games of a unit to the pairs of a match for two.
    pub fn pair(&mut self, first: &Played, second: &Played) {
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

/// What places mean for who has the first of them.
fn outcome(mine: u8, other: u8) -> Outcome {
    match mine.cmp(&other) {
        Ordering::Less => Outcome::Win,
        Ordering::Equal => Outcome::Draw,
        Ordering::Greater => Outcome::Loss,
    }
}

/// Both games of each unit of a match for two of which both were played, in order.
pub fn units<'a>(
    plan: &Plan,
    games: &'a Games,
) -> impl Iterator<Item = ((&'a u64, &'a Played), (&'a u64, &'a Played))> + use<'a> {
    let unit = plan.unit();
    games
        .iter()
        .zip(games.iter().skip(1))
        .filter(move |((one, _), (other, _))| *one / unit == *other / unit && one.is_multiple_of(unit))
}
