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
//!   depends on these positions and how often each came, on the root and on whose turn it is there, too, and all
//!   of it is mixed into the keys of the table. It is the same all through a search, whatever line leads to a position.
//!
//! So neither the size of the table nor its age, nor what was searched before, nor how threads take turns can
//! change a value: they only decide which right entries there are. Two threads that write to one entry leave
//! one that no key fits. What remains are two positions with the same 64 bits of key.
//!
//! The move is the first in the game's order of those with the best value: a thread that looks at an earlier
//! move later asks whether it is as good, not whether it is better.

pub use super::limits::{LinesReport, Options, SearchLimits, SearchResult};
use super::meter::Allowance;
use super::pool::{self, InFlight, Shared};
use super::position::{Evaluator, MAX_DEPTH, MoveList, Position, ends_in};
use super::repetition::{Filter, RepetitionHistory};
use super::transposition_table::TranspositionTable;
use super::worker::Worker;
use arrayvec::ArrayVec;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::sync::Arc;

/// Nodes of an iteration from which the next one is shared out, if it is two plies deeper: below, waking a
/// thread takes longer than it helps. Four plies deeper a quarter is enough.
const SHARED_NODES: u64 = 4096;

/// The table of all threads is so many times as large as that of one of them for shallow positions.
const SHALLOW_SHARE: usize = 4;

/// So near the target iterations skip depths.
const STRIDES: u8 = 12;

/// A search for one game with one evaluation, with all the memory it needs.
pub struct Searcher<P: Position, J: Evaluator<P>> {
    table: Option<TranspositionTable>,
    in_flight: InFlight,
    filter: Filter,
    seats: Vec<Seat<P, J>>,
    pool: Option<Arc<ThreadPool>>,
    /// The moves of the root with their places in the game's order, best first.
    order: Vec<(P::Move, u16)>,
}

/// A worker, its table, and what it found in this iteration; on cache lines of its own, for it counts its nodes there.
#[repr(align(128))]
struct Seat<P: Position, J: Evaluator<P>> {
    worker: Worker<P, J>,
    /// The table for [`Shared::shallow`] of one of several threads.
    shallow: Option<TranspositionTable>,
    value: Option<i32>,
}

impl<P: Position, J: Evaluator<P>> Searcher<P, J> {
    /// Takes all memory and threads that searches will need.
    ///
    /// The calling thread is the first of the search's threads, so search on it. All searchers made on it share its
    /// threads. On another thread a searcher finds the same with the other threads alone, and allocates now and then.
    #[must_use]
    pub fn new(evaluator: J, options: Options) -> Self {
        let pool = pool::of_this_thread(options.threads);
        let threads = pool.as_ref().map_or(1, |pool| options.threads.min(pool.current_num_threads()));
        let table = |kib| (options.table_kib > 0).then(|| TranspositionTable::new(kib));
        let seat = |evaluator| Seat {
            worker: Worker::new(evaluator),
            shallow: table(options.table_kib / SHALLOW_SHARE).filter(|_| threads > 1),
            value: None,
        };
        Self {
            table: table(options.table_kib),
            in_flight: InFlight::default(),
            filter: Filter::new(),
            seats: std::iter::repeat_n(evaluator, threads).map(seat).collect(),
            pool,
            order: Vec::with_capacity(P::Moves::CAPACITY),
        }
    }

    /// The evaluation.
    #[must_use]
    pub fn evaluator(&self) -> &J {
        &self.seats[0].worker.evaluator
    }

    /// The number of threads that share a search.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.seats.len()
    }

    /// All transposition tables.
    fn tables(&self) -> impl Iterator<Item = &TranspositionTable> {
        self.table.iter().chain(self.seats.iter().filter_map(|seat| seat.shallow.as_ref()))
    }

    /// Forgets the results of earlier searches, so that the next one counts the same nodes on every run.
    pub fn forget(&mut self) {
        self.tables().for_each(TranspositionTable::clear);
        self.seats.iter_mut().for_each(|seat| seat.worker.ordering.clear());
    }

    /// The best move of a position. `report` is called after every complete iteration.
    ///
    /// ```
    /// # mod tic_tac_toe { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic_tac_toe/tic_tac_toe.rs")); }
    /// use tic_tac_toe::{Even, TicTacToe}; // the game on the first page
    /// use boardbots_search::{SearchLimits, Options, Searcher};
    /// use std::time::Duration;
    /// let mut searcher = Searcher::new(Even, Options::default());
    /// let limits = SearchLimits { time: Some(Duration::from_secs(60)), ..SearchLimits::plies(4) };
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
        let lines = self.search_lines::<1>(root, past, limits, &mut |lines| report(&lines[0]));
        lines.into_iter().next().unwrap_or_else(SearchResult::nothing)
    }

    /// The `K` best moves of a position, best first and equal ones in the game's order, each with its value and line;
    /// fewer if there are no more moves. `past` is the same as for [`Self::search_after`].
    ///
    /// Each value is that of plain minimax after the move. All results are equally deep and have the nodes of the whole
    /// search, which looks at up to `K` times as many. `report` is called with all of them after every complete
    /// iteration. Moves outside the window of [`SearchLimits::between`] are in no order.
    ///
    /// ```
    /// # mod tic_tac_toe { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic_tac_toe/tic_tac_toe.rs")); }
    /// use tic_tac_toe::{Even, TicTacToe}; // the game on the first page
    /// use boardbots_search::{SearchLimits, Options, Searcher, ends_in};
    /// let mut searcher = Searcher::new(Even, Options::default());
    /// let position = TicTacToe { own: 0o020, other: 0o002 }; // the middle, and the square above it
    /// let lines = searcher.search_lines::<3>(&position, &[], SearchLimits::plies(7), &mut |_| ());
    /// let found: Vec<_> = lines.iter().map(|line| (line.best(), ends_in(line.value))).collect();
    /// assert_eq!(found, [(Some(0), Some(5)), (Some(2), Some(5)), (Some(3), Some(5))]);
    /// ```
    pub fn search_lines<const K: usize>(
        &mut self,
        root: &P,
        past: &[u64],
        limits: SearchLimits<'_>,
        report: LinesReport<'_, P::Move>,
    ) -> ArrayVec<SearchResult<P::Move>, K> {
        const { assert!(K > 0) }
        let (mut order, mut filter) = (std::mem::take(&mut self.order), std::mem::take(&mut self.filter));
        root_moves(root, limits.among, &mut order);
        let contempt = self.evaluator().contempt().filter(|_| P::REPEATS && !past.is_empty() && !order.is_empty());
        let past = contempt.map(|contempt| {
            let worth = self.seats[0].worker.evaluator.evaluate(root) - contempt;
            RepetitionHistory::new(&mut filter, past, worth, root.key())
        });
        let [mut lines, mut next] = [blank::<P::Move, K>(order.len()), blank(order.len())];
        if !order.is_empty() {
            self.seats.iter_mut().for_each(|seat| seat.worker.reset());
            self.tables().for_each(TranspositionTable::grow_older);
            let iterate: Iteration<'_, P::Move> = &mut |order, depth, line, share, allowance| {
                let found = self.iteration(root, order, past.as_ref(), depth, (limits.between, allowance), share);
                if let Some(value) = found {
                    (line.value, line.depth) = (value, depth);
                    line.line.clone_from(self.seats[0].worker.line());
                }
                (found.is_some(), self.seats.iter().map(|seat| seat.worker.meter.nodes()).sum())
            };
            deepen(P::STEP, &mut order, limits, [&mut lines, &mut next], iterate, report);
        }
        (self.order, self.filter) = (order, filter);
        lines
    }

    /// One iteration: its value, and the worker with its line first among the seats; `None` if it was stopped. The
    /// window of the root comes with the limits.
    fn iteration(
        &mut self,
        root: &P,
        order: &[(P::Move, u16)],
        past: Option<&RepetitionHistory<'_>>,
        depth: u8,
        (between, allowance): ((i32, i32), &Allowance<'_>),
        share: bool,
    ) -> Option<i32> {
        let pool = self.pool.as_ref().filter(|_| share);
        let (deep, in_flight) = (self.table.as_ref(), pool.map(|_| &self.in_flight));
        let shared = Shared { deep, shallow: deep, past, in_flight, between, allowance };
        if let (Some(_), Some((first, others))) = (pool, self.seats.split_first_mut()) {
            // It alone has searched the iterations that were not shared, or has finished the last one.
            for seat in others {
                seat.worker.ordering.copy(&first.worker.ordering);
            }
        }
        for seat in &mut self.seats {
            seat.value = None;
            seat.worker.meter.begin();
        }
        let sit = |seat: &mut Seat<P, J>| {
            if allowance.is_over() {
                return;
            }
            let shallow = seat.shallow.as_ref().or(deep);
            let value = seat.worker.root(&mut root.clone(), order, depth, &Shared { shallow, ..shared });
            if !seat.worker.meter.halted {
                seat.value = Some(value);
                // The first to finish has the answer; the others may stop.
                allowance.finish();
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

/// An iteration of this depth over moves of the root: true if it was finished, and the nodes of the search so far. Its
/// result is written to a line; the flag says whether threads share it.
type Iteration<'a, M> = &'a mut dyn FnMut(&[(M, u16)], u8, &mut SearchResult<M>, bool, &Allowance<'_>) -> (bool, u64);

/// One iteration after the other for as many lines as both lists have; the first one gets those of the last complete
/// iteration. Of `order`, the moves of the root, the best ones come to the front. There is one for all evaluations of a
/// game.
#[inline(never)]
fn deepen<M: Copy + PartialEq>(
    step: u8,
    order: &mut [(M, u16)],
    limits: SearchLimits<'_>,
    [lines, next]: [&mut [SearchResult<M>]; 2],
    iterate: Iteration<'_, M>,
    report: LinesReport<'_, M>,
) {
    let mut allowance = Allowance::new(limits);
    let (mut depth, mut nodes, mut last) = (0, 0, 0);
    let target = (limits.depth / step).clamp(1, MAX_DEPTH / step) * step;
    // A thread may hear the stop when another has just finished the iteration.
    'iterations: while depth < target && !allowance.is_stopped() {
        let before = depth;
        depth = next_depth(before, target, step);
        let share = last >= SHARED_NODES >> (depth - before).saturating_sub(2);
        for (rank, line) in next.iter_mut().enumerate() {
            let start = nodes;
            allowance.begin(before == 0, nodes);
            let finished;
            (finished, nodes) = iterate(&order[rank..], depth, line, share, &allowance);
            if !finished {
                break 'iterations;
            }
            if rank == 0 {
                last = nodes - start;
            }
            let best = line.best();
            if let Some(at) = order[rank..].iter().position(|(action, _)| Some(*action) == best) {
                order[rank..=rank + at].rotate_right(1);
            }
        }
        lines.swap_with_slice(next);
        for line in lines.iter_mut() {
            line.nodes = nodes;
        }
        report(lines);
        if lines.iter().all(|line| ends_in(line.value).is_some()) {
            break;
        }
    }
    for line in lines {
        line.nodes = nodes;
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

/// The moves of a position to choose from, with their places; none at the end of the game. Like [`blank`], it stands
/// apart so that there is one for all evaluations of a game.
#[inline(never)]
fn root_moves<P: Position>(root: &P, among: Option<&[u16]>, order: &mut Vec<(P::Move, u16)>) {
    order.clear();
    if root.ended().is_some() {
        return;
    }
    let moves = root.moves();
    match among {
        None => order.extend(moves.into_iter().zip(0..)),
        Some(places) => {
            let found = |place: &u16| Some((*moves.get(usize::from(*place))?, *place));
            order.extend(places.iter().filter_map(found));
        }
    }
}

/// A list for the best lines of so many moves.
#[inline(never)]
fn blank<M: Copy, const K: usize>(moves: usize) -> ArrayVec<SearchResult<M>, K> {
    (0..moves.min(K)).map(|_| SearchResult::nothing()).collect()
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
