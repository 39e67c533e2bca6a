//! Alpha-beta of fixed depth: the value and the move of plain minimax, many times sooner.
//!
//! Negamax with principal variation search (Marsland and Campbell, "Parallel search of
//! strongly ordered game trees", ACM Computing Surveys 14(4), 1982), iterative deepening, a
//! depth-exact transposition table, killer moves and history. Time is about the root of
//! what minimax needs.
//!
//! # Why nothing changes what is found
//!
//! Let `V(p, d)` be the value that plain minimax gives a position `p`, `d` plies deep, with the plies to an end
//! counted from `p`. It depends on nothing else. A search of `p`, `d` plies deep, with a bound `beta` returns a
//! value of at least `beta` that is at most `V(p, d)`, or one below `beta` that is at least `V(p, d)`; an entry of
//! the table says the same of its position and depth. Both hold by induction, over depths and over the order in
//! which entries are stored:
//!
//! - At the end of the search and of the game the value is `V` itself, and what a game or an evaluation knows of a
//!   position beforehand bounds it by contract ([`contract`](super::contract)).
//! - Elsewhere the value is the largest that the moves bring, up to the one that brings `beta`. Each brings a right
//!   bound, one ply less deep. In which order they are tried (killers, history, earlier iterations, moves that
//!   wait for another thread) decides how many are tried, and nothing else.
//! - An entry is used for a search of exactly its depth, so that it is right by induction. One of another depth
//!   is used only if it says that the game is won or lost within `d` plies: `V` is the same then for all depths
//!   that see so far.
//! - A search that was stopped stores nothing on its way back.
//! - A position that the game has had before is a repetition, unless it is the last one of the search. `V` then
//!   depends on these positions, on the root and on whose turn it is there, too, and all three are mixed into the
//!   keys of the table. They are the same all through a search, whatever line leads to a position.
//!
//! So neither the size of the table nor its age, nor what was searched before, nor how threads take turns can
//! change a value: they only decide which right entries there are. Two threads that write to one entry leave
//! one that no key fits. What remains are two positions with the same 64 bits of key.
//!
//! The move is the first in the game's order of those with the best value: a thread that looks at an earlier
//! move later asks whether it is as good, not whether it is better.

use super::pool::{self, InFlight, Shared};
use super::position::{Evaluator, INFINITE, Line, MAX_DEPTH, Position, ends_in};
use super::repetition::{Filter, RepetitionHistory};
use super::transposition_table::TranspositionTable;
use super::worker::Worker;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Nodes of an iteration from which the next one is shared out, if it is two plies deeper: below, waking a
/// thread takes longer than it helps. Four plies deeper a quarter is enough.
const SHARED_NODES: u64 = 4096;

/// So near the target iterations skip depths.
const STRIDES: u8 = 12;

/// The options of a searcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of threads that share a search, at least 1. The result does not depend on it.
    ///
    /// The first searcher of several threads that is made on a thread decides how many that thread's searchers have:
    /// later ones share its [`pool`], and get no more threads than it has. If the system refuses the threads, searches
    /// run on the calling one.
    pub threads: usize,
    /// The size of the transposition table in KiB; 0 for none.
    pub table_kib: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { threads: 1, table_kib: 1024 }
    }
}

/// The limits of a search.
#[derive(Clone, Copy)]
pub struct SearchLimits<'a> {
    /// The depth in plies, 1 to [`MAX_DEPTH`], rounded down to whole turns ([`Position::STEP`]).
    pub depth: u8,
    /// The number of positions after which a thread ends the search as if `stop` had returned true. A search on one
    /// thread after [`Searcher::forget`] ends at the same position on every machine, however busy it is.
    pub nodes: u64,
    /// The only move of the root to search, by its place in [`Position::moves`]; `None` for all.
    pub only: Option<u8>,
    /// The window of the search. A value inside is exact. For a value outside, the search finds only that it is at
    /// most the lower bound, or at least the upper one, and a move that shows it.
    pub between: (i32, i32),
    /// A function that is called every thousand nodes or so. Once it returns true to any thread, the search ends with
    /// the result of the last complete iteration. The first iteration is never interrupted.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl SearchLimits<'_> {
    /// A search of all moves to this depth, however long it takes.
    #[must_use]
    pub const fn plies(depth: u8) -> SearchLimits<'static> {
        SearchLimits { depth, nodes: u64::MAX, only: None, between: (-INFINITE, INFINITE), stop: &|| false }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<M: Copy> {
    /// The value to the player to move.
    pub value: i32,
    /// The number of plies searched completely. It is less than the limit if the search was stopped, if the game has
    /// ended, or if its end is in sight, so that more plies would find the same.
    pub depth: u8,
    /// The number of positions looked at, without those whose value [`Evaluator::bounds`] gave.
    pub nodes: u64,
    /// The principal variation: the best move, the best reply and so on. It is empty only if the game has ended.
    pub line: Line<M>,
}

impl<M: Copy> SearchResult<M> {
    /// The best move; `None` only if the game has ended.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.line.first().copied()
    }
}

/// A search for one game with one evaluation, with all the memory it needs.
pub struct Searcher<P: Position, J: Evaluator<P>> {
    table: Option<TranspositionTable>,
    in_flight: InFlight,
    filter: Filter,
    seats: Vec<Seat<P, J>>,
    pool: Option<Arc<ThreadPool>>,
    /// The moves of the root with their places in the game's order, best first.
    order: Vec<(u8, P::Move)>,
}

/// A worker and what it found in this iteration; on cache lines of its own, for it counts its
/// nodes there.
#[repr(align(128))]
struct Seat<P: Position, J: Evaluator<P>> {
    worker: Worker<P, J>,
    value: Option<i32>,
}

impl<P: Position, J: Evaluator<P>> Searcher<P, J> {
    /// Takes all memory and threads that searches will need.
    ///
    /// The calling thread is the first of the search's threads, so search on it. All searchers made on it share its
    /// threads.
    #[must_use]
    pub fn new(evaluator: J, options: Options) -> Self {
        let pool = pool::of_this_thread(options.threads);
        let threads = pool.as_ref().map_or(1, |_| options.threads);
        Self {
            table: (options.table_kib > 0).then(|| TranspositionTable::new(options.table_kib)),
            in_flight: InFlight::default(),
            filter: Filter::new(),
            seats: std::iter::repeat_n(evaluator, threads)
                .map(|evaluator| Seat { worker: Worker::new(evaluator), value: None })
                .collect(),
            pool,
            order: Vec::with_capacity(usize::from(u8::MAX)),
        }
    }

    /// The evaluation.
    #[must_use]
    pub fn evaluator(&self) -> &J {
        &self.seats[0].worker.evaluator
    }

    /// Forgets the results of earlier searches, so that the next one counts the same nodes on every run.
    pub fn forget(&mut self) {
        if let Some(table) = &self.table {
            table.clear();
        }
        self.seats.iter_mut().for_each(|seat| seat.worker.ordering.clear());
    }

    /// The best move of a position. `report` is called after every complete iteration.
    ///
    /// ```
    /// # mod tic_tac_toe { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic_tac_toe/tic_tac_toe.rs")); }
    /// use tic_tac_toe::{Even, TicTacToe}; // the game on the first page
    /// use boardbots_search::{SearchLimits, Options, Searcher};
    /// use std::time::{Duration, Instant};
    /// let mut searcher = Searcher::new(Even, Options::default());
    /// let deadline = Instant::now() + Duration::from_secs(60);
    /// let limits = SearchLimits { stop: &|| Instant::now() > deadline, ..SearchLimits::plies(4) };
    /// let mut depths = Vec::new();
    /// let found = searcher.search(&TicTacToe::default(), limits, &mut |outcome| depths.push(outcome.depth));
    /// assert_eq!((found.value, found.depth), (0, 4)); // nobody can win so soon
    /// assert_eq!(depths.last(), Some(&4));
    /// ```
    pub fn search(
        &mut self,
        root: &P,
        limits: SearchLimits<'_>,
        report: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> SearchResult<P::Move> {
        self.search_after(root, &[], limits, report)
    }

    /// The same in a game that has had the positions with the keys `past`. If positions can repeat and the evaluation
    /// has [contempt](Evaluator::contempt), a line ends at a position that comes again.
    pub fn search_after(
        &mut self,
        root: &P,
        past: &[u64],
        limits: SearchLimits<'_>,
        report: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> SearchResult<P::Move> {
        let (mut order, mut filter) = (std::mem::take(&mut self.order), std::mem::take(&mut self.filter));
        order.clear();
        if root.ended().is_none() {
            let is_meant = |(place, _): &(u8, _)| limits.only.is_none_or(|only| only == *place);
            order.extend((0..).zip(root.moves()).filter(is_meant));
        }
        let contempt = self.evaluator().contempt().filter(|_| P::REPEATS && !past.is_empty() && !order.is_empty());
        let past = contempt.map(|contempt| {
            let worth = self.seats[0].worker.evaluator.evaluate(root) - contempt;
            RepetitionHistory::new(&mut filter, past, worth, root.key())
        });
        let outcome = self.deepen(root, &mut order, past.as_ref(), limits, report);
        (self.order, self.filter) = (order, filter);
        outcome
    }

    /// One iteration after the other; of `order`, the moves of the root, the best one comes to the front.
    fn deepen(
        &mut self,
        root: &P,
        order: &mut [(u8, P::Move)],
        past: Option<&RepetitionHistory<'_>>,
        limits: SearchLimits<'_>,
        report: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> SearchResult<P::Move> {
        let mut outcome = SearchResult { value: 0, depth: 0, nodes: 0, line: Line::new() };
        if order.is_empty() {
            return outcome;
        }
        self.seats.iter_mut().for_each(|seat| seat.worker.reset());
        if let Some(table) = &self.table {
            table.grow_older();
        }
        let stopped = AtomicBool::new(false);
        let mut last = 0;
        let target = (limits.depth / P::STEP).clamp(1, MAX_DEPTH / P::STEP) * P::STEP;
        let mut depth = 0;
        // A thread may hear the stop when another has just finished the iteration.
        while depth < target && !stopped.load(Relaxed) {
            let before = depth;
            depth = next_depth(before, target, P::STEP);
            let share = last >= SHARED_NODES >> (depth - before).saturating_sub(2);
            let found = self.iteration(root, order, past, depth, (limits, &stopped), share);
            let nodes = self.seats.iter().map(|seat| seat.worker.nodes).sum();
            last = nodes - outcome.nodes;
            outcome.nodes = nodes;
            let Some(value) = found else { break };
            (outcome.value, outcome.depth) = (value, depth);
            outcome.line.clone_from(self.seats[0].worker.line());
            let best = outcome.best();
            if let Some(at) = order.iter().position(|(_, action)| Some(*action) == best) {
                order[..=at].rotate_right(1);
            }
            report(&outcome);
            if ends_in(value).is_some() {
                break;
            }
        }
        outcome
    }

    /// One iteration: its value, and the worker with its line first among the seats; `None`
    /// if it was stopped. The limits come with the flag that keeps a stop for the whole search.
    fn iteration(
        &mut self,
        root: &P,
        order: &[(u8, P::Move)],
        past: Option<&RepetitionHistory<'_>>,
        depth: u8,
        (limits, stopped): (SearchLimits<'_>, &AtomicBool),
        share: bool,
    ) -> Option<i32> {
        // The first iteration is never interrupted.
        let SearchLimits { nodes, stop, .. } = if depth <= P::STEP { SearchLimits::plies(depth) } else { limits };
        let over = AtomicBool::new(false);
        let pool = self.pool.as_ref().filter(|_| share);
        let shared = Shared {
            table: self.table.as_ref(),
            past,
            in_flight: pool.map(|_| &self.in_flight),
            between: limits.between,
            stop,
            stopped,
            over: &over,
        };
        for seat in &mut self.seats {
            seat.value = None;
            seat.worker.begin(nodes);
        }
        let sit = |seat: &mut Seat<P, J>| {
            if over.load(Relaxed) {
                return;
            }
            let value = seat.worker.root(&mut root.clone(), order, depth, &shared);
            if !seat.worker.halted {
                seat.value = Some(value);
                // The first to finish has the answer; the others may stop.
                over.store(true, Relaxed);
            }
        };
        match pool {
            Some(pool) => {
                pool.install(|| self.seats.as_mut_slice().par_iter_mut().with_max_len(1).for_each(sit));
            }
            None => self.seats.iter_mut().take(1).for_each(sit),
        }
        let first = self.seats.iter().position(|seat| seat.value.is_some())?;
        self.seats.swap(0, first);
        self.seats[0].value
    }
}

/// The iteration after that of this depth. The last ones go by fours, and the step to the first of these is as
/// long as it takes, but not a single ply: positions in which the same side has the last word are valued alike,
/// and the iterations between cost more than they order.
const fn next_depth(depth: u8, target: u8, step: u8) -> u8 {
    let left = target - depth;
    match left % 4 {
        _ if depth == 0 || left > STRIDES => depth + step,
        0 => depth + 4,
        1 if left > 1 => depth + 5,
        rest => depth + rest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_lead_to_their_target() {
        let depths = |target, step| {
            let mut depths = vec![0];
            while depths[depths.len() - 1] < target {
                depths.push(next_depth(depths[depths.len() - 1], target, step));
            }
            depths
        };
        for target in 1..=MAX_DEPTH {
            assert_eq!(depths(target, 1).last(), Some(&target));
        }
        assert_eq!([6, 8].map(|target| depths(target, 1)), [vec![0, 1, 6], vec![0, 1, 4, 8]]);
        assert_eq!(depths(14, 1), [0, 1, 2, 6, 10, 14]);
        for target in (2..=MAX_DEPTH).step_by(2) {
            let depths = depths(target, 2);
            assert!(depths.last() == Some(&target) && depths.iter().all(|depth| depth % 2 == 0), "{depths:?}");
        }
        assert_eq!(depths(16, 2), [0, 2, 4, 8, 12, 16]);
    }
}
