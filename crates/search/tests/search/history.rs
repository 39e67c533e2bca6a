//! Searches in games that have had some positions before, against plain minimax with the same rule.

use super::verdict::{TABLES, for_each_thread_count, searcher};
use boardbots_search::alpha_beta::{SearchLimits, SearchResult};
use boardbots_search::minimax::{minimax, minimax_after};
use boardbots_search::position::{Evaluator, Position, ends_in};

/// Deepest search tried.
const DEPTH: u8 = 5;

/// A root, keys of a past, and the answer for each depth.
struct Case<G: Position> {
    root: G,
    past: Vec<u64>,
    due: Vec<(i32, Option<G::Move>)>,
}

/// Four pasts of each root: some positions that can follow, all that follow at once, these twice, and none.
fn cases<G: Position>(evaluator: &impl Evaluator<G>, roots: &[G]) -> Vec<Case<G>> {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut cases = Vec::new();
    for root in roots {
        let mut some = vec![1, 2, 3];
        for _ in 0..rng.u8(1..12) {
            let mut position = root.clone();
            for _ in 0..rng.u8(1..=DEPTH) {
                let moves = position.moves();
                if position.ended().is_some() {
                    break;
                }
                position.play(moves[rng.usize(..moves.len())]);
            }
            some.push(position.key());
        }
        let next = |action| {
            let mut position = root.clone();
            position.play(action);
            position.key()
        };
        let all: Vec<u64> = root.moves().into_iter().map(next).collect();
        for past in [some, all.clone(), all.repeat(2), Vec::new()] {
            let plain = |depth| minimax_after(&mut root.clone(), &past, &mut evaluator.clone(), depth);
            let due = (1..=DEPTH).map(plain).collect();
            cases.push(Case { root: root.clone(), past, due });
        }
    }
    cases
}

/// Searchers that forget nothing while the past changes find what minimax finds; returns how many answers the
/// past changed.
pub fn agree<G: Position, J: Evaluator<G> + Sync>(name: &str, evaluator: &J, roots: &[G]) -> usize
where
    G::Move: Sync,
{
    let cases = cases(evaluator, roots);
    for_each_thread_count(|threads| {
        for table_kib in TABLES {
            let mut searcher = searcher(evaluator, threads, table_kib);
            for (number, case) in cases.iter().enumerate() {
                for (depth, due) in (1..).zip(&case.due) {
                    let limits = SearchLimits::plies(depth);
                    let found = searcher.search_after(&case.root, &case.past, limits, &mut |_| ());
                    let what = format!("{name}, case {number}, depth {depth}, {threads} threads, {table_kib} KiB");
                    assert_eq!((found.value, found.best()), *due, "{what}");
                    assert_line(case, evaluator, &found, &what);
                }
            }
        }
    });
    let changed = |case: &&Case<G>| {
        let without = minimax(&mut case.root.clone(), &mut evaluator.clone(), DEPTH);
        case.due.last() != Some(&without)
    };
    cases.iter().filter(changed).count()
}

/// The line can be played, and ends where it says: at a repetition, at the end of the game, or of the search.
fn assert_line<G: Position>(case: &Case<G>, evaluator: &impl Evaluator<G>, found: &SearchResult<G::Move>, what: &str) {
    let (mut position, mut ply) = (case.root.clone(), 0);
    for action in &found.line {
        assert!(ply == 0 || !case.past.contains(&position.key()), "{what}: {:?} goes beyond a repetition", found.line);
        position.play(*action);
        ply += 1;
    }
    let is_repetition = position.ended().is_none() && ply < found.depth;
    if is_repetition {
        let worth = match case.past.iter().filter(|key| **key == position.key()).count() {
            0 => panic!("{what}: {:?} ends for no reason", found.line),
            1 => evaluator.clone().evaluate(&case.root) - evaluator.contempt().expect("it minds"),
            _ => 0,
        };
        assert_eq!(found.value, worth, "{what}: {:?}", found.line);
    }
    assert!(!is_repetition || ends_in(found.value).is_none(), "{what}");
}
