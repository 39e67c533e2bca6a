//! Adversarial search that knows no game.
//!
//! | module | holds |
//! |---|---|
//! | [`position`] | the traits that a game for two players implements, and lists of moves on the stack |
//! | [`contract`] | checks of these traits, for the tests of a game |
//! | [`alpha_beta`] | alpha-beta of fixed depth for two players |
//! | [`solve`] | exact results by a search to the end of the game |
//! | [`minimax`] | the same without pruning, to test searches against; perft |
//! | [`best_reply`] | one player against several |
//! | [`transposition_table`] | the transposition table of both searches |
//! | [`pool`] | the threads of both searches |
//!
//! A game for two players implements [`Position`], a game for more [`best_reply::Rounds`]. The value of a position is
//! an [`Evaluator`]'s. What you need for a game for two players is at the root of the crate.
//!
//! A [`Searcher`] allocates all its memory when it is made, and nothing when it searches. It finds the same move for
//! every number of threads and every size of its table.
//!
//! ```
#![doc = include_str!("../examples/tic_tac_toe/tic_tac_toe.rs")]
//! ```
//!
//! # What each part gains
//!
//! Nodes and instructions of a search without the part, as multiples of those with all parts: nodes of Connect
//! Four at 12 plies (16 positions), Desconecta4-BOOM at 12 (32), TRON at 10 and Vindinium at 8 rounds,
//! instructions two plies or rounds less deep. One thread, a table of 1 MiB, x86-64, November 2026. Values and
//! moves are the same in all of them. An empty cell means that the game does not use the part.
//!
//! | without | Connect Four | Desconecta4-BOOM | TRON | Vindinium |
//! |---|---|---|---|---|
//! | the [table](transposition_table) | 3.37 / 2.06 | 3.37 / 2.20 | 1.35 / 1.61 | 7.46 / 2.69 |
//! | the move that it remembers | 1.11 / 1.06 | 0.98 / 1.01 | 1.22 / 1.43 | 1.14 / 1.06 |
//! | killers | 1.02 / 1.10 | 1.21 / 1.25 | 1.08 / 0.99 | 1.12 / 1.11 |
//! | the table reminding of them | 0.96 / 1.01 | 1.02 / 1.01 | 1.00 / 0.99 | 1.02 / 1.00 |
//! | history | 1.12 / 1.14 | 1.31 / 1.23 | 1.12 / 1.15 | 1.01 / 1.01 |
//! | null windows | 6.71 / 4.20 | 7.83 / 4.34 | 1.24 / 1.10 | 19.29 / 3.42 |
//! | earlier iterations: the last at once | 1.34 / 1.16 | 1.54 / 1.24 | 1.46 / 1.06 | 1.19 / 1.10 |
//! | leaps: iterations one by one | 1.50 / 1.42 | 1.51 / 1.37 | 2.25 / 2.17 | 1.32 / 1.17 |
//! | [`Evaluator::bounds`] | 2.42 / 1.69 | 2.18 / 1.46 |  |  |
//! | [`Evaluator::ceiling`] |  |  |  | 1.62 / 1.11 |
//! | [`Position::ordering_score`] | 1.09 / 1.07 |  |  |  |
//! | [`Position::candidates`] | 1.02 / 1.01 | 1.09 / 1.02 |  |  |
//! | candidates and [`Position::threat`] | 1.88 / 1.53 | 1.09 / 1.02 |  |  |
//!
//! Left out after being measured, because they cost more than they save or save nothing: aspiration windows,
//! enhanced transposition cutoffs (looking all replies up first), mate-distance pruning (0.5 % fewer nodes, 1 %
//! more instructions), no table near the leaves, and one key for mirror images (6 % fewer nodes in
//! Connect Four from these positions, 4 % more instructions in whole games).

pub mod alpha_beta;
pub mod best_reply;
pub mod contract;
mod limits;
mod meter;
pub mod minimax;
mod ordering;
pub mod pool;
pub mod position;
mod repetition;
pub mod solve;
pub mod transposition_table;
mod worker;

pub use alpha_beta::{Options, SearchLimits, SearchResult, Searcher};
pub use arrayvec::ArrayVec;
pub use position::{Bounds, Ending, Evaluator, Line, MoveList, Position, Threat, ends_in};
pub use rayon::ThreadPool;
