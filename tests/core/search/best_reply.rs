//! Best-reply search against plain minimax on random trees full of ties and transpositions.

use super::maze::mix;
use super::rounds::{after_move, minimax};
use arrayvec::ArrayVec;
use boardbots_search::best_reply::{Limits, MAX_MOVES, MAX_REPLIES, Outcome, Rounds, search};
use boardbots_search::transposition_table::{Bound, TranspositionTable};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A game made of hashes. Few different positions on each level, so that many lines meet.
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

    fn moves(&self, spot: &Spot, moves: &mut ArrayVec<u8, MAX_MOVES>) {
        let count = 1 + self.hash(*spot, 1) % MAX_MOVES as u64;
        moves.extend((0..8).take(usize::try_from(count).expect("small")));
    }

    fn replies(&self, spot: &Spot, replies: &mut ArrayVec<u8, MAX_REPLIES>) {
        let many = self.hash(*spot, 2).is_multiple_of(20);
        let count = if many { MAX_REPLIES as u64 } else { 1 + self.hash(*spot, 3) % 4 };
        replies.extend((0..24).take(usize::try_from(count).expect("small")));
    }

    fn play(&self, spot: &Spot, own: u8) -> Spot {
        self.next(*spot, own)
    }

    fn answer(&self, spot: &Spot, reply: u8) -> Spot {
        self.next(*spot, reply)
    }

    fn over(&self, spot: &Spot) -> bool {
        spot.ply > 0 && self.hash(*spot, 4).is_multiple_of(15)
    }

    fn value(&self, spot: &Spot) -> i32 {
        let value = self.hash(*spot, 5) % self.values;
        i32::try_from(value).expect("small") - i32::try_from(self.values / 2).expect("small")
    }

    fn key(&self, spot: &Spot) -> u64 {
        mix(spot.ply, spot.id)
    }
}

fn go(maze: &Maze, root: Spot, table: &TranspositionTable, depth: u8, pool: Option<&rayon::ThreadPool>) -> Outcome<u8> {
    search(maze, &root, table, Limits { depth, stop: &|| false, pool })
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
            let outcome = go(&maze, root, &TranspositionTable::new(64), depth, None);
            assert_eq!(outcome.value, minimax(&maze, &root, depth), "seed {}, depth {depth}", maze.seed);
            let best = outcome.best.expect("a move");
            assert_eq!(after_move(&maze, &maze.play(&root, best), depth), outcome.value, "seed {}", maze.seed);
            let mut moves = ArrayVec::new();
            maze.moves(&root, &mut moves);
            // Only one move needs no looking ahead.
            assert_eq!(outcome.depth, if moves.len() == 1 { 1 } else { depth });
            if moves.len() == 1 {
                break;
            }
        }
    }
}

#[test]
fn tables_and_threads_change_nothing() {
    let pools = [1, 2, 4].map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("threads"));
    for maze in mazes() {
        let used = TranspositionTable::new(16);
        for start in 0..6 {
            // Six roots, some reached from others, so that the used table knows much.
            let root = Spot { ply: 2 * (start % 3), id: start };
            if maze.over(&root) {
                continue;
            }
            let due = go(&maze, root, &TranspositionTable::new(1024), 5, None);
            let same = |outcome: Outcome<u8>, what: &str| {
                let key = |o: Outcome<u8>| (o.best, o.value, o.depth);
                assert_eq!(key(outcome), key(due), "seed {}, start {start}, {what}", maze.seed);
            };
            for kib in [0, 1, 64] {
                same(go(&maze, root, &TranspositionTable::new(kib), 5, None), &format!("{kib} KiB"));
            }
            same(go(&maze, root, &used, 5, None), "a used table");
            for pool in &pools {
                let what = format!("{} threads", pool.current_num_threads());
                same(go(&maze, root, &TranspositionTable::new(64), 5, Some(pool)), &what);
                same(go(&maze, root, &used, 5, Some(pool)), &format!("{what}, used table"));
            }
        }
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let maze = Maze { seed: 1, width: 1 << 40, values: 100 };
    let end = (0..1000).map(|id| Spot { ply: 1, id }).find(|spot| maze.over(spot)).expect("some spot is an end");
    let outcome = go(&maze, end, &TranspositionTable::new(1), 5, None);
    assert_eq!((outcome.best, outcome.depth, outcome.nodes), (None, 0, 0));
}

#[test]
fn depths_out_of_range_are_clamped() {
    let maze = Maze { seed: 2, width: 3, values: 3 };
    let root = Spot { ply: 0, id: 1 };
    let mut moves = ArrayVec::new();
    maze.moves(&root, &mut moves);
    assert!(moves.len() > 1);
    assert_eq!(
        go(&maze, root, &TranspositionTable::new(64), 0, None),
        go(&maze, root, &TranspositionTable::new(64), 1, None)
    );
    assert_eq!(go(&maze, root, &TranspositionTable::new(64), 255, None).depth, 32);
}

/// A maze with enough moves at its root to be interrupted.
fn wide(seed: u64, width: u64) -> (Maze, Spot) {
    let maze = Maze { seed, width, values: 1_000_000 };
    let wide = |spot: &Spot| {
        let mut moves = ArrayVec::new();
        maze.moves(spot, &mut moves);
        moves.len() == MAX_MOVES
    };
    let root = (0..1000).map(|id| Spot { ply: 0, id }).find(wide).expect("some spot has all moves");
    (maze, root)
}

#[test]
fn stopped_at_once_it_still_has_a_move() {
    let (maze, root) = wide(5, 1 << 40);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    for pool in [None, Some(&pool)] {
        let outcome = search(&maze, &root, &TranspositionTable::new(64), Limits { depth: 32, stop: &|| true, pool });
        assert!(outcome.best.is_some());
        let due = go(&maze, root, &TranspositionTable::new(64), outcome.depth, None);
        assert_eq!((outcome.best, outcome.value), (due.best, due.value));
        assert!(outcome.nodes < 20_000, "{} nodes after the stop", outcome.nodes);
    }
}

#[test]
fn the_clock_is_looked_at_often() {
    let (maze, root) = wide(5, 1 << 40);
    let asked = AtomicU64::new(0);
    let stop = || {
        asked.fetch_add(1, Relaxed);
        false
    };
    let outcome = search(&maze, &root, &TranspositionTable::new(64), Limits { depth: 6, stop: &stop, pool: None });
    let every = outcome.nodes / asked.load(Relaxed).max(1);
    assert!(every < 1000, "{} nodes, asked {} times", outcome.nodes, asked.load(Relaxed));
}

#[test]
fn stopped_on_the_way_it_has_the_last_whole_iteration() {
    let (maze, root) = wide(5, 1 << 40);
    let due: Vec<Outcome<u8>> =
        (1..=6).map(|depth| go(&maze, root, &TranspositionTable::new(64), depth, None)).collect();
    let mut depths = Vec::new();
    for patience in 0..40 {
        let asked = AtomicU64::new(0);
        let stop = || asked.fetch_add(1, Relaxed) >= patience * patience / 2;
        let outcome = search(&maze, &root, &TranspositionTable::new(64), Limits { depth: 6, stop: &stop, pool: None });
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
        let (mut moves, mut replies) = (ArrayVec::new(), ArrayVec::new());
        maze.moves(spot, &mut moves);
        for middle in moves.into_iter().map(|own| maze.play(spot, own)).filter(|middle| !maze.over(middle)) {
            maze.replies(&middle, &mut replies);
            after.extend(replies.drain(..).map(|reply| maze.answer(&middle, reply)));
        }
    }
    after
}

#[test]
fn an_interrupted_search_leaves_nothing_false_in_the_table() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    let mut checked = 0;
    for seed in 0..8 {
        let (maze, root) = wide(seed, 1 << 40);
        let first = round_after(&maze, &[root]);
        let spots = [round_after(&maze, &first), first].concat();
        for patience in [0, 1, 3, 7, 20] {
            let table = TranspositionTable::new(1024);
            let asked = AtomicU64::new(0);
            let stop = || asked.fetch_add(1, Relaxed) >= patience;
            let pool = Some(&pool).filter(|_| patience == 7);
            search(&maze, &root, &table, Limits { depth: 6, stop: &stop, pool });
            for &spot in &spots {
                let Some(entry) = table.get(maze.key(&spot), 4) else { continue };
                let due = go(&maze, spot, &TranspositionTable::new(16), entry.depth, None);
                if due.depth != entry.depth {
                    // With a single move the search does not look that far.
                    continue;
                }
                let holds = match entry.bound {
                    Bound::Exact => due.value == entry.value,
                    Bound::Lower => due.value >= entry.value,
                    Bound::Upper => due.value <= entry.value,
                };
                assert!(holds, "seed {seed}, patience {patience}, {spot:?}: {entry:?}, but it is {}", due.value);
                checked += 1;
            }
        }
    }
    assert!(checked > 1000, "only {checked} entries");
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

    fn moves(&self, spot: &Spot, moves: &mut ArrayVec<u8, MAX_MOVES>) {
        self.maze.moves(spot, moves);
    }

    fn replies(&self, spot: &Spot, replies: &mut ArrayVec<u8, MAX_REPLIES>) {
        self.maze.replies(spot, replies);
    }

    fn play(&self, spot: &Spot, own: u8) -> Spot {
        if *spot == self.root {
            let pause = mix(self.pattern, u64::from(own)) % 4 * 150;
            std::thread::sleep(std::time::Duration::from_micros(pause));
        }
        self.maze.play(spot, own)
    }

    fn answer(&self, spot: &Spot, reply: u8) -> Spot {
        self.maze.answer(spot, reply)
    }

    fn over(&self, spot: &Spot) -> bool {
        self.maze.over(spot)
    }

    fn value(&self, spot: &Spot) -> i32 {
        self.maze.value(spot)
    }

    fn key(&self, spot: &Spot) -> u64 {
        self.maze.key(spot)
    }
}

#[test]
fn who_is_first_among_threads_changes_nothing() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().expect("threads");
    for seed in 0..60 {
        let (mut maze, root) = wide(seed, 1 << 40);
        maze.values = [3, 8][usize::from(seed % 2 == 0)];
        let due = go(&maze, root, &TranspositionTable::new(64), 4, None);
        let mut uneven = Uneven { maze, root, pattern: 0 };
        for pattern in 0..5 {
            uneven.pattern = pattern;
            let limits = Limits { depth: 4, stop: &|| false, pool: Some(&pool) };
            let outcome = search(&uneven, &root, &TranspositionTable::new(64), limits);
            assert_eq!((outcome.best, outcome.value), (due.best, due.value), "seed {seed}, pattern {pattern}");
        }
    }
}
