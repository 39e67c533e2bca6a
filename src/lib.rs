//! Bots for board games that run on single-board computers.
//!
//! Calls go downwards only:
//!
//! - [`cli`]: one file for each command; prints and parses, decides nothing.
//! - `arena`: the server that games are played on (feature `server`).
//! - [`bot`]: the long-running Vindinium client: games, retries, deadlines; Desconecta4-BOOM
//!   over the network.
//! - [`mod@matches`]: bot against bot: the engine protocol, recorded games.
//! - [`gauge`]: what the program does on a machine: fixed searches, and the depth that is in time.
//! - [`service`]: what an operator needs: credentials, signals, spans of time, a health check of
//!   the board.
//! - `store`: databases: statistics, and what every database needs (feature `desk`).
//! - `web`: what servers share of HTTP (feature `server`).
//! - `tables`: every game in the browser, for people and bots (feature `server`).
//! - [`games`]: rules and judgement, a package for each game in `crates/games`; no I/O, no clock.
//! - [`names`]: what people and bots may call themselves, and which names look alike.
//! - [`search`], [`path`], [`chance`]: adversarial search, pathfinding and exact solutions of games of
//!   chance, which know no game. Each is a package of its own in `crates`.

pub mod cli;
#[cfg(feature = "desk")]
pub mod store;

pub use boardbots_base::names;
pub use boardbots_client as bot;
#[cfg(feature = "server")]
pub use boardbots_server::{arena, tables, web};
pub use boardbots_tournament::gauge;
pub use {boardbots_chance as chance, boardbots_path as path, boardbots_search as search};

/// Bots against bots.
pub mod matches {
    pub use boardbots_base::lines;
    pub use boardbots_base::process;
    pub use boardbots_battletech::simulator as battletech;
    pub use boardbots_dragon_slayer::study as dragon_slayer;
    pub use boardbots_game::spec;
    #[cfg(feature = "desk")]
    pub use boardbots_stats as rating;
    pub use boardbots_tournament::*;
    pub use boardbots_vindinium::hero;
}

/// What an operator needs of a process that runs for months.
pub mod service {
    pub use boardbots_base::{credentials, pulse, span, whole};
    pub use boardbots_ops::*;
}

/// The games: rules and judgement of each in a folder of its own.
pub mod games {
    pub use boardbots_battletech as battletech;
    pub use boardbots_desconecta4 as desconecta4;
    pub use boardbots_dragon_slayer as dragon_slayer;
    pub use boardbots_game::{colour, duel, parameters, picture, referee};
    pub use boardbots_tron as tron;
    pub use boardbots_vindinium as vindinium;
}
