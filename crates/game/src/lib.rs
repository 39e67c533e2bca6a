//! What a game is to the program.
//!
//! | file | holds |
//! |---|---|
//! | [`conform`] | what every game must satisfy |
//! | [`game`] | what there is to say about a game: its name, options, bots |
//! | [`listed`] | a game as the catalogue lists it, the engine protocol, learning |
//! | [`state`] | one running game: whose turn it is, choices, views, outcome |
//! | [`player`] | a player at a seat |
//! | [`setup`] | what a game begins with |
//! | [`terminal`] | a game in the terminal |
//! | [`learned`] | evaluations that are learned |
//! | [`measure`] | how the search of a game's bot is measured |
//! | [`two_player`] | all of this out of one trait, for games for two that alpha-beta searches |
//! | [`options`] | options as the engine protocol declares them |
//! | [`parameters`] | constants of an evaluation by their names |
//! | [`picture`] | a position drawn with characters and colours |
//! | [`recording`] | recorded games, replayed |
//! | [`spec`] | players as they are named everywhere |

pub mod conform;
pub mod game;
pub mod learned;
pub mod listed;
pub mod measure;
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
