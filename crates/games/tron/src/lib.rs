//! Aspiradoras TRON: two vacuum cleaners collect dirt and leave trails that cannot be crossed.
//!
//! Two players in turn move one cell up, down, left or right on a square map, collect the
//! dirt of the cell they enter, and turn the cell they leave into a wall. A player who cannot
//! move passes; the one who has collected most has won. The rules follow the software of the course
//! for which the game was made (Universidad de Granada, 2011/12), whose state after every single
//! action is reproduced exactly.
//!
//! | file | holds |
//! |---|---|
//! | [`map`] | maps and their files |
//! | [`generator`] | random maps that are fair to both |
//! | [`rules`] | position, actions, the end |
//! | [`notation`] | positions and actions as text, and drawn with letters |
//! | [`eval`] | the default evaluation, whose parts are `territory` and `chain`, and that of the course's player |
//! | `solver` | exact results |
//! | [`recording`] | recorded games, replayed |
//! | `choices` | the options of matches and of the engine protocol |
//! | [`game`] | the game as the rest of the program knows it |

mod chain;
pub mod choices;
pub mod eval;
pub mod game;
pub mod generator;
pub mod map;
pub mod notation;
pub mod recording;
pub mod rules;
mod solver;
mod territory;

#[cfg(test)]
#[path = "../tests/mod.rs"]
mod tests;
