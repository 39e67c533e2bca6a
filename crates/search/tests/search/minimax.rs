//! Value and move of the search are those of minimax, whatever the table, the threads, the
//! evaluation, and whatever was searched before.

use super::evaluators::Keyed;
use super::maze::{Maze, Memory, Plan};
use super::verdict::{Verdict, agree, go, plain, searcher};

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
                cases.into_iter().map(|root| (root, [3, 9, 10].map(|d| verdict(&root, d)).to_vec())).collect();
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
        let cases: Vec<_> = roots.map(|root| (root, [10, 11].map(|d| verdict(&root, d)).to_vec())).collect();
        agree(&format!("wide, {plan:?}"), &evaluator, &cases);
        most = most.max(go(&mut searcher(&evaluator, 1, 64), &cases[0].0, 11).nodes);
    }
    assert!(most > 20_000, "only {most} nodes");
}
