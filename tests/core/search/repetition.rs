//! A position that the game has had before is a repetition wherever it comes in the tree: value and move are those
//! of plain minimax with that rule.

use super::evaluators::Keyed;
use super::maze::{Maze, Plan};
use super::positions::random_positions;
use super::verdict::{TABLES, for_each_thread_count, searcher};
use boardbots_desconecta4::rules::Position;
use boardbots_desconecta4::strong::{Strong, Weights};
use boardbots_search::alpha_beta::{Limits, Outcome};
use boardbots_search::minimax::{minimax, minimax_after};
use boardbots_search::position::{Evaluator, ends_in};

/// Deepest search tried.
const DEPTH: u8 = 5;

/// A root, keys of a past, and the answer for each depth.
struct Case<G: boardbots_search::position::Position> {
    root: G,
    past: Vec<u64>,
    due: Vec<(i32, Option<G::Move>)>,
}

/// Three pasts of each root: some positions that can follow, all that follow at once, and none.
fn cases<G: boardbots_search::position::Position>(evaluator: &impl Evaluator<G>, roots: &[G]) -> Vec<Case<G>> {
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
        let all = root.moves().into_iter().map(next).collect();
        for past in [some, all, Vec::new()] {
            let plain = |depth| minimax_after(&mut root.clone(), &past, &mut evaluator.clone(), depth);
            let due = (1..=DEPTH).map(plain).collect();
            cases.push(Case { root: root.clone(), past, due });
        }
    }
    cases
}

/// Searchers that forget nothing while the past changes find what minimax finds; returns how many answers the
/// past changed.
fn agree<G: boardbots_search::position::Position, J: Evaluator<G> + Sync>(
    name: &str,
    evaluator: &J,
    roots: &[G],
) -> usize
where
    G::Move: Sync,
{
    let cases = cases(evaluator, roots);
    for_each_thread_count(|threads| {
        for table_kib in TABLES {
            let mut searcher = searcher(evaluator, threads, table_kib);
            for (number, case) in cases.iter().enumerate() {
                for (depth, due) in (1..).zip(&case.due) {
                    let limits = Limits::plies(depth);
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
fn assert_line<G: boardbots_search::position::Position>(
    case: &Case<G>,
    evaluator: &impl Evaluator<G>,
    found: &Outcome<G::Move>,
    what: &str,
) {
    let (mut position, mut ply) = (case.root.clone(), 0);
    for action in &found.line {
        assert!(ply == 0 || !case.past.contains(&position.key()), "{what}: {:?} goes beyond a repetition", found.line);
        position.play(*action);
        ply += 1;
    }
    let is_repetition = position.ended().is_none() && ply < found.depth;
    if is_repetition {
        assert!(case.past.contains(&position.key()), "{what}: {:?} ends for no reason", found.line);
        let worth = evaluator.clone().evaluate(&case.root) - evaluator.contempt().expect("it minds");
        assert_eq!(found.value, worth, "{what}: {:?}", found.line);
    }
    assert!(!is_repetition || ends_in(found.value).is_none(), "{what}");
}

#[test]
fn mazes_with_ways_back() {
    let mut changed = 0;
    for seed in 0..80 {
        let plan = Plan { seed, width: 16 + seed % 4 * 8, layers: false, doors: 3, ends: 20 };
        let roots: Vec<Maze> = (0..4).map(|from| Maze::open(plan, from * 7, 2)).collect();
        for (evaluator, contempt) in [(Keyed::crude(), 0), (Keyed::blind(), 5), (Keyed::random(), 0)] {
            changed += agree(&format!("maze {seed}"), &evaluator.minding(contempt), &roots);
        }
    }
    assert!(changed > 100, "{changed} answers depend on the past");
}

#[test]
fn desconecta4_with_its_strong_evaluation() {
    let roots: Vec<Position> = random_positions(11, 60);
    let changed = agree("strong", &Strong::default(), &roots);
    assert!(changed > 30, "{changed} answers depend on the past");
    // Here it is sought as well as avoided.
    let content = Strong::from(Weights { repetition: 0, ..Weights::default() });
    let changed = agree("content", &content, &roots);
    assert!(changed > 30, "{changed} answers depend on the past");
}
