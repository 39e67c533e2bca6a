//! The base of boardbots, which knows no game.
//!
//! | module | holds |
//! |---|---|
//! | [`atomic_file`] | files that are written whole or not at all |
//! | [`credentials`] | the key to a server, from a file or from systemd |
//! | [`entries`] | text that people write: `key = value` |
//! | [`input`] | files that are read, up to a bound |
//! | [`invalid`] | the error for invalid input |
//! | [`lines`] | lines from untrusted input |
//! | [`names`] | names of people and bots: allowed characters, lookalikes |
//! | [`object!`] | JSON without a type for each form |
//! | [`printable`] | text of others, fit to be printed |
//! | `process` | untrusted programs: command lines, processes, memory |
//! | [`pulse`] | reports to systemd: ready, alive, the status |
//! | [`span`] | a length of time as options write it |
//! | [`thread`] | threads, started in one place |
//! | [`words!`] | words for the variants of an enum |
//! | `store` | databases (feature `sqlite`), and the thread that owns one (feature `writer`) |

pub mod atomic_file;
pub mod credentials;
pub mod entries;
pub mod input;
pub mod invalid;
pub mod lines;
pub mod names;
mod object;
pub mod printable;
pub mod process;
pub mod pulse;
pub mod span;
#[cfg(feature = "sqlite")]
pub mod store;
pub mod thread;
mod words;
