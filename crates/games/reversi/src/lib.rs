//! Reversi: the most discs win.
//!
//! Two players take turns to place a disc on a board of 8 by 8 cells, so that it encloses discs of the other side
//! in a line; these are turned and change sides. A player who can enclose none passes; when neither can, the player
//! with more discs has won. Lewis Waterman and John Mollett both claimed to have invented it, in the 1880s; the four
//! discs in the middle at the start and the name Othello come from Goro Hasegawa, 1971.
//!
//! | file | holds |
//! |---|---|
//! | [`rules`] | position, moves, the end |
//! | [`notation`] | positions and moves as text |
//! | [`eval`] | what a position is worth |
//! | [`solver`] | exact results of endgames |
//! | [`game`] | the game as the rest of the program knows it |

pub mod eval;
pub mod game;
pub mod notation;
pub mod rules;
pub mod solver;

#[cfg(test)]
#[path = "../tests/mod.rs"]
mod tests;
