//! Games for two at tables: Desconecta4-BOOM and Aspiradoras TRON.
//!
//! | file | holds |
//! |---|---|
//! | [`board`] | what a game for two tells pages beside its rules |
//! | [`desconecta4`], [`tron`] | that of each |
//! | [`duels`] | a game for two as tables know games |
//! | [`sitting`] | a match of it |
//! | [`thinker`] | its bots |
//!
//! The first seat is green and begins, the second is blue.

pub mod board;
pub mod desconecta4;
pub mod duels;
pub mod sitting;
pub mod thinker;
pub mod tron;
