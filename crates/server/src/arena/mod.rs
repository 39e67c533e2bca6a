//! The arena: a server on which bots meet in Vindinium games, compatible with the original
//! public server.
//!
//! [`start`] opens the database, listens, and serves from a thread of its own until
//! [`Arena::stop`]; how, is in [`crate::web`]. One thread runs all connections and games, one writes the database, and
//! a few think for those house bots that need long. Every game is a task that keeps the
//! clock of its heroes, whether or not their connections are alive.
//!
//! | file | holds |
//! |---|---|
//! | `config` | [`Config`], [`Limits`] and the small types of the options |
//! | `error` | why an arena does not start |
//! | `server` | what is started and ended, and all addresses |
//! | `hall` | what all requests share |
//! | `request` | parameters from query, form and JSON |
//! | `answer` | every answer of the protocol with its status and text |
//! | `api` | joining and playing |
//! | `price` | what requests cost |
//! | `cache` | lists that are worked out once in a while |
//! | `lobby` | seats, until a game has all four |
//! | `game` | one running game |
//! | `play` | a move on its way to its game |
//! | `journal` | the log |
//! | `record` | what of a game can be watched |
//! | `registry` | the games in memory |
//! | `events` | games and lists as server-sent events |
//! | `register` | names and keys |
//! | `seat` | what a person at the keyboard may know |
//! | `parlour` | the seats of persons by their tokens |
//! | `seats` | taking a seat, playing, leaving |
//! | `lists` | games and ratings as JSON, for the pages |
//! | `pages` | what browsers get |
//! | `maps` | maps by name or as text |
//! | `secret` | keys, tokens and ids |
//! | [`store`] | the database |

mod answer;
mod api;
mod cache;
mod config;
mod error;
mod events;
mod game;
mod hall;
mod journal;
mod lists;
mod lobby;
mod maps;
mod pages;
mod parlour;
mod play;
mod price;
mod record;
mod register;
mod registry;
mod request;
mod seat;
mod seats;
mod secret;
mod server;
pub mod store;

pub use config::{Config, Fill, KeyPolicy, Limits};
pub use error::ArenaError;
pub use maps::MapsError;
pub use server::{Arena, start};
