//! What the players of a squad share.

use super::lending::Lending;
use super::terrains::Terrains;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Searchers that are lent for a decision, and boards. Its memory does not grow with the players.
pub struct Commons {
    pub(super) lending: Lending,
    pub(super) terrains: Terrains,
    /// Games that have begun.
    pub(super) games: AtomicU64,
}

impl Commons {
    /// A commons in which this many decisions, at least one, are made at a time.
    #[must_use]
    pub fn new(places: usize) -> Arc<Self> {
        Arc::new(Self { lending: Lending::new(places), terrains: Terrains::default(), games: AtomicU64::new(0) })
    }
}
