//! What many players of one process share: searchers, lent for a decision, and boards.
//!
//! | file | holds |
//! |---|---|
//! | `lending` | who gets the next searcher |
//! | `terrains` | boards that are played on now |
//! | [`borrower`] | a player without a searcher of its own |

pub mod borrower;
mod lending;
mod terrains;

use lending::Lending;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use terrains::Terrains;

/// Searchers that are lent for a decision, and boards. Its memory does not grow with the players.
pub struct Commons {
    lending: Lending,
    terrains: Terrains,
    /// Games that have begun.
    games: AtomicU64,
}

impl Commons {
    /// A commons in which this many decisions, at least one, are made at a time.
    #[must_use]
    pub fn new(places: usize) -> Arc<Self> {
        Arc::new(Self { lending: Lending::new(places), terrains: Terrains::default(), games: AtomicU64::new(0) })
    }
}
