//! The long-running Vindinium client: one game after another, through everything that
//! networks and servers do.
//!
//! | file | holds |
//! |---|---|
//! | [`session`] | one game after another, and when to stop |
//! | `event` | events of a session, and the errors that end it early |
//! | `opening` | the first answer of a game |
//! | `game` | one game, turn by turn, and what to do when an answer is lost |
//! | `exchange` | one request and its answer |
//! | `outcome` | the meaning of an answer |
//! | [`backoff`] | pauses after failures |
//! | [`limits`] | every timeout, size and pause |
//! | [`server`] | the address of a server |
//! | [`probe`] | whether a server is there |
//! | [`summary`] | the result of a game |
//! | [`status`] | the status of a session, or of several |
//! | [`squad`] | many sessions in one process |
//! | [`digest`] | log lines about games, few enough for a card |
//! | `trouble` | the time since something last worked |
//! | `trust` | trusted certificates (feature `tls`) |
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
