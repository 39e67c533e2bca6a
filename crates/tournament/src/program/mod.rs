//! A program of unknown origin that speaks the engine protocol (feature
//! `study`).
//!
//! It is started, asked for moves and ended. Every answer has a deadline, and what it may print
//! before is bounded. After a fault nothing of it runs any more, and it can be started anew.
//!
//! | file | holds |
//! |---|---|
//! | [`client`] | a client of a server of the game |
//! | [`conversation`] | what is said, from the first line to the last |
//! | [`fault`] | what a program did wrong |
//! | [`limits`] | what it may take |
//! | `running` | the processes and their pipes |
//! | `output` | what it has printed, cut into lines |
//! | `tail` | the last of what it wrote on stderr |

pub mod client;
pub mod conversation;
pub mod fault;
pub mod limits;
mod output;
pub mod player;
mod running;
mod tail;

pub use conversation::Program;
pub use fault::{Fault, Kind};
pub use limits::Limits;
