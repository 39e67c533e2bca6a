//! Distances as opponents look them up: all of them measured once, or those from one cell when they are asked for.

use crate::atlas::Atlas;
use crate::board::{Board, Cell, MAX_CELLS, Tile};
use boardbots_path::flood::Flood;
use std::cell::{RefCell, RefMut};

/// A source of distances on a board.
pub trait Distances: Send {
    /// As [`Atlas::steps`]; several distances in a row are best asked for from the same cell.
    fn steps(&self, board: &Board, from: Cell, to: Cell) -> u8;

    /// The same; several in a row are best asked for to the same cell.
    fn steps_to(&self, board: &Board, to: Cell, from: Cell) -> u8 {
        self.steps(board, from, to)
    }
}

impl Distances for Atlas {
    fn steps(&self, _: &Board, from: Cell, to: Cell) -> u8 {
        Self::steps(self, from, to)
    }
}

/// Measures from one cell at a time. It takes 1 KB where an atlas takes up to 600: an arena has a thousand simple
/// opponents at once, and each asks for a few cells in a turn.
pub struct OnDemand {
    flood: Flood,
    /// The last field that was asked for, and its source.
    last: RefCell<(Option<Cell>, [u8; MAX_CELLS])>,
}

impl OnDemand {
    /// The distances of a board, none measured yet.
    pub fn of(board: &Board) -> Self {
        let size = board.size();
        let cell = |row: usize, column: usize| Cell::try_from(row * size + column).expect("at most MAX_CELLS");
        let flood = Flood::new(size, size, |column, row| board.tile(cell(row, column)) == Tile::Air);
        Self { flood: flood.expect("a board fits into it"), last: RefCell::new((None, [Atlas::NO_PATH; MAX_CELLS])) }
    }

    /// The field of a cell.
    fn field(&self, board: &Board, source: Cell) -> RefMut<'_, [u8; MAX_CELLS]> {
        let mut last = self.last.borrow_mut();
        if last.0 != Some(source) {
            let (at, size) = (usize::from(source), board.size());
            self.flood.field(at % size, at / size, &mut last.1[..board.cells()]);
            last.0 = Some(source);
        }
        RefMut::map(last, |(_, field)| field)
    }
}

impl Distances for OnDemand {
    fn steps(&self, board: &Board, from: Cell, to: Cell) -> u8 {
        let field = self.field(board, from);
        // A field leads over air only; the last step may lead into anything.
        match board.tile(to) {
            Tile::Wall if !board.spawns.contains(&to) => Atlas::NO_PATH,
            _ if from == to => 0,
            _ if board.tile(from) != Tile::Air => Atlas::NO_PATH,
            Tile::Air => field[usize::from(to)],
            _ => board
                .neighbours(to)
                .map(|cell| field[usize::from(cell)])
                .min()
                .map_or(Atlas::NO_PATH, |near| near.saturating_add(1)),
        }
    }

    fn steps_to(&self, board: &Board, to: Cell, from: Cell) -> u8 {
        match board.tile(to) {
            Tile::Wall if !board.spawns.contains(&to) => Atlas::NO_PATH,
            _ => self.field(board, to)[usize::from(from)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::generate;

    #[test]
    fn both_measure_the_same() {
        for seed in 0..4 {
            let board = generate(&mut fastrand::Rng::with_seed(seed)).expect("a map").board;
            let (atlas, on_demand) = (Atlas::of(&board), OnDemand::of(&board));
            let cells = || (0..).take(board.cells());
            for (from, to) in cells().flat_map(|from| cells().map(move |to| (from, to))) {
                let due = atlas.steps(from, to);
                assert_eq!(on_demand.steps(&board, from, to), due, "{seed}: from {from} to {to}");
                assert_eq!(on_demand.steps_to(&board, to, from), due, "{seed}: to {to} from {from}");
            }
        }
    }
}
