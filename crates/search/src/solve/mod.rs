//! Exact results: a search to the end of the game that needs no evaluation.
//!
//! A score says who wins and how far from the last possible moment; [`Solver`] proves it by null windows over the
//! distance to the end, as Pascal Pons does for Connect Four ("Solving Connect 4: how to build a perfect AI", 2015).
//! Each window answers whether the score is above a number. The answers are bounds that hold for every window, so
//! entries of the tables serve all of them, and so does what a game knows of a position beforehand ([`Solvable::look`]).
//!
//! There are two tables. Positions near the end are looked up in one of a thread's own that fits into its processor's
//! cache; the others share a larger one, of which a search uses no more than it has filled. A lookup in memory takes
//! longer than the search of many a position near the end.
//!
//! Threads search the same windows, and defer moves that another thread is searching. What each of them finds is a
//! bound that holds, whatever the order: the score does not depend on the number of threads, nor on the tables. The
//! best move is the first with that score, in the order of [`Solvable::tries`] at the root.

mod solvable;
mod table;
mod worker;

use super::alpha_beta::Options;
use super::pool::{self, InFlight};
use super::position::MoveList;
use rayon::ThreadPool;
use rayon::prelude::*;
pub use solvable::{MAX_SCORE, Score, ScoreRange, Solvable};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use table::FarTable;
use worker::{Shared, Worker};

/// The limits of a proof.
#[derive(Clone, Copy)]
pub struct SolveLimits<'a, M> {
    /// The number of positions after which a thread ends the proof as if `stop` had returned true.
    pub nodes: u64,
    /// The moves of the root to choose from; all if there are none.
    pub only: &'a [M],
    /// A function that is called every few thousand positions. Once it returns true to any thread, the proof ends
    /// with the bounds proven so far.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl<M> Default for SolveLimits<'_, M> {
    /// All moves, however long it takes.
    fn default() -> Self {
        Self { nodes: u64::MAX, only: &[], stop: &|| false }
    }
}

/// The bounds that a proof has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The score of the root, or as much as was proven of it.
    pub range: ScoreRange,
    /// A move with the lower bound; the best one if the score is exact. `None` only if the game has ended.
    pub best: Option<M>,
    /// The number of plies to the end of a game whose score is the bound nearer to a draw, if scores tell: exactly so
    /// many if the score is proven.
    pub plies: Option<u8>,
    /// The number of positions looked at.
    pub nodes: u64,
}

impl<M> Solution<M> {
    /// The score, if it is proven.
    pub fn score(&self) -> Option<Score> {
        (self.range.low == self.range.high).then_some(self.range.low)
    }

    /// The winner, if one is proven: 1 for the side to move, -1 for the other, 0 for a draw.
    pub fn result(&self) -> Option<i8> {
        (self.range.low.signum() == self.range.high.signum()).then_some(self.range.low.signum())
    }
}

/// A search for exact results, with all the memory it needs.
pub struct Solver {
    far: FarTable,
    workers: Vec<Worker>,
    pool: Option<Arc<ThreadPool>>,
    in_flight: InFlight,
    age: u64,
}

/// Positions of a window from which on threads share it: below, waking a thread takes longer than it helps.
const ALONE: u64 = 20_000;

impl Solver {
    /// Takes all memory and threads that proofs will need; [`Options`] as for a [`Searcher`](super::Searcher).
    #[must_use]
    pub fn new(options: Options) -> Self {
        let pool = pool::of_this_thread(options.threads);
        let threads = pool.as_ref().map_or(1, |_| options.threads);
        Self {
            far: FarTable::new(options.table_kib),
            workers: (0..threads).map(|_| Worker::new()).collect(),
            pool,
            in_flight: InFlight::default(),
            age: 0,
        }
    }

    /// Forgets what was proven before, so that the next proof counts the same positions on every run.
    pub fn forget(&mut self) {
        // The low bits stay as they are: they say where an entry is.
        self.age = (self.age | 1 << 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32 << 32;
        self.far.shrink();
        self.workers.iter_mut().for_each(|worker| worker.kept = 0);
    }

    /// The score of a position and its best move. `report` is called whenever the bounds have become narrower.
    pub fn solve<P: Solvable>(
        &mut self,
        root: &P,
        limits: SolveLimits<'_, P::Move>,
        report: &mut dyn FnMut(&Solution<P::Move>),
    ) -> Solution<P::Move> {
        const { assert!(!P::REPEATS, "a game whose positions repeat need not end") };
        let (mut range, _, facts) = root.look();
        if root.ended().is_some() {
            return Solution { range, best: None, plies: Some(0), nodes: 0 };
        }
        let mut moves = root.tries(facts, &mut range.clone());
        let others: P::Moves = root.moves().into_iter().filter(|action| !moves.contains(action)).collect();
        others.into_iter().for_each(|action| moves.add(action));
        if !limits.only.is_empty() {
            range = ScoreRange { low: -root.worth(), high: root.worth() };
            moves = moves.into_iter().filter(|action| limits.only.contains(action)).collect();
        }
        self.workers.iter_mut().for_each(|worker| worker.nodes = 0);
        let plies = |range: ScoreRange| root.plies(if range.low > 0 { range.low } else { range.high.min(0) });
        let mut solution = Solution { range, best: moves.first().copied(), plies: plies(range), nodes: 0 };
        let mut shown = -MAX_SCORE;
        while solution.range.low < solution.range.high || shown < solution.range.low {
            let alpha =
                if solution.range.low < solution.range.high { middle(solution.range) } else { solution.range.low - 1 };
            let found = self.window(root, &moves, alpha, limits);
            solution.nodes = self.workers.iter().map(|worker| worker.nodes).sum();
            let Some((bound, place)) = found else { break };
            if let Some(place) = place {
                (solution.range.low, solution.best, shown) = (bound, moves.get(place).copied(), bound);
            } else {
                solution.range.high = bound;
            }
            solution.plies = plies(solution.range);
            report(&solution);
        }
        solution
    }

    /// The answer to one window: a bound, and the place of a move if the score is above `alpha`; `None` if the proof has
    /// to end.
    fn window<P: Solvable>(
        &mut self,
        root: &P,
        moves: &[P::Move],
        alpha: Score,
        limits: SolveLimits<'_, P::Move>,
    ) -> Option<(Score, Option<usize>)> {
        let Self { far, workers, pool, in_flight, age } = self;
        let over = AtomicBool::new(false);
        let mut shared =
            Shared { far, age: *age, in_flight: None, nodes: limits.nodes, stop: limits.stop, over: &over };
        for worker in &mut *workers {
            (worker.answer, worker.next_look) = (None, worker.nodes);
        }
        let alone = workers[0].nodes.saturating_add(ALONE);
        if pool.is_some() && alone < limits.nodes {
            shared.nodes = alone;
        }
        workers[0].root(&mut root.clone(), moves, alpha, &shared);
        if let Some(pool) = pool.as_ref().filter(|_| shared.nodes < limits.nodes && workers[0].answer.is_none()) {
            over.store((limits.stop)(), Relaxed);
            (shared.in_flight, shared.nodes) = (Some(&*in_flight), limits.nodes);
            for worker in &mut *workers {
                worker.next_look = worker.nodes;
            }
            each(pool, workers, &|worker| {
                worker.root(&mut root.clone(), moves, alpha, &shared);
            });
        }
        workers.iter().find_map(|worker| worker.answer)
    }
}

/// Has each worker of a pool do something. Once for all games: what a pool needs for it is large.
#[inline(never)]
fn each(pool: &ThreadPool, workers: &mut [Worker], work: &(dyn Fn(&mut Worker) + Sync)) {
    pool.install(|| workers.par_iter_mut().with_max_len(1).for_each(work));
}

/// The score that divides a range best: scores far from a draw are soon refuted.
#[allow(clippy::cast_possible_truncation)]
const fn middle(ScoreRange { low, high }: ScoreRange) -> Score {
    match ((low as i16 + high as i16) >> 1) as Score {
        half if half <= 0 && low / 2 < half => low / 2,
        half if half >= 0 && high / 2 > half => high / 2,
        half => half,
    }
}
