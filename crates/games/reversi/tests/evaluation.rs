//! The evaluation once more, cell by cell, and what learned patterns see.

use super::oracle::{Plain, STEPS, other};
use super::random::game;
use crate::eval::{Counts, LAYOUT, Weights, seen};
use crate::rules::openings;
use boardbots_game::parameters::Constants;
use boardbots_search::contract;
use boardbots_search::position::Evaluator;
use fastrand::Rng;
use std::collections::BTreeSet;

/// The discs of a side along the rim that nothing can turn.
fn stable(plain: &Plain, side: char) -> usize {
    let mut found = BTreeSet::new();
    for (corner, step) in [((0, 0), (0, 1)), ((0, 7), (1, 0)), ((7, 7), (0, -1)), ((7, 0), (-1, 0))] {
        let edge: Vec<(i8, i8)> = (0..8).map(|far| (corner.0 + far * step.0, corner.1 + far * step.1)).collect();
        let is_own = |cell: &(i8, i8)| plain.at(cell.0, cell.1) == Some(side);
        let is_full = edge.iter().all(|cell| plain.at(cell.0, cell.1) != Some('-'));
        found.extend(edge.iter().copied().take_while(is_own));
        found.extend(edge.iter().rev().copied().take_while(is_own));
        found.extend(edge.iter().copied().filter(|cell| is_full && is_own(cell)));
    }
    found.len()
}

/// How often a side has each kind of thing.
fn counts(plain: &Plain, side: char) -> [usize; 6] {
    let moves = plain.moves_of(side);
    let corners = [(0, 0), (0, 7), (7, 0), (7, 7)];
    let taken = corners.iter().filter(|(row, column)| plain.at(*row, *column) == Some(side)).count();
    let cells = (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
    let open = |(row, column): (i8, i8)| STEPS.iter().any(|step| plain.at(row + step.0, column + step.1) == Some('-'));
    let inner = cells.filter(|cell| plain.at(cell.0, cell.1) == Some(side) && !open(*cell)).count();
    let reach = corners.iter().filter(|corner| moves.contains(corner)).count();
    [moves.len(), reach, taken, stable(plain, side), plain.count(side), inner]
}

#[test]
fn values_are_those_of_counting_cell_by_cell() {
    let (mut rng, mut sums) = (Rng::with_seed(2), [0; 6]);
    let weights = Weights::DEFAULT.parameters().values;
    for _ in 0..200 {
        let mut plain = Plain::start();
        for (position, action, _) in game(&mut rng).0 {
            let [own, others] = [plain.mover, other(plain.mover)].map(|side| counts(&plain, side));
            let discs = i32::try_from(plain.count('X') + plain.count('O')).unwrap();
            let mut value = 0;
            for kind in 0..6 {
                let more = i32::try_from(own[kind]).unwrap() - i32::try_from(others[kind]).unwrap();
                value += more * (weights[2 * kind] * (64 - discs) + weights[2 * kind + 1] * discs);
                sums[kind] += more.abs();
            }
            assert_eq!(Counts::from(Weights::DEFAULT).evaluate(&position), value / 64, "{}", plain.text());
            plain.play(&action.to_string());
        }
    }
    assert!(sums.iter().all(|sum| *sum > 100), "{sums:?}");
}

#[test]
fn promises_hold_in_games_by_chance() {
    let (mut rng, mut evaluation) = (Rng::with_seed(3), Counts::from(Weights::DEFAULT));
    for _ in 0..100 {
        for (position, ..) in game(&mut rng).0 {
            contract::check(&position, &mut evaluation);
        }
    }
}

#[test]
fn patterns_see_every_cell() {
    assert!(LAYOUT.is_sound());
    let (mut rng, mut phases) = (Rng::with_seed(4), [0; 13]);
    let mut states = [0; 8];
    for _ in 0..20 {
        let (plies, end) = game(&mut rng);
        for position in plies.into_iter().map(|(position, ..)| position).chain([end]) {
            let (planes, theirs) = (seen(&position), openings(position.others, position.own));
            assert!(planes.phase < LAYOUT.phases && planes.stage < LAYOUT.stages);
            phases[usize::from(planes.phase)] += 1;
            for cell in LAYOUT.cells() {
                let has = |set: u64| set >> cell & 1 == 1;
                let state = match (has(position.own), has(position.others), has(position.open), has(theirs)) {
                    (false, false, false, false) => 0,
                    (true, false, false, false) => 1,
                    (false, true, false, false) => 2,
                    (false, false, false, true) => 3,
                    (false, false, true, false) => 4,
                    (false, false, true, true) => 7,
                    both => panic!("{both:?} in one cell"),
                };
                assert_eq!(planes.state(cell), state);
                states[usize::from(state)] += 1;
            }
        }
    }
    assert!(phases.iter().all(|count| *count > 0), "{phases:?}");
    assert!([0, 1, 2, 3, 4, 7].iter().all(|state| states[*state] > 0), "{states:?}");
}
