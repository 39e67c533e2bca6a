//! Exact results are those of plain second opinions.

use super::oracle::Plain;
use super::random;
use crate::generator::generate;
use crate::map::{self, MAX_SIZE, Map, Place};
use crate::notation::position_text;
use crate::rules::{Action, Position, Row};
use crate::solver::TronProver;
use crate::territory::Territory;
use boardbots_game::game::Analyst as _;
use boardbots_game::two_player::analyst::TwoPlayerAnalyst;
use boardbots_game::two_player::bot::Prover as _;
use boardbots_game::two_player::side::{Side, Sides};
use boardbots_game::two_player::state::{Referee, TwoPlayerState};
use boardbots_search::Options;
use boardbots_search::position::{Ending, Position as _};
use boardbots_search::solve::{Score, Solution, SolveLimits};
use fastrand::Rng;
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::Builder;

/// The result for the side to move by looking at everything; `None` if that is too much.
fn minimax(position: &mut Position, left: &mut u32) -> Option<Score> {
    *left = left.checked_sub(1)?;
    match position.ended() {
        Some(Ending::Win) => return Some(1),
        Some(Ending::Loss) => return Some(-1),
        Some(Ending::Draw) => return Some(0),
        None => {}
    }
    let mut best = -1;
    for action in position.moves() {
        let undo = position.play(action);
        let value = minimax(position, left);
        position.undo(action, undo);
        best = best.max(-value?);
    }
    Some(best)
}

fn result(position: &Position) -> Option<Score> {
    minimax(&mut position.clone(), &mut 100_000)
}

/// A position on a map by chance after so many plies, if the game goes on; now and then a side bumps at its start.
fn after(map: &Map, plies: u32, rng: &mut Rng) -> Option<Position> {
    let mut position = Position::new(map, Side::ALL[usize::from(rng.bool())]);
    for _ in 0..plies {
        if rng.u8(0..40) == 0 {
            position.bump();
        }
        if position.ended().is_some() {
            return None;
        }
        position.play(random::action(&position, rng));
    }
    position.ended().is_none().then_some(position)
}

fn running(rng: &mut Rng) -> Position {
    loop {
        let map = random::odd_map(rng);
        if let Some(position) = after(&map, rng.u32(0..u32::from(map.size()).pow(2)), rng) {
            return position;
        }
    }
}

fn are_apart(position: &Position) -> bool {
    !Territory::<Row, { MAX_SIZE + 2 }>::new().survey(position)
}

fn proven(prover: &mut TronProver, root: &Position, only: &[Action]) -> Solution<Action> {
    prover.solve(root, SolveLimits { only, ..SolveLimits::default() }, &mut |_| ())
}

#[test]
fn results_are_those_of_minimax() {
    let mut rng = Rng::with_seed(41);
    let (mut prover, mut count) = (TronProver::new(Options::default()), 0);
    let (mut seen, mut apart, mut blocked) = ([0; 3], [0; 2], 0);
    while count < 1500 {
        let root = running(&mut rng);
        let Some(due) = result(&root) else { continue };
        count += 1;
        let found = proven(&mut prover, &root, &[]);
        assert_eq!((found.score(), found.plies), (Some(due), None), "{}", position_text(&root));
        for action in root.moves() {
            let mut next = root.clone();
            next.play(action);
            let due = -result(&next).expect("less than before");
            let only = proven(&mut prover, &root, &[action]);
            assert_eq!((only.score(), only.best), (Some(due), Some(action)), "{}", position_text(&root));
            assert!(found.best != Some(action) || found.score() == Some(due), "{action} is not best");
        }
        seen[usize::try_from(due + 1).expect("an index")] += 1;
        apart[usize::from(are_apart(&root))] += 1;
        blocked += u32::from(Side::ALL.into_iter().any(|side| root.mask(side) == 0));
    }
    assert!(seen.into_iter().chain(apart).chain([blocked]).all(|count| count > 100), "{seen:?} {apart:?} {blocked}");
}

/// The most that a side collects alone, by all its paths; `None` if that is too much.
fn most(plain: &mut Plain, side: Side, left: &mut u32) -> Option<i32> {
    *left = left.checked_sub(1)?;
    let before = plain.clone();
    let mut best = plain.scores[side];
    for digit in (0..4).filter(|digit| before.mask(side) >> digit & 1 == 1) {
        plain.mover = side;
        plain.act(digit);
        best = best.max(most(plain, side, left)?);
        plain.clone_from(&before);
    }
    Some(best)
}

#[test]
fn results_of_two_that_are_apart_are_those_of_their_longest_paths() {
    let mut rng = Rng::with_seed(42);
    let (mut prover, mut seen) = (TronProver::new(Options::default()), [0; 3]);
    while seen.iter().sum::<u32>() < 300 {
        let map = generate(rng.u8(7..=11), rng.u64(..)).expect("a size that there is");
        let seed = rng.u64(..);
        let plies = rng.u32(8..30);
        let Some(root) = after(&map, plies, &mut Rng::with_seed(seed)).filter(are_apart) else { continue };
        let mut plain = Plain::of(&root);
        let Some(one) = most(&mut plain, root.mover, &mut 30_000) else { continue };
        let Some(other) = most(&mut plain, root.mover.other(), &mut 30_000) else { continue };
        let due = Score::try_from((one - other).signum()).expect("a sign");
        let found = proven(&mut prover, &root, &[]);
        assert_eq!(found.score(), Some(due), "{}", position_text(&root));
        seen[usize::try_from(due + 1).expect("an index")] += 1;
    }
    assert!(seen.into_iter().all(|count| count > 3), "{seen:?}");
}

/// The map with its columns in the opposite order.
fn mirrored(map: &Map) -> Map {
    let last = map.size() - 1;
    let image = |place: Place| Place { column: last - place.column, ..place };
    let cells = map.places().map(|place| map.cell(image(place))).collect();
    Map::new(map.size(), cells, Sides(Side::ALL.map(|side| image(map.start(side))))).expect("a map")
}

#[test]
fn mirror_images_are_worth_the_same_for_every_table_and_number_of_threads() {
    let mut rng = Rng::with_seed(43);
    let mut count = 0;
    while count < 40 {
        let map = generate(rng.u8(6..=9), rng.u64(..)).expect("a size that there is");
        let (mut root, mut image) = (Position::new(&map, Side::First), Position::new(&mirrored(&map), Side::First));
        for _ in 0..rng.u8(8..20) {
            if root.ended().is_none() {
                let action = random::action(&root, &mut rng);
                root.play(action);
                image.play(match action {
                    Action::LEFT => Action::RIGHT,
                    Action::RIGHT => Action::LEFT,
                    other => other,
                });
            }
        }
        if root.ended().is_some() {
            continue;
        }
        count += 1;
        let with = |threads, table_kib, position| {
            let found = proven(&mut TronProver::new(Options { threads, table_kib }), position, &[]);
            (found.score().expect("a proof without limits"), found.best)
        };
        let usual = with(1, 1024, &root);
        assert_eq!((with(1, 0, &root), with(2, 1024, &root)), (usual, usual), "{}", position_text(&root));
        assert_eq!(with(1, 1024, &image).0, usual.0, "{}", position_text(&root));
    }
}

#[test]
fn a_limited_proof_ends_at_the_same_position_each_time_and_says_nothing_wrong() {
    let mut rng = Rng::with_seed(44);
    let mut prover = TronProver::new(Options::default());
    let mut decided = 0;
    for _ in 0..60 {
        let root = random::running(8, &mut rng);
        let due = proven(&mut prover, &root, &[]).score().expect("a proof without limits");
        for nodes in [0, 1, 10, 100, 1000] {
            let mut solve = || {
                prover.forget();
                prover.solve(&root, SolveLimits { nodes, ..SolveLimits::default() }, &mut |_| ())
            };
            let found = solve();
            assert!(
                found.nodes <= nodes && (found.range.low..=found.range.high).contains(&due),
                "{found:?}, not {due}"
            );
            assert!(found.best.is_some_and(|best| root.allows(best)));
            assert_eq!(solve(), found);
            decided += u32::from(found.result().is_some());
        }
    }
    assert!(decided > 60, "{decided}");
}

#[test]
fn a_proof_that_is_stopped_ends_soon() {
    let root = Position::new(&generate(80, 1).expect("a size that there is"), Side::First);
    let asked = AtomicU64::new(0);
    let stop = || asked.fetch_add(1, Relaxed) >= 2;
    let limits = SolveLimits { stop: &stop, ..SolveLimits::default() };
    let found = TronProver::new(Options::default()).solve(&root, limits, &mut |_| ());
    assert!((found.range.low, found.range.high) == (-1, 1) && found.nodes < 2048, "{found:?}");
}

#[test]
fn paths_through_the_largest_map_fit_the_stack_of_a_program() {
    // Blue has a corner with so much dirt that green needs nearly all of the rest.
    let cells = (0..80 * 80).map(|at| match (at / 80, at % 80) {
        (0..=12, 13) | (13, 0..=13) => 0,
        (0..=12, 0..=12) => 36,
        _ => 2,
    });
    let starts = Sides([Place { row: 79, column: 79 }, Place { row: 0, column: 0 }]);
    let mut cells: Vec<u8> = cells.collect();
    (cells[0], cells[80 * 80 - 1]) = (1, 1);
    let root = Position::new(&Map::new(80, cells, starts).expect("a map"), Side::First);
    let limits = |nodes| SolveLimits { nodes, ..SolveLimits::default() };
    let within_the_stack = |prove: Box<dyn FnOnce() + Send>| {
        // That of the thread of an engine, the smallest of those that prove on maps of this size.
        let thread = Builder::new().stack_size(4 << 20).spawn(prove).expect("a thread");
        thread.join().expect("the stack is large enough");
    };
    within_the_stack(Box::new(move || {
        let found = TronProver::new(Options::default()).solve(&root, limits(30_000), &mut |_| ());
        assert!(are_apart(&root) && found.range.high == 1, "{found:?}");
    }));
    let root = Position::new(&generate(80, 1).expect("a size that there is"), Side::First);
    within_the_stack(Box::new(move || {
        TronProver::new(Options::default()).solve(&root, limits(20_000), &mut |_| ());
    }));
}

#[test]
fn a_game_that_is_over_has_its_result_and_no_best_move() {
    let map = map::parse("a\n3  0 0  2 2\n1 6 2\n1 1 1\n1 1 1\n").expect("a map");
    let mut root = Position::new(&map, Side::First);
    root.play(Action::RIGHT);
    let found = proven(&mut TronProver::new(Options::default()), &root, &[]);
    assert_eq!((found.score(), found.best, found.plies), (Some(-1), None, Some(0)));
}

#[test]
fn analyses_know_who_wins_once_the_two_are_apart_and_nothing_certain_of_a_large_map() {
    let mut rng = Rng::with_seed(45);
    let mut analyst = TwoPlayerAnalyst::<Position>::default();
    let asked = Cell::new(0);
    while asked.get() < 20 {
        let map = generate(12, rng.u64(..)).expect("a size that there is");
        let Some(root) = after(&map, 40, &mut rng).filter(are_apart) else { continue };
        asked.set(asked.get() + 1);
        let due = proven(&mut TronProver::new(Options::default()), &root, &[]).score().expect("it is soon proven");
        let state = TwoPlayerState::of_match(Referee::new(root.clone()));
        let found = analyst.analyse(&state, None, &|| false).expect("an analysis");
        assert_eq!((found.value.value.signum(), found.value.ends), (due.into(), None), "{}", position_text(&root));
        assert!(due == 0 || found.value.value.abs() > 900, "{}", found.why);
    }
    let start = Position::new(&generate(40, 1).expect("a size that there is"), Side::First);
    let state = TwoPlayerState::of_match(Referee::new(start));
    let found = analyst.analyse(&state, None, &|| false).expect("an analysis");
    assert!(found.value.value.abs() < 900 && found.note["depth"] != 1, "{}", found.why);
}
