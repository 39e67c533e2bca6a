//! Walking distances between all cells of a board, computed once for a game.

use super::board::{Board, Cell, MAX_CELLS, Tile};
use boardbots_path::field::Steps;
use boardbots_path::flood::Flood;

/// Steps between every two cells when no hero is in the way.
///
/// One byte for each pair: at most 784 × 784 bytes. A path leads over air only; its two ends
/// may be anything, so the distance to a mine or a tavern counts the step that bumps into
/// it. Spawns are air or, on hostile maps, ends like any other.
pub struct Atlas {
    cells: usize,
    steps: Vec<u8>,
}

impl Atlas {
    /// The distance that means "there is no path".
    pub const NO_PATH: u8 = u8::UNREACHED;

    /// Room for the largest board, so that later surveys do not allocate.
    #[must_use]
    pub fn with_capacity() -> Self {
        Self { cells: 0, steps: Vec::with_capacity(MAX_CELLS * MAX_CELLS) }
    }

    /// The atlas of a board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let mut atlas = Self { cells: 0, steps: Vec::new() };
        atlas.survey(board);
        atlas
    }

    /// Measures a board anew.
    pub fn survey(&mut self, board: &Board) {
        self.cells = board.cells();
        self.steps.clear();
        self.steps.resize(self.cells * self.cells, Self::NO_PATH);
        let size = board.size();
        let cell = |row: usize, column: usize| Cell::try_from(row * size + column).expect("at most MAX_CELLS");
        let flood = Flood::new(size, size, |column, row| board.tile(cell(row, column)) == Tile::Air);
        let flood = flood.expect("a board fits into it");
        for (source, row) in (0..).zip(self.steps.chunks_exact_mut(self.cells)) {
            if board.tile(source) == Tile::Wall && !board.spawns.contains(&source) {
                continue;
            }
            flood.field(usize::from(source) % size, usize::from(source) / size, row);
        }
    }

    /// Steps from air to any cell, the last one into it; [`Atlas::NO_PATH`] if there is no
    /// way. Every reachable pair within 254 steps is exact.
    #[must_use]
    #[inline]
    pub fn steps(&self, from: Cell, to: Cell) -> u8 {
        // Rows are sources; walking back from the target also serves targets that are not
        // air, because its own tile plays no part.
        self.steps[usize::from(to) * self.cells + usize::from(from)]
    }

    /// The distances of all cells to one, as one row indexed by cell.
    #[must_use]
    pub fn to(&self, target: Cell) -> &[u8] {
        &self.steps[usize::from(target) * self.cells..][..self.cells]
    }
}
