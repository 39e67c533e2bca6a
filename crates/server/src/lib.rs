//! Games over HTTP.
//!
//! | module | holds |
//! |---|---|
//! | [`shares`] | fair shares of what is scarce |
//! | [`web`] | HTTP: connections and their limits, answers, events, pages; it knows no game |
//! | [`tokens`] | keys, tokens, ids and claims |
//! | `cache` | texts that many ask for |
//! | [`database`] | opening a database, its secret, the way to its thread |
//! | [`retention`] | the time for which games and tables stay, and their disk space |
//! | `clock` | jumps of a wall clock |
//! | [`error`] | errors at the start |
//! | [`tables`] | every game in the browser, for people and bots |
//! | [`arena`] | the arena: a protocol of its own, compatible with the original server |
//!
//! `tables` and `arena` stand on the modules above them; the arena serves the tables as well, and its
//! game is offered in their lobby.

pub mod arena;
mod cache;
mod clock;
pub mod database;
pub mod error;
pub mod retention;
pub mod shares;
mod sync;
pub mod tables;
pub mod tokens;
pub mod web;

pub use error::StartError;
