//! Connect Four: four in a row wins.
//!
//! Two players take turns to drop a piece into one of seven columns of six cells. The first with four of
//! their own pieces in a line, in any direction, wins; a full board without a line is a draw. Sold under
//! this name by Milton Bradley since 1974; James D. Allen and Victor Allis proved in 1988 that the first
//! player wins with best play.
//!
//! | file | holds |
//! |---|---|
//! | [`rules`] | position, drops, the end |
//! | [`notation`] | positions and drops as text, and drawn with characters |
//! | [`eval`] | the evaluation of a position |
//! | [`solver`] | exact results |
//! | `variant` | the game as a variant of chess, for programs that speak UCI |
//! | [`game`] | the game as the rest of the program knows it |

pub mod eval;
pub mod game;
pub mod notation;
pub mod rules;
pub mod solver;
mod variant;
