//! Roots of searches: mazes of all kinds.

use super::maze::{Maze, Plan};
use super::told::{Bounded, Told};
use super::verdict::Verdict;
use boardbots_search::position::ends_in;

/// This many positions that have not ended, the same for the same seed.
pub fn random_positions(seed: u64, count: usize) -> Vec<Told> {
    let plan = |number| Plan {
        seed: seed << 32 | number,
        width: [30, 300, 0, 1 << 40][usize::try_from(number % 4).expect("small")],
        layers: number % 8 >= 4,
        doors: 4 + number % 3,
        ends: [4, 8, 15, 40][usize::try_from(number / 4 % 4).expect("small")],
    };
    (0..).map(|number| Told(Maze::open(plan(number), 0, 2))).take(count).collect()
}

/// The same with many moves and no end in sight, so that a search takes its time.
pub fn quiet_positions(seed: u64, count: usize) -> Vec<Told> {
    let plan = |number| Plan { seed: seed << 32 | number, width: 1 << 40, layers: false, doors: 6, ends: 300 };
    let is_quiet = |root: &Told| ends_in(Verdict::plain(root, &Bounded::random(), 4).value).is_none();
    (0..).map(|number| Told(Maze::open(plan(number), 0, 5))).filter(is_quiet).take(count).collect()
}
