//! Bot against bot: matches, tuning, measuring, the protocol in which programs ask for moves, and games that
//! were recorded.
//!
//! | room | holds |
//! |---|---|
//! | `matches` | matches between bots: players, games, records, tables |
//! | [`engine`] | the line protocol of `boardbots engine` |
//! | [`bench`] | measurements of a machine: fixed searches, the depth that is in time |
//! | `journal` | files that only grow, of results that must not be lost |
//! | `program` | a program that speaks the engine protocol |
//! | `report` | a match as one page of HTML |
//! | `tuning` | constants of evaluations, found by games |
//! | `verify` | recorded games, replayed |

pub mod bench;
pub mod engine;
pub mod journal;
pub mod matches;
pub mod program;
pub mod report;
pub mod tuning;
pub mod verify;
