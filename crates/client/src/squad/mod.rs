//! Many sessions in one process, which share what decisions need.
//!
//! | file | holds |
//! |---|---|
//! | [`crew`] | a thread for each session, and what all of them come to |
//! | [`commons`] | what the players share: searchers, lent for a decision, and boards |
//! | `lending` | who gets the next searcher |
//! | `terrains` | boards that are played on now |
//! | [`borrower`] | a player without a searcher of its own |

pub mod borrower;
pub mod commons;
pub mod crew;
mod lending;
mod terrains;

/// The command that runs a squad, also in files that describe instances.
pub const COMMAND: &str = "squad";
