//! Adversarial search that knows no game.
//!
//! | file | holds |
//! |---|---|
//! | [`position`] | what a search for two asks of a game and of an evaluation |
//! | [`moves`] | lists of moves, as long as a game needs |
//! | [`contract`] | checks of what a game and an evaluation promise |
//! | [`alpha_beta`] | fixed-depth alpha-beta for two players |
//! | [`minimax`] | the same without any pruning: the oracle; perft |
//! | [`best_reply`] | one player against several |
//! | [`transposition_table`] | the transposition table of both |
//! | [`pool`] | the threads of both |
//!
//! A game implements [`position::Position`], or [`best_reply::Rounds`] for more than two players; what its positions
//! are worth implements [`position::Evaluator`]. A searcher takes all its memory when it is made, so that a search
//! allocates nothing, and it finds the same move for every number of threads and every size of table:
//!
//! ```
#![doc = include_str!("../examples/nim/nim.rs")]
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
//! | [`Evaluator::bounds`](position::Evaluator::bounds) | 2.42 / 1.69 | 2.18 / 1.46 |  |  |
//! | [`Evaluator::ceiling`](position::Evaluator::ceiling) |  |  |  | 1.62 / 1.11 |
//! | [`Position::promise`](position::Position::promise) | 1.09 / 1.07 |  |  |  |
//! | [`Position::candidates`](position::Position::candidates) | 1.02 / 1.01 | 1.09 / 1.02 |  |  |
//! | candidates and [`Position::outlook`](position::Position::outlook) | 1.88 / 1.53 | 1.09 / 1.02 |  |  |
//!
//! Left out after being measured, because they cost more than they save or save nothing: aspiration windows,
//! enhanced transposition cutoffs (looking all replies up first), mate-distance pruning (0.5 % fewer nodes, 1 %
//! more instructions), no table near the leaves, and one key for mirror images (6 % fewer nodes in
//! Connect Four from these positions, 4 % more instructions in whole games).

pub mod alpha_beta;
pub mod best_reply;
pub mod contract;
mod folded;
mod horizon;
mod in_flight;
pub mod minimax;
pub mod moves;
mod ordering;
mod past;
pub mod pool;
pub mod position;
mod questions;
mod rounds;
mod stored;
pub mod transposition_table;
mod turns;
mod worker;
