//! Bot against bot: the protocol in which programs ask for moves, and games that were recorded.
//!
//! | room | holds |
//! |---|---|
//! | [`battletech`] | fights between players of BattleTech (feature `study`), and the files they speak |
//! | `contest` | matches between bots: players, games, records, tables (feature `matches`) |
//! | `dragon_slayer` | how strong and how different the bots of Dragon Slayer are (feature `study`) |
//! | [`engine`] | the line protocol of `boardbots engine` |
//! | [`ground`] | maps for Aspiradoras TRON |
//! | `hero` | who plays Vindinium, as he is named (features `arena`, `matches`) |
//! | `journal` | files that only grow, of results that must not be lost (feature `matches`) |
//! | [`lines`] | lines from somebody who may send anything |
//! | `process` | programs that may do anything: how they are named, found and ended (feature `study`) |
//! | `program` | a program that speaks the engine protocol (feature `matches`) |
//! | `rating` | how strong players are, and how sure that is (feature `matches`) |
//! | `report` | a contest as one page of HTML (feature `matches`) |
//! | `spec` | players as they are named everywhere (features `matches`, `tables`) |
//! | `tuning` | constants of evaluations, found by games (feature `matches`) |
//! | `verify` | recorded games, replayed (feature `verify`) |

pub mod battletech;
#[cfg(feature = "matches")]
pub mod contest;
#[cfg(feature = "study")]
pub mod dragon_slayer;
pub mod engine;
pub mod ground;
#[cfg(feature = "matches")]
pub mod journal;
#[cfg(feature = "matches")]
pub mod program;
#[cfg(feature = "matches")]
pub mod report;
#[cfg(feature = "matches")]
pub mod tuning;
#[cfg(feature = "verify")]
pub mod verify;

pub use boardbots_base::lines;
#[cfg(feature = "study")]
pub use boardbots_base::process;
pub use boardbots_game::spec;
#[cfg(feature = "matches")]
pub use boardbots_stats as rating;
pub use boardbots_vindinium::hero;
