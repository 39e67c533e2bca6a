//! Bots against bots: who plays whom, the games, and what they say of strength.
//!
//! A [`Plan`] fixes everything that a match depends on; its first line in a [`record`] and the
//! games' lines behind it are enough to go on, to join parts, and to play any game again.
//!
//! | file | holds |
//! |---|---|
//! | [`spec`] | players as they are named everywhere |
//! | [`plan`] | a match before its first game, and which game comes when |
//! | [`played`] | a game that was played, as a line of the record |
//! | [`record`] | the file of a match |
//! | [`runner`] | all games, some at a time |
//! | [`decision`] | when a match has shown enough |
//! | [`standings`] | what the games add up to |
//! | [`joint`] | records of several matches, taken together |
//! | [`account`] | what a report says of a match |

pub mod account;
pub mod decision;
pub mod joint;
pub mod plan;
pub mod played;
pub mod record;
pub mod runner;
pub mod standings;

pub use boardbots_game::opening;
pub use boardbots_game::spec::{self, Spec};
pub use plan::Plan;
pub use played::Played;
