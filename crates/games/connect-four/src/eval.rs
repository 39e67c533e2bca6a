//! The evaluation of a position.

use super::rules::{DIRECTIONS, MIDDLE, Position, closing};
use boardbots_game::constants;
use boardbots_search::position::{Bounds, Evaluator, INFINITE};

constants! {
    /// The weights of the evaluation: each counts for the side to move, less the same for the other side.
    pub struct Weights {
        /// An empty cell that would complete a line of four.
        threat "threat" = 10 in 0..=200 by 2;
        /// A piece in one of the three columns in the middle.
        middle "middle" = 1 in 0..=50 by 1;
    }
}

/// Counts threats and pieces in the middle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats {
    weights: Weights,
}

impl From<Weights> for Threats {
    fn from(weights: Weights) -> Self {
        Self { weights }
    }
}

impl Evaluator<Position> for Threats {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        let empty = position.empty();
        let [own, others] = position.sides().map(|side| {
            let threats = (side.closing & empty).count_ones().cast_signed();
            self.weights.threat * threats + self.weights.middle * i32::from(side.middle)
        });
        own - others
    }

    /// The value itself, but for the last piece: what a drop changes is known without making it.
    #[inline]
    fn bounds(&mut self, position: &Position, beta: i32) -> Bounds {
        if position.is_last() {
            return Bounds::NONE;
        }
        let Weights { threat, middle } = self.weights;
        let [own, others] = position.sides();
        let (empty, landings, value) = (position.empty(), position.landings(), self.evaluate(position));
        // What a drop takes from the other side, what it gains in the middle, and both at once.
        let with = |gain: i32, cells: u64| if landings & cells != 0 { gain } else { 0 };
        let gain = with(threat, others.closing).max(with(middle, MIDDLE));
        let mut best = value + gain.max(with(threat + middle, others.closing & MIDDLE));
        if best >= beta {
            return Bounds { floor: best, ceiling: INFINITE };
        }
        // Some drops make threats as well.
        let mut rest = landings & growing(own.pieces, empty);
        while rest != 0 {
            let piece = rest & rest.wrapping_neg();
            let made = closing(own.pieces | piece) & !own.closing & empty & !piece;
            let gained = made.count_ones() + u32::from(others.closing & piece != 0);
            best = best.max(value + threat * gained.cast_signed() + middle * i32::from(MIDDLE & piece != 0));
            rest &= !piece;
        }
        Bounds { floor: best, ceiling: best }
    }
}

/// Empty cells in which one more piece makes a threat: those of lines of two pieces and two empty cells.
#[inline]
fn growing(pieces: u64, empty: u64) -> u64 {
    let found = DIRECTIONS.into_iter().fold(0, |found, by| {
        let (next, free) = (pieces >> by, empty >> by);
        // Of two neighbouring cells both have pieces, none has, or one has and the other is empty.
        let (both, none, one) = (pieces & next, empty & free, pieces & free | empty & next);
        let starts = both & none >> (2 * by) | none & both >> (2 * by) | one & one >> (2 * by);
        let halves = starts | starts << by;
        found | halves | halves << (2 * by)
    });
    found & empty
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{BOARD, lines};
    use boardbots_game::two_player::opening::positions;
    use boardbots_search::contract;
    use boardbots_search::position::Position as _;

    /// The same from scratch: an empty cell is a threat if a piece there makes a line.
    #[test]
    fn threats_are_the_cells_that_make_a_line() {
        for position in positions::<Position>() {
            let [own, others] = position.sides().map(|side| side.pieces);
            let empty = (0..64).map(|bit| 1 << bit).filter(|cell| cell & BOARD & !(own | others) != 0);
            let threats = |pieces: u64| empty.clone().filter(|cell| lines(pieces | cell) & cell != 0).count();
            let middle = |pieces: u64| (pieces & MIDDLE).count_ones();
            let worth = |pieces| 10 * i32::try_from(threats(pieces)).unwrap() + middle(pieces).cast_signed();
            assert_eq!(Threats::default().evaluate(&position), worth(own) - worth(others));
        }
    }

    #[test]
    fn promises_hold_in_random_games() {
        let (mut rng, mut known) = (fastrand::Rng::with_seed(1), 0);
        let mut threats = Threats::default();
        for _ in 0..500 {
            let mut position = Position::default();
            while position.ended().is_none() {
                contract::check(&position, &mut threats);
                let Bounds { floor, ceiling } = threats.bounds(&position, 0);
                known += u32::from(floor == ceiling);
                let moves = position.moves();
                position.play(moves[rng.usize(..moves.len())]);
            }
        }
        assert!(known > 1000, "the best drop's value is known of {known} positions");
    }
}
