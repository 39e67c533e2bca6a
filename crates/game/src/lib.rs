//! Games as the program sees them: traits, options, players, records.
//!
//! | file | holds |
//! |---|---|
//! | [`conform`] | conformance tests for all games |
//! | [`game`] | a game's name, options and bots |
//! | [`engine`] | a game in the engine protocol, and its exact results |
//! | [`listed`] | a game as the catalogue lists it, learning, measuring its bot's search |
//! | [`state`] | a running game: the seat to move, choices, views, outcome |
//! | [`player`] | a player at a seat |
//! | [`setup`] | seats, options and opening of a game |
//! | [`terminal`] | a game in the terminal |
//! | [`learned`] | learned evaluations |
//! | [`two_player`] | all of this out of one trait, for games for two that alpha-beta searches |
//! | [`options`] | options as the engine protocol declares them |
//! | [`parameters`] | constants of an evaluation by their names |
//! | [`picture`] | a position drawn with characters and colours |
//! | [`recording`] | recorded games, replayed |
//! | [`spec`] | players as they are named everywhere |

pub mod conform;
pub mod engine;
pub mod game;
pub mod learned;
pub mod listed;
pub mod options;
pub mod parameters;
pub mod picture;
pub mod player;
pub mod recording;
pub mod setup;
pub mod spec;
pub mod state;
pub mod terminal;
pub mod two_player;
