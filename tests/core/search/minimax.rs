//! Value and move of the search are those of minimax, whatever the table, the threads, the
//! evaluation, and whatever was searched before.

use super::evaluators::Keyed;
use super::maze::{Maze, Memory, Plan};
use super::positions::{random_game, random_positions};
use super::verdict::{TABLES, Verdict, for_each_thread_count, go, searcher};
use boardbots_desconecta4::rules::{BOMB_PHASE, Position};
use boardbots_desconecta4::strong::Strong;
use boardbots_search::position::{Evaluator, ends_in};

/// Searches all positions in a row, each to several depths, with searchers that forget
/// nothing in between.
fn agree<G: boardbots_search::position::Position, J: Evaluator<G> + Sync>(
    name: &str,
    evaluator: &J,
    cases: &[(G, Vec<Verdict<G::Move>>)],
) {
    for_each_thread_count(|threads| {
        for table_kib in TABLES {
            let mut searcher = searcher(evaluator, threads, table_kib);
            for (number, (root, verdicts)) in cases.iter().enumerate() {
                // Even positions from the shallowest search on, odd ones the other way.
                for turn in 0..verdicts.len() {
                    let at = if number % 2 == 0 { turn } else { verdicts.len() - 1 - turn };
                    let verdict = verdicts[at];
                    let outcome = go(&mut searcher, root, verdict.depth);
                    verdict.check(root, evaluator, &outcome, || {
                        format!("{name}, position {number}, {threads} threads, {table_kib} KiB")
                    });
                }
            }
        }
    });
}

fn plain<G: boardbots_search::position::Position, J: Evaluator<G>>(
    evaluator: &J,
    roots: Vec<G>,
    depth: u8,
) -> Vec<(G, Vec<Verdict<G::Move>>)> {
    let verdicts = |root: &G| (1..=depth).map(|depth| Verdict::plain(root, evaluator, depth)).collect();
    roots.into_iter().map(|root| (root.clone(), verdicts(&root))).collect()
}

#[test]
fn desconecta4_with_its_strong_judge() {
    agree("strong", &Strong::default(), &plain(&Strong::default(), random_positions(1, 150), 5));
    agree("strong, deep", &Strong::default(), &plain(&Strong::default(), random_positions(2, 20), 6));
}

#[test]
fn desconecta4_full_of_ties() {
    agree("crude", &Keyed::crude(), &plain(&Keyed::crude(), random_positions(3, 100), 5));
    agree("blind", &Keyed::blind(), &plain(&Keyed::blind(), random_positions(4, 30), 6));
}

#[test]
fn desconecta4_of_random_values() {
    agree("random", &Keyed::random(), &plain(&Keyed::random(), random_positions(5, 60), 5));
    agree("extreme", &Keyed::extreme(), &plain(&Keyed::extreme(), random_positions(6, 60), 5));
}

#[test]
fn desconecta4_along_whole_games() {
    for seed in 0..4 {
        let mut cases = plain(&Strong::default(), random_game(seed), 4);
        // As in a game: one search for each position.
        for (_, verdicts) in &mut cases {
            *verdicts = verdicts.split_off(3);
        }
        agree("forwards", &Strong::default(), &cases);
        cases.reverse();
        agree("backwards", &Strong::default(), &cases);
    }
}

#[test]
fn the_random_positions_are_of_all_kinds() {
    let roots: Vec<Position> = (1..=6).flat_map(|seed| random_positions(seed, 30)).collect();
    let count = |what: &dyn Fn(&Position) -> bool| roots.iter().filter(|root| what(root)).count();
    let bombs = |root: &Position| {
        let sides = boardbots_game::two_player::side::Side::ALL;
        sides.into_iter().filter(|side| root.bomb(*side) != 0).count()
    };
    for phase in 0..10 {
        assert!(count(&|root| root.phase() == phase) > 0, "phase {phase}");
    }
    assert!(count(&|root| bombs(root) == 0) > 30, "without bombs");
    assert!(count(&|root| bombs(root) == 1) > 10, "with a bomb");
    assert!(count(&|root| bombs(root) == 2) > 10, "with two bombs");
    assert!(count(&|root| root.phase() + 2 >= BOMB_PHASE && bombs(root) < 2) > 5, "bombs come soon");
    assert!(count(&|root| root.occupied().count_ones() > 35) > 5, "nearly full");
    let plies = |root: &Position| ends_in(Verdict::plain(root, &Strong::default(), 4).value);
    assert!(count(&|root| plies(root).is_some_and(|plies| plies > 0)) > 5, "won");
    assert!(count(&|root| plies(root).is_some_and(|plies| plies <= 0)) > 5, "lost");
    assert!(count(&|root| plies(root).is_none()) > 30, "undecided");
}

/// Plans of mazes: narrow ones, in which all lines meet, wide ones, in which none do.
fn plans(doors: u64) -> impl Iterator<Item = Plan> {
    let widths = [3, 8, 30, 300, 0, 1 << 40];
    (0..24).zip(widths.into_iter().cycle()).map(move |(seed, width)| Plan {
        seed,
        width,
        layers: seed / 6 % 2 == 1,
        doors,
        ends: [0, 40, 8, 15][usize::try_from(seed / 6).expect("small")],
    })
}

fn mazes_agree(name: &str, evaluator: &Keyed) {
    for plan in plans(5) {
        let roots = (0..6).map(|n| Maze::open(plan, n, 1)).collect();
        agree(&format!("{name}, {plan:?}"), evaluator, &plain(evaluator, roots, 5));
    }
}

#[test]
fn mazes_full_of_ties() {
    mazes_agree("blind", &Keyed::blind());
    mazes_agree("crude", &Keyed::crude());
}

#[test]
fn mazes_of_random_values() {
    mazes_agree("random", &Keyed::random());
    mazes_agree("extreme", &Keyed::extreme());
}

/// Narrow mazes, so that a memory reaches deep: their positions are met again and again.
#[test]
fn mazes_searched_deeply() {
    for evaluator in [Keyed::crude(), Keyed::random()] {
        for plan in plans(4).filter(|plan| (8..1000).contains(&plan.width)) {
            let mut memory = Memory::new(evaluator.clone());
            let mut verdict = |root: &Maze, depth| {
                let (value, best) = memory.best(&mut root.clone(), depth);
                Verdict { depth, value, best }
            };
            let root = Maze::open(plan, 0, 2);
            for depth in 1..=5 {
                assert_eq!(verdict(&root, depth), Verdict::plain(&root, &evaluator, depth), "{plan:?}");
            }
            let cases: Vec<_> = (0..2).map(|n| Maze::open(plan, n, 2)).collect();
            let cases: Vec<_> =
                cases.into_iter().map(|root| (root.clone(), [3, 9, 10].map(|d| verdict(&root, d)).to_vec())).collect();
            agree(&format!("deep, {plan:?}"), &evaluator, &cases);
        }
    }
}

/// Mazes with enough positions for threads to share the work.
#[test]
fn mazes_searched_widely() {
    let mut most = 0;
    for (seed, evaluator) in
        (0..).zip([Keyed::crude(), Keyed::random(), Keyed::extreme(), Keyed::blind(), Keyed::random()])
    {
        let plan = Plan {
            seed,
            width: 4000,
            layers: seed != 4,
            doors: 8,
            ends: [0, 100, 30, 0, 50][usize::try_from(seed).expect("small")],
        };
        let mut memory = Memory::new(evaluator.clone());
        let mut verdict = |root: &Maze, depth| {
            let (value, best) = memory.best(&mut root.clone(), depth);
            Verdict { depth, value, best }
        };
        let roots = (0..2).map(|n| Maze::open(plan, 10 * n, 5));
        let cases: Vec<_> = roots.map(|root| (root.clone(), [10, 11].map(|d| verdict(&root, d)).to_vec())).collect();
        agree(&format!("wide, {plan:?}"), &evaluator, &cases);
        most = most.max(go(&mut searcher(&evaluator, 1, 64), &cases[0].0, 11).nodes);
    }
    assert!(most > 20_000, "only {most} nodes");
}

/// Deeper than minimax reaches: against the search without threads and table.
#[test]
fn desconecta4_searched_deeply() {
    let roots: Vec<Position> = random_positions(7, 40).into_iter().filter(|root| root.ply() < 40).take(8).collect();
    let verdict = |root: &Position| {
        let outcome = go(&mut searcher(&Strong::default(), 1, 0), root, 10);
        Verdict { depth: 10, value: outcome.value, best: outcome.best() }
    };
    let cases: Vec<_> = roots.iter().map(|root| (*root, vec![verdict(root)])).collect();
    agree("deeper", &Strong::default(), &cases);
}
