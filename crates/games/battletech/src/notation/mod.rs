//! The simulator's files, read and written byte for byte: one value on a line.
//!
//! | file | holds | |
//! |---|---|---|
//! | `mechsJN.sbt` | the conditions of all mechs | [`mechs`] |
//! | `mapaJN.sbt` | the map | [`map`] |
//! | `configJN.sbt` | the switches | [`settings`] |
//! | `iniciativaJN.sbt` | the order in which the mechs move | [`turn`] |
//! | `mov.sbt` | their movements | [`turn`] |
//! | `defmechJN-M.sbt` | the construction of mech M | [`definition`] |
//! | `accionJN.sbt` | the action of player N | [`action`] |
//!
//! [`files`] names them and puts them together. Players and mechs count from 0.
//!
//! Readers accept UTF-8 as well as Latin-1, line by line, with or without a byte order mark at the start; lines that
//! end with LF, CRLF or CR; and empty lines at the end. Empty lines elsewhere are values. All numbers have bounds, far
//! wider than the game's, so that no sum of them overflows; no memory is reserved beyond the length of the file.
//! Writers write as the simulator does: Latin-1, CRLF. A value that was read is written so that it reads the same
//! again.
//!
//! Each reader has a lenient form for the files given to a player: a phase must not be lost over a word that no
//! decision needs.

pub mod action;
pub mod definition;
pub mod files;
pub(crate) mod lines;
pub mod map;
pub mod mechs;
pub mod settings;
mod text;
pub mod turn;

pub use lines::{NotationError, Parsed};
