//! Best-reply search against plain minimax on random trees full of ties and transpositions.

use super::evaluators::mix;
use super::rounds::{after_move, answered, first_best, minimax, moves, played, replies};
use arrayvec::ArrayVec;
use boardbots_search::alpha_beta::Options;
use boardbots_search::best_reply::{Ply, Rounds, SearchLimits, SearchResult, Searcher};
use boardbots_search::position::INFINITE;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Most own moves, and most replies.
const MOST: (u8, u8) = (8, 24);

/// A game made of hashes. Few different positions on each level, so that many lines meet.
#[derive(Clone, Copy)]
struct Maze {
    seed: u64,
    /// Different positions on each level.
    width: u64,
    /// Different values: few make ties.
    values: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Spot {
    ply: u64,
    id: u64,
}

impl Maze {
    fn hash(&self, spot: Spot, what: u64) -> u64 {
        mix(mix(mix(self.seed, spot.ply), spot.id), what)
    }

    fn next(&self, spot: Spot, choice: u8) -> Spot {
        Spot { ply: spot.ply + 1, id: self.hash(spot, 100 + u64::from(choice)) % self.width }
    }
}

impl Rounds for Maze {
    type Position = Spot;
    type Move = u8;
    type Reply = u8;
    type Sketch = u64;
    type Plies = ArrayVec<Ply<u8, u8>, 24>;
    const MOVES: usize = MOST.0 as usize;
    const REPLIES: usize = MOST.1 as usize;

    fn moves(&self, spot: &Spot, add: impl FnMut(u8)) {
        let count = 1 + self.hash(*spot, 1) % u64::from(MOST.0);
        (0..u8::try_from(count).expect("small")).for_each(add);
    }

    fn replies(&self, spot: &Spot, add: impl FnMut(u8)) {
        let many = self.hash(*spot, 2).is_multiple_of(20);
        let count = if many { u64::from(MOST.1) } else { 1 + self.hash(*spot, 3) % 4 };
        (0..u8::try_from(count).expect("small")).for_each(add);
    }

    fn move_index(&self, _: &Spot, own: u8) -> usize {
        own.into()
    }

    fn reply_index(&self, _: &Spot, reply: u8) -> usize {
        reply.into()
    }

    fn play(&self, spot: &mut Spot, own: u8) {
        *spot = self.next(*spot, own);
    }

    fn answer(&self, spot: &mut Spot, reply: u8) {
        *spot = self.next(*spot, reply);
    }

    fn over(&self, spot: &Spot) -> bool {
        spot.ply > 0 && self.hash(*spot, 4).is_multiple_of(15)
    }

    fn value(&self, spot: &Spot) -> i32 {
        let value = self.hash(*spot, 5) % self.values;
        i32::try_from(value).expect("small") - i32::try_from(self.values / 2).expect("small")
    }

    /// Of some plies, in games of odd seeds: a price, or a reward.
    fn price(&self, spot: &Spot, ply: Ply<u8, u8>) -> i32 {
        let what = match ply {
            Ply::Own(own) => own.into(),
            Ply::Reply(reply) => 40 + u64::from(reply),
        };
        let price = i32::try_from(self.hash(*spot, 200 + what) % self.values).expect("small") / 4;
        match (self.seed % 2, price % 3) {
            (1, 0) => price,
            (1, 1) => -price,
            _ => 0,
        }
    }

    /// Of most positions.
    fn sketch(&self, spot: &Spot, sketch: &mut u64) {
        *sketch = self.hash(*spot, 6);
    }

    /// Now and then exact, or too high, or nothing.
    fn ceiling(&self, spot: &Spot, sketch: &mut u64, own: u8) -> i32 {
        assert_eq!(*sketch, self.hash(*spot, 6), "the sketch of this position");
        match mix(*sketch, u64::from(own)) % 4 {
            0 => INFINITE,
            more => after_move(self, &played(self, spot, own), 1) + i32::try_from(more).expect("small") - 1,
        }
    }

    fn key(&self, spot: &Spot) -> u64 {
        mix(spot.ply, spot.id)
    }
}

/// A searcher on the calling thread, or on some.
fn searcher<R: Rounds>(rounds: R, table_kib: usize, threads: usize) -> Searcher<R> {
    Searcher::new(rounds, Options { threads, table_kib })
}

fn go(maze: &Maze, root: Spot, depth: u8) -> SearchResult<u8> {
    searcher(*maze, 64, 1).search(&root, SearchLimits::rounds(depth))
}

/// Runs something on a thread of its own, whose pool has as many threads as are asked for first.
fn apart<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| scope.spawn(run).join().expect("no panic"))
}

fn mazes() -> impl Iterator<Item = Maze> {
    (0..60).map(|seed| Maze {
        seed,
        width: [3, 10, 50, 1 << 40][usize::try_from(seed % 4).expect("small")],
        values: [3, 20, 1_000_000][usize::try_from(seed % 3).expect("small")],
    })
}

#[test]
fn value_and_move_are_minimax() {
    for maze in mazes() {
        for depth in 1..=4 {
            let root = Spot { ply: 0, id: maze.seed };
            let outcome = go(&maze, root, depth);
            assert_eq!(outcome.value, minimax(&maze, &root, outcome.depth), "seed {}, depth {depth}", maze.seed);
            assert_eq!(outcome.best, Some(first_best(&maze, &root, outcome.depth)), "seed {}", maze.seed);
            // Only one move needs no looking ahead.
            let single = moves(&maze, &root).len() == 1;
            assert_eq!(outcome.depth, if single { 1 } else { depth });
            if single {
                break;
            }
        }
    }
}

#[test]
fn tables_and_threads_change_nothing() {
    for threads in [1, 2, 4] {
        apart(|| {
            for maze in mazes() {
                let mut used = searcher(maze, 16, threads);
                for start in 0..6 {
                    // Six roots, some reached from others, so that the used table knows much.
                    let root = Spot { ply: 2 * (start % 3), id: start };
                    if maze.over(&root) {
                        continue;
                    }
                    let due = go(&maze, root, 5);
                    let same = |searcher: &mut Searcher<Maze>, what: &str| {
                        let outcome = searcher.search(&root, SearchLimits::rounds(5));
                        let key = |o: SearchResult<u8>| (o.best, o.value, o.depth);
                        let seed = maze.seed;
                        assert_eq!(key(outcome), key(due), "seed {seed}, start {start}, {what}, {threads} threads");
                    };
                    for kib in [0, 1, 64] {
                        same(&mut searcher(maze, kib, threads), &format!("{kib} KiB"));
                    }
                    same(&mut used, "a used table");
                }
            }
        });
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let maze = Maze { seed: 1, width: 1 << 40, values: 100 };
    let end = (0..1000).map(|id| Spot { ply: 1, id }).find(|spot| maze.over(spot)).expect("some spot is an end");
    let outcome = go(&maze, end, 5);
    assert_eq!((outcome.best, outcome.value, outcome.depth, outcome.nodes), (None, 0, 0, 0));
}

#[test]
fn depths_out_of_range_are_clamped() {
    let maze = Maze { seed: 2, width: 3, values: 3 };
    let root = Spot { ply: 0, id: 1 };
    assert!(moves(&maze, &root).len() > 1);
    assert_eq!(go(&maze, root, 0), go(&maze, root, 1));
    assert_eq!(go(&maze, root, 255).depth, 32);
}

/// A maze with enough moves at its root to be interrupted.
fn wide(seed: u64, width: u64) -> (Maze, Spot) {
    let maze = Maze { seed, width, values: 1_000_000 };
    let wide = |spot: &Spot| moves(&maze, spot).len() == usize::from(MOST.0);
    let root = (0..1000).map(|id| Spot { ply: 0, id }).find(wide).expect("some spot has all moves");
    (maze, root)
}

#[test]
fn stopped_at_once_it_still_has_a_move() {
    let (maze, root) = wide(5, 1 << 40);
    for threads in [1, 2] {
        let outcome = apart(|| {
            searcher(maze, 64, threads).search(&root, SearchLimits { stop: &|| true, ..SearchLimits::rounds(32) })
        });
        assert!(outcome.best.is_some());
        let due = go(&maze, root, outcome.depth);
        assert_eq!((outcome.best, outcome.value), (due.best, due.value));
        assert!(outcome.nodes < 20_000, "{} nodes after the stop", outcome.nodes);
    }
}

#[test]
fn nodes_and_time_end_a_search() {
    let (maze, root) = wide(5, 1 << 40);
    let mut searcher = searcher(maze, 64, 1);
    let nodes = SearchLimits { nodes: 5000, ..SearchLimits::rounds(32) };
    assert_eq!(searcher.search(&root, nodes).nodes, 5000);
    let time = SearchLimits { time: Some(Duration::ZERO), ..SearchLimits::rounds(32) };
    assert_eq!(searcher.search(&root, time).depth, 1);
}

#[test]
fn the_clock_is_looked_at_often() {
    let (maze, root) = wide(5, 1 << 40);
    let asked = AtomicU64::new(0);
    let stop = || {
        asked.fetch_add(1, Relaxed);
        false
    };
    let outcome = searcher(maze, 64, 1).search(&root, SearchLimits { stop: &stop, ..SearchLimits::rounds(6) });
    let every = outcome.nodes / asked.load(Relaxed).max(1);
    assert!(every < 2000, "{} nodes, asked {} times", outcome.nodes, asked.load(Relaxed));
}

#[test]
fn stopped_on_the_way_it_has_the_last_whole_iteration() {
    let (maze, root) = wide(5, 1 << 40);
    let due: Vec<SearchResult<u8>> = (1..=7).map(|depth| go(&maze, root, depth)).collect();
    let mut depths = Vec::new();
    for patience in 0..60 {
        let asked = AtomicU64::new(0);
        let stop = || asked.fetch_add(1, Relaxed) >= patience * patience / 2;
        let outcome = searcher(maze, 64, 1).search(&root, SearchLimits { stop: &stop, ..SearchLimits::rounds(7) });
        let whole = due[usize::from(outcome.depth) - 1];
        assert_eq!((outcome.best, outcome.value), (whole.best, whole.value), "patience {patience}");
        depths.push(outcome.depth);
    }
    assert!(depths.is_sorted(), "{depths:?}");
    depths.dedup();
    assert!(depths.len() >= 3, "several depths were reached: {depths:?}");
}

/// The positions one round after some others.
fn round_after(maze: &Maze, spots: &[Spot]) -> Vec<Spot> {
    let mut after = Vec::new();
    for spot in spots.iter().filter(|spot| !maze.over(spot)) {
        let middles = moves(maze, spot).into_iter().map(|own| played(maze, spot, own));
        for middle in middles.filter(|middle| !maze.over(middle)) {
            after.extend(replies(maze, &middle).into_iter().map(|reply| answered(maze, &middle, reply)));
        }
    }
    after
}

#[test]
fn an_interrupted_search_leaves_nothing_false_in_the_table() {
    for (seed, patience) in (0..8).flat_map(|seed| [0, 1, 3, 7, 20].map(|patience| (seed, patience))) {
        apart(|| {
            let (maze, root) = wide(seed, 1 << 40);
            let mut spots = round_after(&maze, &[root]);
            spots.truncate(40);
            let asked = AtomicU64::new(0);
            let stop = || asked.fetch_add(1, Relaxed) >= patience;
            let mut searcher = searcher(maze, 1024, if patience == 7 { 2 } else { 1 });
            searcher.search(&root, SearchLimits { stop: &stop, ..SearchLimits::rounds(6) });
            // What is in the table serves searches of every smaller depth.
            for spot in spots.into_iter().filter(|spot| !maze.over(spot)) {
                for depth in 1..4 {
                    let found = searcher.search(&spot, SearchLimits::rounds(depth));
                    let due = go(&maze, spot, depth);
                    let what = format!("seed {seed}, patience {patience}, {spot:?}");
                    assert_eq!((found.best, found.value), (due.best, due.value), "{what}");
                }
            }
        });
    }
}

/// A maze in which some moves of the root take their time, so that others overtake them.
struct Uneven {
    maze: Maze,
    root: Spot,
    pattern: u64,
}

impl Rounds for Uneven {
    type Position = Spot;
    type Move = u8;
    type Reply = u8;
    type Sketch = ();
    type Plies = ArrayVec<Ply<u8, u8>, 24>;
    const MOVES: usize = Maze::MOVES;
    const REPLIES: usize = Maze::REPLIES;

    fn moves(&self, spot: &Spot, add: impl FnMut(u8)) {
        self.maze.moves(spot, add);
    }

    fn replies(&self, spot: &Spot, add: impl FnMut(u8)) {
        self.maze.replies(spot, add);
    }

    fn move_index(&self, _: &Spot, own: u8) -> usize {
        own.into()
    }

    fn reply_index(&self, _: &Spot, reply: u8) -> usize {
        reply.into()
    }

    fn play(&self, spot: &mut Spot, own: u8) {
        if *spot == self.root {
            let pause = mix(self.pattern, u64::from(own)) % 4 * 150;
            std::thread::sleep(std::time::Duration::from_micros(pause));
        }
        self.maze.play(spot, own);
    }

    fn answer(&self, spot: &mut Spot, reply: u8) {
        self.maze.answer(spot, reply);
    }

    fn over(&self, spot: &Spot) -> bool {
        self.maze.over(spot)
    }

    fn value(&self, spot: &Spot) -> i32 {
        self.maze.value(spot)
    }

    fn price(&self, spot: &Spot, ply: Ply<u8, u8>) -> i32 {
        self.maze.price(spot, ply)
    }

    fn key(&self, spot: &Spot) -> u64 {
        self.maze.key(spot)
    }
}

#[test]
fn who_is_first_among_threads_changes_nothing() {
    apart(|| {
        for seed in 0..60 {
            let (mut maze, root) = wide(seed, 1 << 40);
            maze.values = [3, 8][usize::from(seed % 2 == 0)];
            let due = go(&maze, root, 4);
            for pattern in 0..5 {
                let mut searcher = searcher(Uneven { maze, root, pattern }, 64, 4);
                let outcome = searcher.search(&root, SearchLimits::rounds(4));
                assert_eq!((outcome.best, outcome.value), (due.best, due.value), "seed {seed}, pattern {pattern}");
            }
        }
    });
}
