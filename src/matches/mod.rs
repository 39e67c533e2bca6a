//! Bot against bot: the protocol in which programs ask for moves, and games that were recorded.
//!
//! | room | holds |
//! |---|---|
//! | [`battletech`] | fights between players of BattleTech (feature `study`), and the files they speak |
//! | `dragon_slayer` | how strong and how different the bots of Dragon Slayer are (feature `study`) |
//! | [`engine`] | the line protocol of `boardbots engine` |
//! | [`ground`] | maps for Aspiradoras TRON |
//! | [`lines`] | lines from somebody who may send anything |
//! | `process` | programs that may do anything: how they are named, found and ended (feature `study`) |
//! | `program` | a program that speaks the engine protocol (feature `study`) |
//! | `rating` | how strong players are, and how sure that is (feature `study`) |
//! | `report` | a contest as one page of HTML (feature `study`) |
//! | `verify` | recorded games, replayed (feature `verify`) |

pub mod battletech;
#[cfg(feature = "study")]
pub mod dragon_slayer;
pub mod engine;
pub mod ground;
pub mod lines;
#[cfg(feature = "study")]
pub mod process;
#[cfg(feature = "study")]
pub mod program;
#[cfg(feature = "study")]
pub mod rating;
#[cfg(feature = "study")]
pub mod report;
#[cfg(feature = "verify")]
pub mod verify;
