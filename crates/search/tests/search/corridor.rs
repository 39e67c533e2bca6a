//! A game without choice: how far a search sees, and that it can.

use super::evaluators::mix;
use super::verdict::{Verdict, for_each_thread_count, go, searcher};
use arrayvec::ArrayVec;
use boardbots_search::alpha_beta::SearchLimits;
use boardbots_search::position::{Ending, Evaluator, MAX_DEPTH, Position, WIN};

/// This many steps to the end, the next one behind either of two doors or behind only one.
/// To take a step back takes a copy of a kibibyte: deep searches need room on the stack.
#[derive(Clone, Debug)]
struct Corridor {
    left: u16,
    doors: u8,
    walls: [u8; 1024],
}

impl Corridor {
    const fn new(left: u16, doors: u8) -> Self {
        Self { left, doors, walls: [7; 1024] }
    }
}

impl Position for Corridor {
    type Move = u8;
    type Moves = ArrayVec<u8, 2>;
    type Undo = [u8; 1024];
    const INDICES: usize = 2;

    fn moves(&self) -> Self::Moves {
        (0..self.doors).collect()
    }

    fn index(&self, door: u8) -> usize {
        usize::from(door)
    }

    fn play(&mut self, _: u8) -> [u8; 1024] {
        let before = self.walls;
        self.walls[usize::from(self.left)] += 1;
        self.left -= 1;
        before
    }

    fn undo(&mut self, _: u8, before: [u8; 1024]) {
        self.left += 1;
        self.walls = before;
    }

    fn ended(&self) -> Option<Ending> {
        (self.left == 0).then_some(Ending::Loss)
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.left), u64::from(self.doors))
    }
}

/// How far it still is.
#[derive(Clone)]
struct Distance;

impl Evaluator<Corridor> for Distance {
    fn evaluate(&mut self, position: &Corridor) -> i32 {
        i32::from(position.left)
    }
}

/// What is seen from `left` steps before the end.
fn value(left: u16, depth: u8) -> i32 {
    match (u16::from(depth) >= left, i32::from(left), i32::from(depth)) {
        (true, left, _) if left % 2 == 0 => left - WIN,
        (true, left, _) => WIN - left,
        (false, left, depth) if depth % 2 == 0 => left - depth,
        (false, left, depth) => depth - left,
    }
}

#[test]
fn a_single_move_is_looked_behind_as_well() {
    for_each_thread_count(|threads| {
        for table_kib in [0, 64] {
            let mut searcher = searcher(&Distance, threads, table_kib);
            for left in [1, 2, 3, 62, 63, 64, 65, 66, 300] {
                let root = Corridor::new(left, 1);
                for depth in [1, 2, 3, 63, MAX_DEPTH] {
                    let verdict = Verdict { depth, value: value(left, depth), best: Some(0) };
                    let outcome = go(&mut searcher, &root, depth);
                    verdict.check(&root, &Distance, &outcome, || format!("{left} left, {threads} threads"));
                }
            }
        }
    });
}

#[test]
fn with_a_table_the_deepest_search_takes_few_nodes() {
    for_each_thread_count(|threads| {
        let mut searcher = searcher(&Distance, threads, 64);
        for left in [63, 64, 65, 300] {
            let root = Corridor::new(left, 2);
            let verdict = Verdict { depth: MAX_DEPTH, value: value(left, MAX_DEPTH), best: Some(0) };
            // A search that looks at everything again would never end; this one then ends at too small a depth.
            let limits = SearchLimits { nodes: 100_000, ..SearchLimits::plies(MAX_DEPTH) };
            let outcome = searcher.search(&root, limits, &mut |_| {});
            verdict.check(&root, &Distance, &outcome, || format!("{left} left, {threads} threads"));
        }
    });
}

#[test]
fn depths_out_of_range_are_clamped() {
    for_each_thread_count(|threads| {
        let mut searcher = searcher(&Distance, threads, 64);
        let root = Corridor::new(300, 1);
        let mut found = |depth| {
            searcher.forget();
            go(&mut searcher, &root, depth)
        };
        for (given, meant) in [(0, 1), (MAX_DEPTH + 1, MAX_DEPTH), (200, MAX_DEPTH), (255, MAX_DEPTH)] {
            let outcome = found(given);
            let due = found(meant);
            assert_eq!((outcome.depth, outcome.value, outcome.line), (meant, due.value, due.line), "{given}");
        }
    });
}
