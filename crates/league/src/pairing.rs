//! Pairing by information: the next game is the one that takes most off everybody's intervals.
//!
//! What a game tells follows from the variance of the players' difference ([`Design`]); it counts for more the longer
//! its players have waited. Who has waited for four rounds plays at all events. Every second game is one of a candidate,
//! in turn against the version that it is to replace, which it meets first, and against the others.

use crate::results::{Rated, Results};
use boardbots_stats::design::Design;
use boardbots_stats::real;
use fastrand::Rng;
use std::collections::HashMap;

/// The deviation of the belief in strengths before the first game, in Elo.
const DEVIATION: f64 = 350.0;
/// Players up to whom all pairs are looked at; of more, those of so many who have waited longest.
const ALL_PAIRS: usize = 60;
const SOME: usize = 24;
/// Rounds after which somebody who has not played is paired first.
const STARVED: u64 = 4;

/// A version that can play now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The version.
    pub version: i64,
    /// Its player: two versions of one meet only when the one is to replace the other.
    pub player: i64,
    /// The version that it is to replace, if it is a candidate.
    pub replaces: Option<i64>,
    /// Seats that it can have at once in the next game.
    pub seats: usize,
}

/// What is known for pairing.
pub struct Pairing {
    design: Design,
    /// The place of each version in the design.
    places: HashMap<i64, usize>,
    /// By version and seat, games that were begun.
    sat: HashMap<(i64, usize), u64>,
    /// The number of the last game that each version has begun.
    last: HashMap<i64, u64>,
    /// Games begun.
    begun: u64,
    rng: Rng,
}

impl Pairing {
    /// Pairing without games.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let (places, sat, last) = Default::default();
        Self { design: Design::new(Vec::new(), DEVIATION, []), places, sat, last, begun: 0, rng: Rng::with_seed(seed) }
    }

    /// Takes in the results so far, their ratings, and the games that go on; `known` are all versions that can be
    /// paired, with those that they are to replace.
    pub fn learn<'a>(
        &mut self,
        results: &Results,
        rated: Option<&Rated>,
        known: impl Iterator<Item = (i64, Option<i64>)>,
        running: impl Iterator<Item = &'a Vec<i64>>,
    ) {
        let elo = |version: i64| rated.and_then(|rated| Some(rated.of(version)?.elo));
        let rated = rated.map_or(&[][..], |rated| &rated.versions);
        let mut strengths: Vec<(i64, f64)> =
            rated.iter().map(|&version| (version, elo(version).unwrap_or(0.0))).collect();
        for (version, replaces) in known.filter(|(version, _)| rated.binary_search(version).is_err()) {
            strengths.push((version, replaces.and_then(elo).unwrap_or(0.0)));
        }
        self.places = strengths.iter().enumerate().map(|(place, (version, _))| (*version, place)).collect();
        let games = results.met.iter().filter_map(|((one, other), tally)| {
            Some(((*self.places.get(one)?, *self.places.get(other)?), tally.games()))
        });
        self.design = Design::new(strengths.iter().map(|(_, elo)| *elo).collect(), DEVIATION, games);
        running.for_each(|seats| self.narrow(seats));
    }

    /// Notes that a game begins, which counts as played from then on.
    pub fn begin(&mut self, seats: &[i64]) {
        self.begun += 1;
        for (seat, &version) in seats.iter().enumerate() {
            *self.sat.entry((version, seat)).or_default() += 1;
            self.last.insert(version, self.begun);
        }
        self.narrow(seats);
    }

    fn narrow(&mut self, seats: &[i64]) {
        let places: Vec<usize> = seats.iter().filter_map(|version| self.places.get(version).copied()).collect();
        for (seat, &one) in places.iter().enumerate() {
            places[seat + 1..].iter().filter(|other| **other != one).for_each(|&other| self.design.play(one, other));
        }
    }

    /// True if a version is known here.
    #[must_use]
    pub fn knows(&self, version: i64) -> bool {
        self.places.contains_key(&version)
    }

    /// The versions of the next game, by seat; `None` if there are too few to play one.
    pub fn next(&mut self, entrants: &[Entrant], seats: usize) -> Option<Vec<i64>> {
        let entrants: Vec<Entrant> =
            entrants.iter().copied().filter(|one| one.seats > 0 && self.knows(one.version)).collect();
        let among: Vec<usize> = entrants.iter().map(|one| self.places[&one.version]).collect();
        let mut game = self.pair(&entrants, &among, seats)?;
        while game.len() < seats {
            let count = |at: usize| game.iter().filter(|other| **other == at).count();
            let free = (0..entrants.len()).filter(|&at| count(at) < entrants[at].seats);
            // Who sits twice tells nothing about himself.
            let gain = |at: usize| {
                let all = game.iter().filter(|other| **other != at && meet(&entrants[at], &entrants[**other]));
                let all = all.map(|&other| self.gain(&entrants, (at, other), &among, seats));
                if count(at) > 0 { -1.0 } else { all.sum::<f64>() }
            };
            let best = free.map(|at| (at, gain(at))).max_by(|one, other| one.1.total_cmp(&other.1))?;
            game.push(best.0);
        }
        Some(self.seated(game.into_iter().map(|at| entrants[at].version).collect()))
    }

    /// The two of whom the next game is to tell most.
    fn pair(&self, entrants: &[Entrant], among: &[usize], seats: usize) -> Option<Vec<usize>> {
        let wait = |at: usize| self.waited(entrants[at].version);
        let all = 0..entrants.len();
        let candidate = all.clone().filter(|&at| entrants[at].replaces.is_some() && self.begun.is_multiple_of(2));
        let round = (entrants.len() / seats).max(1) as u64;
        let starved = all.clone().filter(|&at| wait(at) > STARVED * round).max_by_key(|&at| wait(at));
        let gains = |first: usize| {
            let meets = move |other: usize| first != other && meet(&entrants[first], &entrants[other]);
            let others = (0..entrants.len()).filter(move |&other| meets(other));
            others.map(move |other| (self.gain(entrants, (first, other), among, seats), first, other))
        };
        let best = |one: &(f64, usize, usize), other: &(f64, usize, usize)| one.0.total_cmp(&other.0);
        let paired = starved.or_else(|| candidate.max_by_key(|&at| wait(at))).and_then(|first| {
            let old = all.clone().find(|&at| Some(entrants[at].version) == entrants[first].replaces);
            let is_turn = (self.begun / 2).is_multiple_of(2) || !self.last.contains_key(&entrants[first].version);
            let met = old.filter(|_| is_turn).map(|old| (0.0, first, old));
            met.or_else(|| gains(first).max_by(best))
        });
        // Of many, those who have waited longest: all pairs would take the cube of their number.
        let mut firsts: Vec<usize> = all.collect();
        if firsts.len() > ALL_PAIRS {
            firsts.sort_by_key(|&at| std::cmp::Reverse(wait(at)));
            firsts.truncate(SOME);
        }
        let (_, one, other) = paired.or_else(|| firsts.into_iter().flat_map(gains).max_by(best))?;
        Some(vec![one, other])
    }

    /// Games that have begun since a version last began one.
    fn waited(&self, version: i64) -> u64 {
        self.begun - self.last.get(&version).copied().unwrap_or(0)
    }

    fn gain(&self, entrants: &[Entrant], (one, other): (usize, usize), among: &[usize], seats: usize) -> f64 {
        let rounds =
            |at: usize| real(self.waited(entrants[at].version)) * real(seats as u64) / real(entrants.len() as u64);
        let age = 1.0 + (rounds(one) + rounds(other)) / 20.0;
        age * self.design.gain(among[one], among[other], among)
    }

    /// The same versions in an order in which each has a seat that it has had least.
    fn seated(&mut self, mut left: Vec<i64>) -> Vec<i64> {
        self.rng.shuffle(&mut left);
        let mut seats = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let often = |seat: usize, version: i64| self.sat.get(&(version, seat)).copied().unwrap_or(0);
            // By how much more often it has had later seats.
            let owed = |version: i64| {
                let later = (seats.len() + 1..seats.len() + left.len()).map(|seat| often(seat, version)).max();
                i128::from(later.unwrap_or(0)) - i128::from(often(seats.len(), version))
            };
            let next = (0..left.len()).max_by_key(|&at| owed(left[at])).unwrap_or(0);
            seats.push(left.swap_remove(next));
        }
        seats
    }
}

/// True if two versions may play against each other.
fn meet(one: &Entrant, other: &Entrant) -> bool {
    one.player != other.player || one.replaces == Some(other.version) || other.replaces == Some(one.version)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entrant(version: i64) -> Entrant {
        Entrant { version, player: version, replaces: None, seats: 1 }
    }

    fn play(pairing: &mut Pairing, entrants: &[Entrant], seats: usize, games: usize) -> Vec<Vec<i64>> {
        let mut all = Vec::new();
        for _ in 0..games {
            let game = pairing.next(entrants, seats).expect("enough");
            pairing.begin(&game);
            all.push(game);
        }
        all
    }

    fn learned(entrants: &[Entrant]) -> Pairing {
        let mut pairing = Pairing::new(1);
        let known = entrants.iter().map(|one| (one.version, one.replaces));
        pairing.learn(&Results::default(), None, known, std::iter::empty());
        pairing
    }

    #[test]
    fn nobody_starves_and_seats_are_even() {
        for seats in [2, 4] {
            let entrants: Vec<Entrant> = (1..=11).map(entrant).collect();
            let games = play(&mut learned(&entrants), &entrants, seats, 440);
            for one in &entrants {
                let mine = games.iter().filter(|game| game.contains(&one.version)).count();
                assert!((20 * seats..=60 * seats).contains(&mine), "{seats} seats: {mine} games");
                let counts: Vec<usize> =
                    (0..seats).map(|seat| games.iter().filter(|game| game[seat] == one.version).count()).collect();
                assert!(counts.iter().max() <= counts.iter().min().map(|least| least + 6).as_ref(), "{counts:?}");
            }
            let longest = |one: &Entrant| {
                let at = games.iter().enumerate().filter(|(_, game)| game.contains(&one.version)).map(|(at, _)| at);
                at.fold((0, 0), |(last, longest), at| (at, longest.max(at - last))).1
            };
            assert!(entrants.iter().map(longest).max() <= Some(7 * 11 / seats), "{seats}");
        }
    }

    #[test]
    fn a_newcomer_catches_up() {
        let entrants: Vec<Entrant> = (1..=20).map(entrant).collect();
        let mut pairing = learned(&entrants);
        play(&mut pairing, &entrants[..19], 2, 400);
        let games = play(&mut pairing, &entrants, 2, 40);
        let mine = games.iter().filter(|game| game.contains(&20)).count();
        assert!((10..=40).contains(&mine), "{mine}");
    }

    #[test]
    fn candidates_meet_what_they_replace_and_the_others() {
        let mut entrants: Vec<Entrant> = (1..=6).map(entrant).collect();
        entrants.push(Entrant { version: 7, player: 2, replaces: Some(2), seats: 1 });
        let mut pairing = learned(&entrants);
        play(&mut pairing, &entrants[..6], 2, 41);
        let games = play(&mut pairing, &entrants, 2, 200);
        let mine: Vec<&Vec<i64>> = games.iter().filter(|game| game.contains(&7)).collect();
        assert!(mine[0].contains(&2), "{:?}", mine[0]);
        let old = mine.iter().filter(|game| game.contains(&2)).count();
        assert!((80..=140).contains(&mine.len()) && (40..=80).contains(&old), "{} {old}", mine.len());
        // Other versions of one player never meet.
        entrants[6].replaces = None;
        let games = play(&mut learned(&entrants), &entrants, 2, 200);
        assert!(!games.iter().any(|game| game.contains(&7) && game.contains(&2)));
    }

    #[test]
    fn who_can_sit_twice_fills_a_table() {
        let mut entrants: Vec<Entrant> = (1..=3).map(entrant).collect();
        assert_eq!(learned(&entrants).next(&entrants, 4), None);
        entrants[0].seats = 2;
        let mut game = learned(&entrants).next(&entrants, 4).expect("enough");
        game.sort_unstable();
        assert_eq!(game, [1, 1, 2, 3]);
        assert_eq!(learned(&entrants[..1]).next(&entrants[..1], 2), None);
    }
}
