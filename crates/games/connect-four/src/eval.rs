//! What a position is worth.

use super::rules::{BOARD, DIRECTIONS, Position, cell};
use boardbots_game::constants;
use boardbots_search::game::Evaluator;

/// The three columns in the middle.
const MIDDLE: u64 = 0x3f * (cell(0, 2) | cell(0, 3) | cell(0, 4));

constants! {
    /// What the evaluation counts, for the side to move less for the other side.
    pub struct Weights {
        /// An empty cell that would complete a line of four.
        threat "threat" = 10 in 0..=200 by 2;
        /// A piece in one of the three columns in the middle.
        middle "middle" = 1 in 0..=50 by 1;
    }
}

/// Counts threats and pieces in the middle.
#[derive(Clone, Copy, Debug)]
pub struct Threats(pub Weights);

impl Evaluator<Position> for Threats {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        let (own, others) = position.sides();
        let free = BOARD & !(own | others);
        let count = |cells: u64| cells.count_ones().cast_signed();
        let worth =
            |pieces: u64| self.0.threat * count(completing(pieces) & free) + self.0.middle * count(pieces & MIDDLE);
        worth(own) - worth(others)
    }
}

/// Cells, empty or not, that complete a line of four with three of these pieces.
#[inline]
fn completing(pieces: u64) -> u64 {
    DIRECTIONS.into_iter().fold(0, |found, by| {
        let pairs = pieces & pieces >> by;
        let triples = pairs & pieces >> (2 * by);
        // Three in a row with a gap at either end, or two and one with a gap between them.
        let ends = triples << (3 * by) | triples >> by;
        let gaps = (pairs & pieces >> (3 * by)) << (2 * by) | (pieces & pairs >> (2 * by)) << by;
        found | ends | gaps
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GAMES, after};
    use crate::rules::lines;

    /// The same from scratch: an empty cell is a threat if a piece there makes a line.
    #[test]
    fn threats_are_the_cells_that_make_a_line() {
        for position in GAMES.map(after) {
            let (own, others) = position.sides();
            let empty = (0..64).map(|bit| 1 << bit).filter(|cell| cell & BOARD & !(own | others) != 0);
            let threats = |pieces: u64| empty.clone().filter(|cell| lines(pieces | cell) & cell != 0).count();
            let middle = |pieces: u64| (pieces & MIDDLE).count_ones();
            let worth = |pieces| 10 * i32::try_from(threats(pieces)).unwrap() + middle(pieces).cast_signed();
            assert_eq!(Threats(Weights::DEFAULT).evaluate(&position), worth(own) - worth(others));
        }
    }
}
