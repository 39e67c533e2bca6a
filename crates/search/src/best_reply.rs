//! Best-reply search: one player against several, of whom one at a time does his worst.
//!
//! With four players, paranoid alpha-beta (all three against one) sees only a round or two
//! ahead and is afraid of everything; max-n hardly prunes. Best-reply search (Schadd and
//! Winands, "Best Reply Search for Multi-Player Games", IEEE TCIAIG 3(1), 2011) folds the
//! turns of all opponents into one reply, of which the worst is taken: a two-player tree
//! with half as many levels, in which alpha-beta prunes as usual. The variant here differs
//! in one thing: while one opponent replies, the others do not pass but do what a model of
//! the game expects of them, so that every line is a legal sequence of turns.
//!
//! The depth is fixed and counted in rounds (an own move and a reply). It is reached by
//! iterative deepening, which orders the moves and leaves the best move so far when time
//! runs out. Of all moves and replies but the first it is asked with a window of one value whether they
//! change anything, and only those that do are searched again. Entries of the table serve only a search of exactly their depth, so that the
//! value of a position never depends on what was stored, and the decision is the same for
//! every table size and thread count.

use super::transposition_table::{Bound, Entry, TranspositionTable};
use arrayvec::ArrayVec;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};

/// Most own moves in a position.
pub const MAX_MOVES: usize = 8;
/// Most replies in a position.
pub const MAX_REPLIES: usize = 24;
/// Deepest search in rounds.
pub const MAX_DEPTH: u8 = 32;
/// A bound beyond every value that a game may give.
pub const INFINITE: i32 = 1 << 30;
/// Nodes between two looks at the clock, less one: some tenths of a millisecond.
const STOP_MASK: u64 = 0x1ff;

/// A game as one of its players sees it.
pub trait Rounds: Sync {
    /// A position in which it is the own player's turn, or in which he has just moved.
    type Position: Copy + Send + Sync;
    /// An own move.
    type Move: Copy + Send + Sync;
    /// What all opponents do in a row.
    type Reply: Copy;

    /// Own moves, promising ones first; at least one unless the game is over.
    fn moves(&self, position: &Self::Position, moves: &mut ArrayVec<Self::Move, MAX_MOVES>);
    /// Replies to an own move, painful ones first; at least one unless the game is over.
    fn replies(&self, position: &Self::Position, replies: &mut ArrayVec<Self::Reply, MAX_REPLIES>);
    /// The position after an own move.
    fn play(&self, position: &Self::Position, own: Self::Move) -> Self::Position;
    /// The position after a reply: the own player's turn again.
    fn answer(&self, position: &Self::Position, reply: Self::Reply) -> Self::Position;
    /// Whether the game has ended.
    fn over(&self, position: &Self::Position) -> bool;
    /// What a position at the own player's turn, or at the end, is worth to him; between
    /// `-INFINITE` and `INFINITE`, both excluded.
    fn value(&self, position: &Self::Position) -> i32;
    /// A key that different positions at the own player's turn practically never share.
    fn key(&self, position: &Self::Position) -> u64;
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome<M> {
    /// The best move; `None` if the game is over.
    pub best: Option<M>,
    /// Its value.
    pub value: i32,
    /// Rounds searched completely.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
}

/// How to search.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Rounds, 1 to [`MAX_DEPTH`].
    pub depth: u8,
    /// Asked every few hundred nodes; once it says yes, the best move so far is taken.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Where the own moves of the first round are shared out; `None` searches here alone.
    pub pool: Option<&'a rayon::ThreadPool>,
}

/// The best move of a position.
///
/// The first iteration is never interrupted, so that a move is always found.
///
/// ```
/// use arrayvec::ArrayVec;
/// use boardbots_search::best_reply::{Limits, MAX_MOVES, MAX_REPLIES, Rounds, search};
/// use boardbots_search::transposition_table::TranspositionTable;
///
/// /// You take one or two stones, then your opponents take one to three in all. Every stone that you take
/// /// is a point.
/// struct Stones;
/// #[derive(Clone, Copy)]
/// struct Heap { left: u8, points: u8 }
///
/// impl Rounds for Stones {
///     type Position = Heap;
///     type Move = u8;
///     type Reply = u8;
///     fn moves(&self, heap: &Heap, moves: &mut ArrayVec<u8, MAX_MOVES>) { moves.extend(1..=heap.left.min(2)); }
///     fn replies(&self, heap: &Heap, replies: &mut ArrayVec<u8, MAX_REPLIES>) { replies.extend(1..=heap.left.min(3)); }
///     fn play(&self, heap: &Heap, own: u8) -> Heap { Heap { left: heap.left - own, points: heap.points + own } }
///     fn answer(&self, heap: &Heap, reply: u8) -> Heap { Heap { left: heap.left - reply, ..*heap } }
///     fn over(&self, heap: &Heap) -> bool { heap.left == 0 }
///     fn value(&self, heap: &Heap) -> i32 { heap.points.into() }
///     fn key(&self, heap: &Heap) -> u64 { u64::from(heap.left) << 8 | u64::from(heap.points) }
/// }
///
/// let table = TranspositionTable::new(64);
/// let limits = Limits { depth: 5, stop: &|| false, pool: None };
/// let found = search(&Stones, &Heap { left: 7, points: 0 }, &table, limits);
/// assert_eq!((found.best, found.value), (Some(2), 4)); // two now and two more, whatever they take
/// ```
pub fn search<G: Rounds>(
    game: &G,
    root: &G::Position,
    table: &TranspositionTable,
    limits: Limits<'_>,
) -> Outcome<G::Move> {
    let mut moves = ArrayVec::new();
    let mut outcome = Outcome { best: None, value: 0, depth: 0, nodes: 0 };
    if game.over(root) {
        return outcome;
    }
    table.grow_older();
    game.moves(root, &mut moves);
    let mut lines: ArrayVec<Line<G::Move>, MAX_MOVES> =
        moves.into_iter().map(|own| Line { own, value: -INFINITE }).collect();
    let (nodes, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    for depth in 1..=limits.depth.clamp(1, MAX_DEPTH) {
        let best = AtomicI32::new(-INFINITE);
        let search_line = |line: &mut Line<G::Move>| {
            let never = || false;
            let stop: &(dyn Fn() -> bool + Sync) = if depth == 1 { &never } else { limits.stop };
            let mut worker =
                Worker { game, table, stop, stopped: &stopped, nodes: 0, killers: [0; MAX_DEPTH as usize + 1] };
            // One below the best: a line as good as the best is then valued exactly, and
            // which of the two counts does not depend on who was first.
            let (alpha, after) = ((best.load(Relaxed) - 1).max(-INFINITE), game.play(root, line.own));
            line.value = if alpha == -INFINITE { INFINITE } else { worker.reply(&after, depth, alpha, alpha + 1) };
            if line.value > alpha {
                line.value = worker.reply(&after, depth, alpha, INFINITE);
            }
            best.fetch_max(line.value, Relaxed);
            nodes.fetch_add(worker.nodes, Relaxed);
        };
        match limits.pool {
            Some(pool) if lines.len() > 1 && depth > 2 => {
                pool.install(|| lines.as_mut_slice().par_iter_mut().with_max_len(1).for_each(search_line));
            }
            _ => lines.iter_mut().for_each(search_line),
        }
        if stopped.load(Relaxed) {
            break;
        }
        // Stable: of equal lines the first stays first.
        let top = lines.iter().map(|line| line.value).max().unwrap_or(-INFINITE);
        if let Some(at) = lines.iter().position(|line| line.value == top) {
            lines[..=at].rotate_right(1);
            outcome = Outcome { best: Some(lines[0].own), value: top, depth, nodes: 0 };
        }
        if lines.len() == 1 {
            break;
        }
    }
    outcome.nodes = nodes.load(Relaxed);
    outcome
}

/// One own move of the root.
struct Line<M> {
    own: M,
    value: i32,
}

struct Worker<'a, G: Rounds> {
    game: &'a G,
    table: &'a TranspositionTable,
    stop: &'a (dyn Fn() -> bool + Sync),
    stopped: &'a AtomicBool,
    nodes: u64,
    /// For each depth the number of the reply that last refuted a move.
    killers: [u8; MAX_DEPTH as usize + 1],
}

impl<G: Rounds> Worker<'_, G> {
    /// Value at the own player's turn, `depth` rounds before the end of the search.
    fn own(&mut self, position: &G::Position, depth: u8, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        // Before the leaves go: nearly all nodes are leaves.
        if self.nodes & STOP_MASK == 0 && (self.stop)() {
            self.stopped.store(true, Relaxed);
        }
        if depth == 0 || self.game.over(position) {
            return self.game.value(position);
        }
        if self.stopped.load(Relaxed) {
            return alpha;
        }
        let key = self.game.key(position);
        let known = self.table.get(key, depth);
        if let Some(entry) = known.filter(|entry| entry.depth == depth) {
            match entry.bound {
                Bound::Exact => return entry.value,
                Bound::Lower if entry.value >= beta => return entry.value,
                Bound::Upper if entry.value <= alpha => return entry.value,
                Bound::Lower | Bound::Upper => {}
            }
        }
        let mut moves = ArrayVec::new();
        self.game.moves(position, &mut moves);
        let first = known.map_or(0, |entry| usize::from(entry.best));
        let (floor, mut best, mut best_move) = (alpha, -INFINITE, 0);
        for turn in 0..moves.len() {
            let number = ordered(turn, first, moves.len());
            let after = self.game.play(position, moves[number]);
            let mut value = INFINITE;
            if turn > 0 && alpha + 1 < beta {
                value = self.reply(&after, depth, alpha, alpha + 1);
            }
            // What is better than the best so far is worth its exact value.
            if value == INFINITE || value > alpha && value < beta {
                value = self.reply(&after, depth, alpha, beta);
            }
            if value > best {
                (best, best_move) = (value, number);
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        if !self.stopped.load(Relaxed) {
            let bound = match best {
                value if value >= beta => Bound::Lower,
                value if value <= floor => Bound::Upper,
                _ => Bound::Exact,
            };
            let best_move = u16::try_from(best_move).expect("at most MAX_MOVES moves");
            self.table.put(key, Entry { value: best, depth, bound, best: best_move });
        }
        best
    }

    /// Value after an own move: the worst that the opponents can do.
    fn reply(&mut self, position: &G::Position, depth: u8, alpha: i32, mut beta: i32) -> i32 {
        if self.game.over(position) {
            self.nodes += 1;
            return self.game.value(position);
        }
        let mut replies = ArrayVec::new();
        self.game.replies(position, &mut replies);
        let first = usize::from(self.killers[usize::from(depth)]);
        let mut worst = INFINITE;
        for turn in 0..replies.len() {
            let number = ordered(turn, first, replies.len());
            let after = self.game.answer(position, replies[number]);
            let mut value = -INFINITE;
            if turn > 0 && alpha + 1 < beta {
                value = self.own(&after, depth - 1, beta - 1, beta);
            }
            if value == -INFINITE || value < beta && value > alpha {
                value = self.own(&after, depth - 1, alpha, beta);
            }
            if value < worst {
                worst = value;
                beta = beta.min(value);
                if alpha >= beta {
                    self.killers[usize::from(depth)] = u8::try_from(number).expect("at most MAX_REPLIES replies");
                    break;
                }
            }
        }
        worst
    }
}

/// The number of the item that comes at `turn` if number `first` is drawn to the front.
fn ordered(turn: usize, first: usize, count: usize) -> usize {
    if first >= count {
        return turn;
    }
    match turn {
        0 => first,
        turn if turn <= first => turn - 1,
        turn => turn,
    }
}
