//! Bots against bots: who plays whom, the games, and what they say of strength.
//!
//! A [`Plan`] fixes everything that a match depends on; its first line in a [`record`] and the
//! games' lines behind it are enough to go on, to join parts, and to play any game again.
//!
//! | file | holds |
//! |---|---|
//! | [`spec`] | players as they are named everywhere |
//! | [`plan`] | a match before its first game, and which game comes when |
//! | [`opening`] | what games for two begin with |
//! | [`seat`] | a player at a board: a bot in this process, or a program |
//! | [`duel`] | one game for two |
//! | [`tables`] | tables of four |
//! | [`dragon_slayer`] | games of Dragon Slayer |
//! | [`battletech`] | fights of BattleTech |
//! | [`field`] | what they are fought on and with |
//! | [`played`] | a game that was played, as a line of the record |
//! | [`record`] | the file of a match |
//! | [`runner`] | all games, some at a time |
//! | [`decision`] | when a match has shown enough |
//! | [`standings`] | what the games add up to |
//! | [`joint`] | records of several matches, taken together |
//! | [`account`] | what a report says of a match |

pub mod account;
pub mod battletech;
pub mod decision;
pub mod dragon_slayer;
pub mod duel;
pub mod field;
pub mod joint;
pub mod opening;
pub mod plan;
pub mod played;
pub mod record;
pub mod runner;
pub mod seat;
pub mod standings;
pub mod tables;

pub use boardbots_game::spec::{self, Spec};
pub use plan::Plan;
pub use played::Played;
