//! The results of a season, and the ratings that follow from all of them at once.

use boardbots_stats::bradley_terry::{self, Meeting};
use boardbots_stats::plackett_luce::{self, Table};
use boardbots_stats::ratings::{Rating, Ratings};
use boardbots_stats::tally::{GameResult, Tally};
use boardbots_tournament::matches::standings::outcome;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Most versions that are rated: ratings compare each with each.
const MOST: usize = 400;
/// Points of a win and of a draw, as courses grade.
const POINTS: (u64, u64) = (3, 1);

/// The results of a version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Games.
    pub games: u64,
    /// Results against all others; at a table of several, coming before another is a win against them.
    pub tally: Tally,
    /// 3 for each first place, 1 for one that is shared.
    pub points: u64,
}

/// The results of all versions in a season.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// By version.
    pub lines: BTreeMap<i64, Line>,
    /// By two versions that have met, the one in the earlier seat first.
    pub met: BTreeMap<(i64, i64), Tally>,
    /// Tables of more than two: versions and places by seat.
    tables: Vec<(Vec<i64>, Vec<u8>)>,
}

/// Ratings, and whose they are.
#[derive(Clone, Debug)]
pub struct Rated {
    /// Versions in their order; the others are by their places here.
    pub versions: Vec<i64>,
    /// Elo from the mean of all.
    pub from_mean: Vec<Rating>,
    /// Leads of each over each.
    pub ratings: Ratings,
}

/// The result of a seat as the first place has it: a win for whoever has it alone, a draw for those who share it.
#[must_use]
pub fn first_place(places: &[u8], seat: usize) -> GameResult {
    let others = places.iter().enumerate().any(|(other, place)| other != seat && *place == 1);
    match places.get(seat) {
        Some(1) if others => GameResult::Draw,
        Some(1) => GameResult::Win,
        _ => GameResult::Loss,
    }
}

impl Results {
    /// Counts a game: versions and places by seat.
    pub fn add(&mut self, seats: &[i64], places: &[u8]) {
        for (seat, (&version, &place)) in seats.iter().zip(places).enumerate() {
            let line = self.lines.entry(version).or_default();
            line.games += u64::from(!seats[..seat].contains(&version));
            line.points += match first_place(places, seat) {
                GameResult::Win => POINTS.0,
                GameResult::Draw => POINTS.1,
                GameResult::Loss => 0,
            };
            for (&other, &after) in seats.iter().zip(places).skip(seat + 1).filter(|(other, _)| **other != version) {
                let mut game = Tally::default();
                game.add(outcome(place, after));
                self.met.entry((version, other)).or_default().merge(&game);
                self.lines.entry(version).or_default().tally.merge(&game);
                self.lines.entry(other).or_default().tally.merge(&game.turned());
            }
        }
        if seats.len() > 2 {
            self.tables.push((seats.to_vec(), places.to_vec()));
        }
    }

    /// Counts a game between versions of one player, who earns no points by it.
    pub fn add_own(&mut self, seats: &[i64], places: &[u8]) {
        let before: Vec<u64> = seats.iter().map(|seat| self.of(*seat).points).collect();
        self.add(seats, places);
        for (seat, points) in seats.iter().zip(before) {
            self.lines.entry(*seat).or_default().points = points;
        }
    }

    /// The results of a version.
    #[must_use]
    pub fn of(&self, version: i64) -> Line {
        self.lines.get(&version).copied().unwrap_or_default()
    }

    /// The results of one version against another, whoever sat first.
    #[must_use]
    pub fn between(&self, one: i64, other: i64) -> Tally {
        let of = |one, other| self.met.get(&(one, other)).copied().unwrap_or_default();
        let mut tally = of(one, other);
        tally.merge(&of(other, one).turned());
        tally
    }

    /// The ratings of all versions that have played; `None` before the first game.
    #[must_use]
    pub fn rate(&self) -> Option<Rated> {
        let mut versions: Vec<i64> = self.lines.keys().copied().collect();
        // Of very many those with the most games.
        versions.sort_by_key(|version| Reverse(self.of(*version).games));
        versions.truncate(MOST);
        versions.sort_unstable();
        let is_rated = |version: &i64| versions.binary_search(version).is_ok();
        let place = |version: &i64| versions.binary_search(version).unwrap_or_default();
        let ratings = if self.tables.is_empty() {
            let meeting = |(&(first, second), &tally): (&(i64, i64), &Tally)| Meeting {
                first: place(&first),
                second: place(&second),
                tally,
            };
            let meetings: Vec<Meeting> =
                self.met.iter().filter(|((one, other), _)| is_rated(one) && is_rated(other)).map(meeting).collect();
            bradley_terry::rate_from_mean(versions.len(), true, &meetings).ok()?.ratings
        } else {
            let table = |(seats, places): &(Vec<i64>, Vec<u8>)| {
                let seats = seats.iter().zip(places).map(|(version, &at)| (place(version), Reverse(at)));
                [Table::by_score(&seats.collect::<Vec<_>>())]
            };
            let tables: Vec<[Table; 1]> =
                self.tables.iter().filter(|(seats, _)| seats.iter().all(is_rated)).map(table).collect();
            plackett_luce::rate_from_mean(versions.len(), &tables).ok()?
        };
        Some(Rated { from_mean: ratings.from_mean(), versions, ratings })
    }
}

impl Rated {
    /// The rating of a version.
    #[must_use]
    pub fn of(&self, version: i64) -> Option<Rating> {
        Some(self.from_mean[self.versions.binary_search(&version).ok()?])
    }

    /// The lead of one version over another in Elo, and half the width of its 95 % interval.
    #[must_use]
    pub fn lead(&self, one: i64, other: i64) -> Option<(f64, f64)> {
        let place = |version| self.versions.binary_search(&version).ok();
        self.ratings.lead(place(one)?, place(other)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_those_of_courses() {
        let mut results = Results::default();
        results.add(&[7, 9], &[1, 2]);
        results.add(&[9, 7], &[1, 1]);
        let (seven, nine) = (results.of(7), results.of(9));
        assert_eq!((seven.points, nine.points, seven.games, nine.games), (4, 1, 2, 2));
        assert_eq!(seven.tally, Tally { wins: 1, draws: 1, losses: 0 });
        assert_eq!(results.between(9, 7), Tally { wins: 0, draws: 1, losses: 1 });
        assert_eq!(results.met[&(9, 7)], Tally { wins: 0, draws: 1, losses: 0 });
        results.add_own(&[9, 7], &[1, 2]);
        assert_eq!((results.of(9).points, results.of(9).games, results.of(7).tally.losses), (1, 3, 1));
        let mut four = Results::default();
        four.add(&[1, 2, 3, 1], &[2, 1, 3, 3]);
        assert_eq!([1, 2, 3].map(|version| four.of(version).points), [0, 3, 0]);
        assert_eq!((four.of(1).games, four.of(1).tally), (1, Tally { wins: 1, draws: 1, losses: 2 }));
    }

    #[test]
    fn ratings_do_not_hang_on_the_order_of_games() {
        for seats in [2, 4] {
            let mut rng = fastrand::Rng::with_seed(seats);
            let count = usize::try_from(seats).expect("few");
            let mut games: Vec<(Vec<i64>, Vec<u8>)> = Vec::new();
            for _ in 0..200 {
                let seats = rng.choose_multiple(1..9_i64, count);
                let places = seats.iter().map(|_| rng.u8(1..=4)).collect();
                games.push((seats, places));
            }
            let rate = |games: &[(Vec<i64>, Vec<u8>)]| {
                let mut results = Results::default();
                for (seats, places) in games {
                    results.add(seats, places);
                }
                results.rate().expect("games").from_mean
            };
            let before = rate(&games);
            rng.shuffle(&mut games);
            for (one, other) in before.iter().zip(rate(&games)) {
                assert!((one.elo - other.elo).abs() < 1e-6 && one.error.is_some());
            }
        }
    }
}
