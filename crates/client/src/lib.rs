//! The long-running Vindinium client: one game after another, through everything that
//! networks and servers do.
//!
//! | file | holds |
//! |---|---|
//! | [`session`] | one game after another, and when to stop |
//! | `event` | what happens in a session, and why it ends early |
//! | `opening` | what the first answer of a game says |
//! | `game` | one game, turn by turn, and what to do when an answer is lost |
//! | `exchange` | one request and its answer |
//! | `outcome` | what an answer means |
//! | [`backoff`] | pauses after failures |
//! | [`limits`] | every timeout, size and pause |
//! | [`server`] | the address of a server |
//! | [`probe`] | whether a server is there |
//! | [`summary`] | what a game came to |
//! | [`status`] | what a session does now, or many |
//! | [`squad`] | many sessions in one process |
//! | [`digest`] | log lines about games, few enough for a card |
//! | `trouble` | how long nothing has worked |
//! | `trust` | whose certificates are trusted (feature `tls`) |
//! | `wire` | TCP connections |
//! | `addresses` | name look-ups |
//!
//! [`desconecta4`] is another client, and a server, of another game.

mod addresses;
pub mod backoff;
pub mod desconecta4;
pub mod digest;
mod event;
mod exchange;
mod game;
pub mod limits;
mod opening;
mod outcome;
pub mod probe;
pub mod server;
pub mod session;
pub mod squad;
pub mod status;
pub mod summary;
mod trouble;
#[cfg(feature = "tls")]
pub mod trust;
mod wire;

pub use backoff::Backoff;
pub use event::{Event, SessionError};
pub use exchange::Mode;
pub use limits::Limits;
pub use server::{Server, ServerError};
pub use session::{Config, Session, Tally};
pub use summary::{End, Summary};

/// The command that runs this client, also in files that describe instances.
pub const COMMAND: &str = "vindinium";
