//! Matches: the order of games, the games, and their evidence on strength.
//!
//! A [`MatchPlan`] fixes everything that a match depends on; its first line in a [`record`] and the
//! games' lines behind it are enough to go on, to join parts, and to play any game again.
//!
//! | file | holds |
//! |---|---|
//! | [`spec`] | players as they are named everywhere |
//! | [`plan`] | a match before its first game, choices of players and orders of seats |
//! | [`record`] | the file of a match, with a game that was played in each line |
//! | [`runner`] | all games, some at a time |
//! | [`contest`] | a single game, and the players that specifications name |
//! | `live_game` | one of them, from its start to its end or failure |
//! | [`standings`] | standings from the games |
//! | [`account`] | the report of a match, and records of several matches, taken together |

pub mod account;
pub mod contest;
mod live_game;
pub mod plan;
pub mod record;
pub mod runner;
pub mod standings;

pub use boardbots_game::spec::{self, Spec};
pub use live_game::{Observer, PlayError, Workspace};
pub use plan::MatchPlan;
pub use record::Played;
