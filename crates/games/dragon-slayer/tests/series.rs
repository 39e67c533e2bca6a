//! Bots against each other in many games.

use crate::book::Book;
use crate::bot::Contestant;
use crate::study::series::{Block, Series};
use crate::study::sheet::Trait;
use crate::variant::Variant;
use std::sync::Arc;

fn series(names: &[&str], games: u32, seed: u64) -> Series {
    let contestants = names.iter().map(|name| name.parse::<Contestant>().expect("a player")).collect();
    Series { book: Arc::new(Book::of(Variant::STANDARD)), contestants, games, seed }
}

/// How far a mean is from what it should be, in standard errors.
fn off(block: &Block, player: usize, of: Trait, expected: f64) -> f64 {
    let mean = block.sheets[player].of(of);
    (mean.mean() - expected) / mean.error()
}

#[test]
fn the_first_of_two_optimal_players_wins_as_often_as_computed() {
    let total = series(&["Abel", "Abel"], 30_000, 11).total();
    let off = (total.first.mean() - 0.457_979_25) / total.first.error();
    assert!(off.abs() < 3.5, "{off} standard errors");
    assert_eq!(total.first.number().to_bits(), 30_000_f64.to_bits());
}

#[test]
fn a_series_is_the_same_with_any_number_of_threads() {
    let series = series(&["Daniel", "Socializer-impulsive", "hold-14"], 200, 3);
    let play = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| series.play())
    };
    let one = play(1);
    assert_eq!(one.len(), 4);
    assert!(one == play(2) && one == play(3));
}

#[test]
fn the_four_do_what_is_known_of_them() {
    // Against Abel, from 10,000 games each: wins, points of a turn, turns lost, fights on 8
    // behind, tokens of a game.
    for (name, known) in [
        ("Abel", [0.500, 6.16, 0.448, 0.75, 0.66]),
        ("Beatriu", [0.378, 5.35, 0.320, 0.71, 0.69]),
        ("Carla", [0.469, 5.38, 0.612, 0.86, 0.66]),
        ("Daniel", [0.437, 4.94, 0.553, 0.91, 0.90]),
    ] {
        let total = series(&[name, "Abel"], 4000, 2).total();
        let traits = [Trait::Wins, Trait::Points, Trait::Busts, Trait::OnBehind, Trait::Tokens];
        for (of, known) in traits.into_iter().zip(known) {
            // The known ones have errors of their own, and are rounded.
            assert!(off(&total, 0, of, known).abs() < 5.0, "{name} {of:?}: {:?}", total.sheets[0].of(of));
        }
    }
}

#[test]
fn the_twelve_types_do_what_is_known_of_them() {
    // Against Abel, from 3,000 games each: wins, points of a turn, turns lost, tokens of a game.
    for (name, known) in [
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
        let total = series(&[name, "Abel"], 1500, 4).total();
        for (of, known) in [Trait::Wins, Trait::Points, Trait::Busts, Trait::Tokens].into_iter().zip(known) {
            assert!(off(&total, 0, of, known).abs() < 4.5, "{name} {of:?}: {:?}", total.sheets[0].of(of));
        }
    }
}

#[test]
fn abel_beats_tables_of_simple_players() {
    for others in 2..=4 {
        let mut names = vec!["hold-14-or-1"; others + 1];
        names[0] = "Abel";
        let total = series(&names, 12_000, 8).total();
        let wins = total.sheets[0].of(Trait::Wins).mean();
        let share = 1.0 / f64::from(u8::try_from(others + 1).expect("a few"));
        assert!(wins > share + 0.03, "{wins} of {share} among {}", others + 1);
    }
}

#[test]
fn simple_policies_are_about_as_strong_as_computed() {
    // Against an optimal player; how exactly these play where they are challenged is not known.
    for (name, known) in [("hold-14-or-1", 0.4428), ("hold-12-or-1", 0.4358), ("hold-20", 0.2538)] {
        let wins = series(&[name, "Abel"], 6000, 5).total().sheets[0].of(Trait::Wins).mean();
        assert!((wins - known).abs() < 0.03, "{name}: {wins}");
    }
}
