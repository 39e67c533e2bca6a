//! Exact results against plain minimax to the end of the game.

#[path = "../../examples/tic_tac_toe/tic_tac_toe.rs"]
#[allow(dead_code)]
mod tic_tac_toe;

use boardbots_search::solve::{Score, ScoreRange, Solution, Solvable, SolveLimits, Solver};
use boardbots_search::{Ending, Options, Position};
use std::collections::HashSet;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use tic_tac_toe::TicTacToe;

impl Solvable for TicTacToe {
    type Facts = ();

    fn worth(&self) -> Score {
        Score::try_from(10 - (self.own | self.other).count_ones()).expect("at most ten")
    }

    fn plies(&self, score: Score) -> Option<u8> {
        Some((self.worth() - score.abs().max(1)).unsigned_abs())
    }
}

/// The score by looking at everything, and the first of the best moves.
fn minimax(position: &TicTacToe) -> (Score, Option<u8>) {
    match position.ended() {
        Some(Ending::Loss) => return (-position.worth(), None),
        Some(_) => return (0, None),
        None => {}
    }
    let mut best = (Score::MIN, None);
    for action in position.moves() {
        let mut next = position.clone();
        next.play(action);
        let score = -minimax(&next).0;
        if score > best.0 {
            best = (score, Some(action));
        }
    }
    best
}

/// All positions of games from this one on.
fn collect(position: &TicTacToe, seen: &mut HashSet<(u16, u16)>, found: &mut Vec<TicTacToe>) {
    if !seen.insert((position.own, position.other)) {
        return;
    }
    found.push(position.clone());
    if position.ended().is_none() {
        for action in position.moves() {
            let mut next = position.clone();
            next.play(action);
            collect(&next, seen, found);
        }
    }
}

fn all() -> Vec<TicTacToe> {
    let mut found = Vec::new();
    collect(&TicTacToe::default(), &mut HashSet::new(), &mut found);
    found
}

fn proven(solver: &mut Solver, root: &TicTacToe) -> Solution<u8> {
    solver.solve(root, SolveLimits::default(), &mut |_| ())
}

#[test]
fn every_position_of_a_small_game_has_the_score_and_the_move_of_minimax() {
    let positions = all();
    assert_eq!(positions.len(), 5478);
    for options in [Options { threads: 1, table_kib: 0 }, Options { threads: 2, table_kib: 1024 }] {
        let mut solver = Solver::new(options);
        for position in &positions {
            let found = proven(&mut solver, position);
            assert_eq!((found.score(), found.best), (Some(minimax(position).0), minimax(position).1), "{position:?}");
        }
    }
}

#[test]
fn each_move_of_the_root_is_worth_what_its_position_is() {
    let mut solver = Solver::new(Options::default());
    for position in all().iter().filter(|position| position.ended().is_none()).step_by(7) {
        let moves = position.moves();
        for action in &moves {
            let mut next = position.clone();
            next.play(*action);
            let limits = SolveLimits { only: &[*action], ..SolveLimits::default() };
            let found = solver.solve(position, limits, &mut |_| ());
            assert_eq!((found.score(), found.best), (Some(-minimax(&next).0), Some(*action)));
        }
        let limits = SolveLimits { only: &moves[..moves.len().div_ceil(2)], ..SolveLimits::default() };
        let found = solver.solve(position, limits, &mut |_| ()).score().expect("a proof without limits");
        assert!(found <= minimax(position).0);
    }
}

#[test]
fn the_distance_is_that_of_a_game_between_perfect_players() {
    let mut solver = Solver::new(Options::default());
    for root in all().iter().filter(|position| position.ended().is_none()).step_by(11) {
        let (due, mut plies, mut position) = (proven(&mut solver, root).plies, 0, root.clone());
        while position.ended().is_none() {
            position.play(proven(&mut solver, &position).best.expect("the game goes on"));
            plies += 1;
        }
        assert_eq!(Some(plies), due, "{root:?}");
    }
}

#[test]
fn bounds_become_narrower_until_they_meet_or_the_proof_is_stopped() {
    let root = TicTacToe::default();
    let due = minimax(&root).0;
    let mut solver = Solver::new(Options::default());
    let whole = proven(&mut solver, &root);
    for nodes in [0, 1, 10, 50, 100, whole.nodes] {
        solver.forget();
        let mut before = ScoreRange { low: Score::MIN, high: Score::MAX };
        let limits = SolveLimits { nodes, ..SolveLimits::default() };
        let found = solver.solve(&root, limits, &mut |known| {
            assert!(before.low <= known.range.low && known.range.high <= before.high && known.range != before);
            before = known.range;
        });
        assert!((found.range.low..=found.range.high).contains(&due), "{found:?}");
        assert!(found.best.is_some() && found.nodes <= nodes + 1, "{found:?}");
    }
    let asked = AtomicU32::new(0);
    let stop = || asked.fetch_add(1, Relaxed) > 0;
    let found = solver.solve(&root, SolveLimits { stop: &stop, ..SolveLimits::default() }, &mut |_| ());
    assert!(found.best.is_some());
    assert_eq!(proven(&mut solver, &TicTacToe { own: 0o030, other: 0o007 }).best, None);
}
