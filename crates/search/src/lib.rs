//! Adversarial search that knows no game.
//!
//! | file | holds |
//! |---|---|
//! | [`game`] | what a search for two asks of a game and of a judge |
//! | [`alpha_beta`] | fixed-depth alpha-beta for two players |
//! | [`minimax`] | the same without any pruning: the oracle; perft |
//! | [`best_reply`] | one player against several |
//! | [`table`] | the transposition table both share |
//! | [`pool`] | the threads of both |

pub mod alpha_beta;
pub mod best_reply;
mod busy;
pub mod game;
pub mod minimax;
mod ordering;
pub mod pool;
pub mod table;
mod worker;
