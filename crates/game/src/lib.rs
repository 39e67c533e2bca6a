//! What a game is to the program.
//!
//! | file | holds |
//! |---|---|
//! | [`colour`] | the two sides of a game for two |
//! | [`duel`] | what commands and matches ask of a game for two; bots |
//! | [`game`] | what a game has to be so that it can be played at a table |
//! | [`parameters`] | constants of an evaluation by their names |
//! | [`picture`] | a position drawn with characters and colours |
//! | [`referee`] | a match of a game for two so far |
//! | [`spec`] | players as they are named everywhere |

pub mod colour;
pub mod duel;
pub mod game;
pub mod parameters;
pub mod picture;
pub mod referee;
pub mod spec;
