//! Resources that the players of one process share: searchers, lent for a decision, and boards.
//!
//! | file | holds |
//! |---|---|
//! | `lending` | the line for the next searcher |
//! | [`borrower`] | a player without a searcher of its own |

pub mod borrower;
mod lending;

use crate::board::Board;
use crate::terrain::Terrain;
use lending::Lending;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError, Weak};

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

/// The boards; each goes with the last game on it.
#[derive(Default)]
pub struct Terrains(Mutex<Vec<Weak<Terrain>>>);

impl Terrains {
    /// The terrain of a board.
    pub fn of(&self, board: &Board) -> Arc<Terrain> {
        // A thread that asks at the same time as another waits for its measures instead of taking them a second time.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|terrain| terrain.strong_count() > 0);
        if let Some(terrain) = known.iter().filter_map(Weak::upgrade).find(|terrain| terrain.board == *board) {
            return terrain;
        }
        let terrain = Arc::new(Terrain::of(board));
        known.push(Arc::downgrade(&terrain));
        terrain
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map;

    #[test]
    fn a_board_is_there_once_and_goes_with_its_last_game() {
        let board = |name| map::parse(map::named(name).unwrap()).unwrap().board;
        let terrains = Terrains::default();
        let (one, same, other) = (terrains.of(&board("m1")), terrains.of(&board("m1")), terrains.of(&board("m2")));
        assert!(Arc::ptr_eq(&one, &same) && !Arc::ptr_eq(&one, &other));
        drop((one, other));
        assert!(Arc::ptr_eq(&same, &terrains.of(&board("m1"))));
        assert_eq!(terrains.0.lock().unwrap().len(), 1);
        drop(same);
        terrains.of(&board("m2"));
        assert_eq!(terrains.0.lock().unwrap().len(), 1);
    }
}
