//! The arena: a server on which bots meet in Vindinium games, compatible with the original public server.
//!
//! [`start`] opens the databases, listens, and serves the arena and the tables from a thread of its own; how,
//! is in [`crate::web`]. One thread runs all connections and games, one for each database writes it, and a
//! few think for those house bots that need long. Every game is a task that keeps the clock of its heroes,
//! whether or not their connections are alive.
//!
//! | file | holds |
//! |---|---|
//! | `config` | [`Config`], [`ArenaLimits`] and the small types of the options |
//! | `start` | the start and the end, and all addresses |
//! | `state` | the state that all handlers and games share |
//! | `protocol` | parameters of requests, and every answer with its status and text |
//! | `api` | joining and playing |
//! | `client_seats` | seats of a match for programs that speak the protocol |
//! | `players` | players, and the game that waits for them |
//! | `matchmaking` | the game that each player joins |
//! | `game` | one running game |
//! | `game_log` | the log |
//! | `record` | the record of a game, for those who watch and for other programs |
//! | `registry` | the games in memory |
//! | `seat` | a person's seat at the keyboard, and all of them by their tokens |
//! | `seats` | taking a seat, playing, leaving |
//! | `lists` | games and ratings as JSON and as event streams |
//! | `pages` | pages for browsers, names and keys |
//! | `maps` | maps by name or as text |
//! | [`store`] | the database |

mod api;
mod client_seats;
mod config;
mod game;
mod game_log;
mod lists;
mod maps;
mod matchmaking;
mod pages;
mod players;
mod protocol;
mod record;
mod registry;
mod seat;
mod seats;
mod start;
mod state;
pub mod store;

pub use client_seats::ClientSeats;
pub use config::{ArenaLimits, Config, Fill, KeyPolicy, three_bots};
pub use record::replay;
pub use start::start;
