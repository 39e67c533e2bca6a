//! What a search is given and what it gives back.

use super::position::{INFINITE, Line};
use std::time::Duration;

/// The options of a searcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of threads that share a search, at least 1. The result does not depend on it.
    ///
    /// A thread that makes searchers has one [`pool`](super::pool) for all of them, as large as the first searcher of
    /// several threads asks for. A later searcher gets at most that many, and if the system refuses the threads, a
    /// searcher has one: [`Searcher::threads`](super::Searcher::threads) tells how many it has.
    pub threads: usize,
    /// The size of the transposition table in KiB; 0 for none. Each of several threads has a quarter of it besides.
    pub table_kib: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { threads: 1, table_kib: 1024 }
    }
}

/// The limits of a search.
///
/// A search that reaches its limit of nodes or of time, or is stopped, ends with the result of the last complete
/// iteration. The first iteration is never interrupted.
#[derive(Clone, Copy)]
pub struct SearchLimits<'a> {
    /// The depth in plies, 1 to [`MAX_DEPTH`](super::position::MAX_DEPTH), rounded down to whole turns
    /// ([`Position::STEP`](super::Position::STEP)).
    pub depth: u8,
    /// The number of positions after which the search ends; only the first iteration may look at more.
    ///
    /// A search on one thread ends at exactly this position. After [`Searcher::forget`](super::Searcher::forget) it is
    /// the same one on every machine, however busy it is, and so is the result. Several threads look at no more
    /// positions together, and at fewer by less than a thousand for each of them. Which iteration is the last complete
    /// one depends on how they take turns.
    pub nodes: u64,
    /// The time after which the search ends, from its beginning. It is looked at every thousand nodes or so.
    pub time: Option<Duration>,
    /// The only moves of the root to search, by their different places in [`Position::moves`](super::Position::moves);
    /// `None` for all. The search tries them in this order at first. Places without a move do not count; if no
    /// move is left, nothing is found, as at the end of a game.
    pub among: Option<&'a [u16]>,
    /// The window of the search. A value inside is exact. For a value outside, the search finds only that it is at
    /// most the lower bound, or at least the upper one, and a move that shows it.
    pub between: (i32, i32),
    /// A function that is called every thousand nodes or so. The search ends once it returns true to any thread.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl SearchLimits<'_> {
    /// A search of all moves to this depth, however long it takes.
    #[must_use]
    pub const fn plies(depth: u8) -> SearchLimits<'static> {
        SearchLimits {
            depth,
            nodes: u64::MAX,
            time: None,
            among: None,
            between: (-INFINITE, INFINITE),
            stop: &|| false,
        }
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
    /// The number of positions looked at, without those whose value
    /// [`Evaluator::bounds`](super::Evaluator::bounds) gave.
    pub nodes: u64,
    /// The principal variation: the best move, the best reply and so on. It is empty only if the game has ended.
    pub line: Line<M>,
}

impl<M: Copy> SearchResult<M> {
    /// A result that knows nothing yet.
    pub(crate) const fn nothing() -> Self {
        Self { value: 0, depth: 0, nodes: 0, line: Line::new_const() }
    }

    /// The best move; `None` only if the game has ended.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.line.first().copied()
    }
}

/// A function that is called with the best lines after every complete iteration.
pub type LinesReport<'a, M> = &'a mut dyn FnMut(&[SearchResult<M>]);
