//! Adversarial search that knows no game.
//!
//! | file | holds |
//! |---|---|
//! | [`game`] | what a search for two asks of a game and of an evaluation |
//! | [`moves`] | lists of moves, as long as a game needs |
//! | [`contract`] | checks of what a game and an evaluation promise |
//! | [`alpha_beta`] | fixed-depth alpha-beta for two players |
//! | [`minimax`] | the same without any pruning: the oracle; perft |
//! | [`best_reply`] | one player against several |
//! | [`transposition_table`] | the transposition table of both |
//! | [`pool`] | the threads of both |
//!
//! A game implements [`game::Game`], or [`best_reply::Rounds`] for more than two players; what its positions
//! are worth implements [`game::Evaluator`]. A searcher takes all its memory when it is made, so that a search
//! allocates nothing, and it finds the same move for every number of threads and every size of table:
//!
//! ```
#![doc = include_str!("../examples/nim/nim.rs")]
//! ```

pub mod alpha_beta;
pub mod best_reply;
pub mod contract;
mod folded;
pub mod game;
mod horizon;
mod in_flight;
pub mod minimax;
pub mod moves;
mod ordering;
mod past;
pub mod pool;
mod questions;
mod rounds;
mod stored;
pub mod transposition_table;
mod turns;
mod worker;
