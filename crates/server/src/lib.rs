//! Games over HTTP.
//!
//! | module | holds |
//! |---|---|
//! | [`shares`] | fair shares of what is scarce |
//! | [`web`] | HTTP: connections and their limits, answers, events, pages; it knows no game |
//! | [`tokens`] | keys, tokens, ids and claims |
//! | [`cache`] | texts that many ask for |
//! | [`database`] | opening a database, its secret, the way to its thread |
//! | [`retention`] | the time for which games and tables stay, and their disk space |
//! | [`admin`] | the players of a server and their keys, as its operator changes them |
//! | [`tables`] | every game in the browser, for people and bots |
//! | [`arena`] | the arena: a protocol of its own, compatible with the original server |
//!
//! `tables` and `arena` stand on the modules above them; the arena serves the tables as well, and its
//! game is offered in their lobby.

pub mod admin;
pub mod arena;
pub mod cache;
pub mod database;
pub mod retention;
pub mod shares;
pub mod tables;
pub mod tokens;
pub mod web;

use boardbots_base::invalid::InputError;
use boardbots_base::store::StoreError;
use web::ServeError;

/// An error that keeps a server from starting.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// It cannot listen, or the system gives too little.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// A database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An option has a value that cannot be used: its name without dashes, and why.
    #[error("{1}")]
    Option(&'static str, InputError),
}
