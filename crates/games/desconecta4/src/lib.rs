//! Desconecta4-BOOM: four in a row loses, and bombs clear the way.
//!
//! Two players in turn drop a piece into one of seven columns of seven cells. A player who has
//! four in a line loses. In every fifth round a player without a bomb on the board drops one
//! instead of a plain piece; later the bomb can be exploded instead of dropping a piece: its
//! own pieces of its row vanish, and what lies above them falls. The rules follow the
//! software of the course for which the game was made (Universidad de Granada, 2018/19),
//! whose state after every single action is reproduced exactly.
//!
//! | file | holds |
//! |---|---|
//! | [`board`] | sets of cells as bits: lines, rows, columns |
//! | [`rules`] | position, actions, the end |
//! | `tally` | counters of a position, in one word |
//! | [`notation`] | positions and actions as text, and drawn with letters |
//! | [`eval`] | the evaluation that plays to win, and that of the course's player |
//! | [`game`] | the game as the rest of the program knows it |

pub mod board;
pub mod eval;
pub mod game;
pub mod notation;
pub mod rules;
mod tally;

#[cfg(test)]
#[path = "../tests/mod.rs"]
mod tests;
