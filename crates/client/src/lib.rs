//! The long-running Vindinium client: one game after another, through everything that
//! networks and servers do.
//!
//! | file | holds |
//! |---|---|
//! | [`session`] | one game after another, and when to stop; many sessions in one process |
//! | `game` | one game, turn by turn, and what to do when an answer is lost |
//! | `exchange` | one request and its answer; whether a server is there |
//! | `answer` | the meaning of an answer; the first answer of a game |
//! | `wire` | TCP connections, name look-ups |
//! | `trust` | encryption and trusted certificates (feature `tls`); without it, `plain` stands in |
//! | [`server`] | the address of a server |
//! | `limits` | every timeout, size and pause; pauses after failures, and giving up |
//! | `event` | events of a session, results of games, and the errors that end a session early |
//! | [`status`] | the status of a session, or of several; log lines about games |
//!
//! [`desconecta4`] is another client, and a server, of another game.

mod answer;
pub mod desconecta4;
mod event;
mod exchange;
mod game;
mod limits;
pub mod server;
pub mod session;
pub mod status;
#[cfg(not(feature = "tls"))]
#[path = "plain.rs"]
mod trust;
#[cfg(feature = "tls")]
mod trust;
mod wire;

pub use event::{End, Event, SessionError, Summary};
pub use exchange::{Mode, ProbeError, probe};
pub use limits::{Backoff, ClientLimits};
pub use server::{Server, ServerError};
pub use session::{Config, Session, Tally};

/// The command that runs this client, also in files that describe instances.
pub const COMMAND: &str = "vindinium";

/// The command that runs many sessions in one process, also in files that describe instances.
pub const SQUAD: &str = "squad";
