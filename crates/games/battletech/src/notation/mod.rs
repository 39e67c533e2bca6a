//! The simulator's files, read and written byte for byte: one value on a line.
//!
//! | file | holds | |
//! |---|---|---|
//! | `mechsJN.sbt` | how all mechs fare | [`mechs`] |
//! | `mapaJN.sbt` | the map | [`map`] |
//! | `configJN.sbt` | the switches | [`settings`] |
//! | `iniciativaJN.sbt` | in which order the mechs move | [`initiative`] |
//! | `mov.sbt` | how they moved | [`modes`] |
//! | `defmechJN-M.sbt` | what mech M is made of | [`definition`] |
//! | `accionJN.sbt` | what player N answers | [`action`] |
//!
//! [`files`] names them and puts them together. Players and mechs count from 0.
//!
//! Readers take UTF-8 as well as Latin-1, line by line, with or without a mark at the start; lines
//! that end with LF, CRLF or CR; and empty lines at the end. Empty lines elsewhere are values. All
//! numbers have bounds, far wider than the game's, so that no sum of them overflows; nothing is
//! reserved that the file is not long enough for. Writers write what the simulator does: Latin-1,
//! CRLF. What a reader has taken, the writer writes so that it is read as the same.
//!
//! Each reader has a lenient form for what a player is given: a phase must not be lost over a word that
//! no decision needs.

pub mod action;
pub mod definition;
pub mod files;
pub mod initiative;
pub(crate) mod lines;
pub mod map;
pub mod mechs;
pub mod modes;
pub mod settings;
mod slots;
mod text;

pub use lines::NotationError;
