//! A position that the game has had before is a repetition wherever it comes in the tree: value and move are those
//! of plain minimax with that rule.

use super::evaluators::Keyed;
use super::history::agree;
use super::maze::{Maze, Plan};

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
