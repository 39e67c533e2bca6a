//! Bots against each other in many games.

use crate::book::Book;
use crate::bot::Contestant;
use crate::fight::Fight;
use crate::rules::Game;
use crate::tally::{Deeds, Tally};
use crate::variant::Variant;
use fastrand::Rng;
use rayon::prelude::*;
use std::sync::Arc;

/// Games that are played one after another with the same bots.
const BLOCK: u32 = 50;

/// What some games have shown of a player, and how often the first to move won.
#[derive(Clone, Copy, Default)]
struct Seen {
    games: u64,
    wins: u64,
    first: u64,
    deeds: Deeds,
}

impl Seen {
    fn and(mut self, other: Self) -> Self {
        (self.games, self.wins) = (self.games + other.games, self.wins + other.wins);
        self.first += other.first;
        self.deeds.add(&other.deeds);
        self
    }

    fn wins(&self) -> Rate {
        Rate::of(self.wins, self.games)
    }
}

/// A mean with its standard error.
#[derive(Clone, Copy, Debug)]
struct Rate {
    mean: f64,
    error: f64,
}

impl Rate {
    /// How often something happened.
    fn of(part: u64, whole: u64) -> Self {
        let [part, whole] = [part, whole].map(number);
        let mean = part / whole;
        Self { mean, error: (mean * (1.0 - mean) / whole).sqrt() }
    }

    /// How far it is from what it should be, in standard errors.
    fn off(self, expected: f64) -> f64 {
        (self.mean - expected) / self.error
    }
}

fn number(count: u64) -> f64 {
    f64::from(u32::try_from(count).expect("few"))
}

/// The points of a turn.
fn points(deeds: &Deeds) -> Rate {
    let [turns, points, squares] = [deeds.turns, deeds.points, deeds.squares].map(number);
    let mean = points / turns;
    Rate { mean, error: ((squares / turns - mean * mean) / turns).sqrt() }
}

/// What is seen of the first of these players; each moves first equally often.
fn seen(names: &[&str], games: u32, seed: u64) -> Seen {
    let book = Arc::new(Book::of(Variant::STANDARD));
    let contestants: Vec<Contestant> = names.iter().map(|name| name.parse().expect("a player")).collect();
    let block = |number: u32| {
        let (mut dice, count) = (Rng::with_seed(seed ^ u64::from(number) << 32), contestants.len());
        let mut bots: Vec<_> = contestants.iter().map(|of| of.bot(&book, dice.u64(..))).collect();
        let mut seen = Seen::default();
        for shift in (0..BLOCK).map(|game| (number * BLOCK + game) as usize % count) {
            let (mut game, mut tally) = (Game::new(Variant::STANDARD, count), Tally::default());
            while let Some((seat, _)) = game.asked() {
                let (action, before) = (bots[(seat + shift) % count].decide(&game).action, game.clone());
                let fight = |warriors, dragon| Fight::new(dragon, warriors).outcome(&mut dice);
                let event = game.play(action, fight).expect("bots decide by the rules");
                tally.take(&before, action, event);
            }
            let (own, winner) = ((count - shift) % count, game.winner());
            seen.games += 1;
            seen.wins += u64::from(winner == Some(own));
            seen.first += u64::from(winner == Some(0));
            seen.deeds.add(tally.deeds(own));
        }
        seen
    };
    (0..games.div_ceil(BLOCK)).into_par_iter().map(block).reduce(Seen::default, Seen::and)
}

#[test]
fn the_first_of_two_optimal_players_wins_as_often_as_computed() {
    let seen = seen(&["Abel", "Abel"], 30_000, 11);
    let off = Rate::of(seen.first, seen.games).off(0.457_979_25);
    assert!(off.abs() < 3.5 && seen.games == 30_000, "{off} standard errors");
}

#[test]
fn all_do_what_is_known_of_them() {
    // Against Abel, from 10,000 games each of the four and 3,000 of the others: wins, points of a turn, turns lost,
    // tokens of a game.
    for (name, known) in [
        ("Abel", [0.500, 6.16, 0.448, 0.66]),
        ("Beatriu", [0.378, 5.35, 0.320, 0.69]),
        ("Carla", [0.469, 5.38, 0.612, 0.66]),
        ("Daniel", [0.437, 4.94, 0.553, 0.90]),
        ("Killer-averse", [0.393, 5.43, 0.330, 0.90]),
        ("Killer-intelligent", [0.504, 6.06, 0.448, 0.86]),
        ("Killer-impulsive", [0.427, 4.58, 0.616, 0.92]),
        ("Achiever-averse", [0.454, 5.95, 0.378, 0.70]),
        ("Achiever-intelligent", [0.498, 6.04, 0.489, 0.64]),
        ("Achiever-impulsive", [0.396, 4.02, 0.709, 0.84]),
        ("Socializer-averse", [0.354, 5.31, 0.308, 0.46]),
        ("Socializer-intelligent", [0.496, 6.13, 0.440, 0.37]),
        ("Socializer-impulsive", [0.400, 4.42, 0.616, 0.38]),
        ("Explorer-averse", [0.353, 5.22, 0.335, 0.62]),
        ("Explorer-intelligent", [0.474, 5.79, 0.492, 0.52]),
        ("Explorer-impulsive", [0.381, 4.43, 0.599, 0.70]),
    ] {
        let games = if name.contains('-') { 1500 } else { 4000 };
        let seen = seen(&[name, "Abel"], games, 4);
        let Deeds { busts, turns, challenges, .. } = seen.deeds;
        let found = [seen.wins(), points(&seen.deeds), Rate::of(busts, turns), Rate::of(challenges, seen.games)];
        for (found, known) in found.into_iter().zip(known) {
            // The known ones have errors of their own, and are rounded.
            assert!(found.off(known).abs() < 4.5, "{name}: {found:?}, {known}");
        }
    }
}

#[test]
fn abel_beats_tables_of_simple_players() {
    for others in 2..=4 {
        let mut names = vec!["hold-14-or-1"; others + 1];
        names[0] = "Abel";
        let (wins, share) = (seen(&names, 12_000, 8).wins().mean, 1.0 / number(others as u64 + 1));
        assert!(wins > share + 0.03, "{wins} of {share} among {}", others + 1);
    }
}

#[test]
fn simple_policies_are_about_as_strong_as_computed() {
    // Against an optimal player; how exactly these play where they are challenged is not known.
    for (name, known) in [("hold-14-or-1", 0.4428), ("hold-12-or-1", 0.4358), ("hold-20", 0.2538)] {
        let wins = seen(&[name, "Abel"], 6000, 5).wins().mean;
        assert!((wins - known).abs() < 0.03, "{name}: {wins}");
    }
}
