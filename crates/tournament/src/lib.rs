//! Bot against bot: matches, tuning, measuring, the protocol in which programs ask for moves, and games that
//! were recorded.
//!
//! | room | holds |
//! |---|---|
//! | `contest` | matches between bots: players, games, records, tables (feature `matches`) |
//! | [`engine`] | the line protocol of `boardbots engine` |
//! | [`gauge`] | what the program does on a machine: fixed searches, the depth that is in time |
//! | `journal` | files that only grow, of results that must not be lost (feature `matches`) |
//! | `program` | a program that speaks the engine protocol (feature `matches`) |
//! | `report` | a contest as one page of HTML (feature `matches`) |
//! | `tuning` | constants of evaluations, found by games (feature `matches`) |
//! | `verify` | recorded games, replayed (feature `verify`) |

#[cfg(feature = "matches")]
pub mod contest;
pub mod engine;
pub mod gauge;
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
