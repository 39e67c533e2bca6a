//! Adversarial search that knows no game.
//!
//! | file | holds |
//! |---|---|
//! | [`game`] | what a search for two asks of a game and of an evaluation |
//! | [`alpha_beta`] | fixed-depth alpha-beta for two players |
//! | [`minimax`] | the same without any pruning: the oracle; perft |
//! | [`best_reply`] | one player against several |
//! | [`transposition_table`] | the transposition table of both |
//! | [`pool`] | the threads of both |

pub mod alpha_beta;
pub mod best_reply;
pub mod game;
mod in_flight;
pub mod minimax;
mod ordering;
pub mod pool;
pub mod transposition_table;
mod worker;
