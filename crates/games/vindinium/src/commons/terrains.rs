//! The boards that are played on now, each measured once for all players of its game.

use crate::board::Board;
use crate::terrain::Terrain;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The boards; each goes with the last game on it.
#[derive(Default)]
pub struct Terrains(Mutex<Vec<Weak<Terrain>>>);

impl Terrains {
    /// That of a board.
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
