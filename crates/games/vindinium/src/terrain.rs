//! A board with all that is measured on it once for a game.

use super::atlas::Atlas;
use super::board::{Board, HEROES, Tile};
use super::routes::Routes;

/// A board, its distances and what is near to each of its places.
///
/// All its room is taken when it is made; surveying another board allocates nothing.
pub struct Terrain {
    /// The board.
    pub board: Board,
    /// Its distances.
    pub atlas: Atlas,
    /// Its lists of what is near.
    pub routes: Routes,
}

impl Terrain {
    /// The terrain of an empty board, with room for any.
    #[must_use]
    pub fn with_capacity() -> Self {
        Self {
            board: Board::new(1, &[Tile::Air], [0; HEROES]),
            atlas: Atlas::with_capacity(),
            routes: Routes::with_capacity(),
        }
    }

    /// The terrain of a board, with no more room than it needs.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let atlas = Atlas::of(board);
        Self { board: board.clone(), routes: Routes::of(board, &atlas), atlas }
    }

    /// Measures a board anew.
    pub fn survey(&mut self, board: &Board) {
        self.board.clone_from(board);
        self.atlas.survey(board);
        self.routes.survey(board, &self.atlas);
    }
}
