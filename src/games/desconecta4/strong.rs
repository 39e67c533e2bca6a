//! The strong judge.
//!
//! Who has to play into his own fourth loses, so each piece is a burden, and what matters is
//! how many of them one can get rid of: those in the row of the own bomb. A cell in which a
//! piece would complete an own line is closed to its owner, and so is what lies above it,
//! until the other side fills it; more lines run through the middle column than through
//! any other. The weights were fitted to games of the judge against itself, then rounded.

use super::board::{BOARD, Cells, DIRECTIONS, FLOOR};
use super::rules::Position;
use crate::search::game::Judge;

/// What things of one side are worth to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A piece.
    pub piece: i32,
    /// A piece that the own bomb would remove, the bomb among them.
    pub blast: i32,
    /// An empty cell in which an own piece would complete a line.
    pub closed: i32,
    /// A piece in the middle column.
    pub middle: i32,
}

impl Weights {
    /// The weights that play best.
    pub const DEFAULT: Self = Self { piece: -5, blast: 4, closed: -3, middle: -4 };
}

/// Judges by burdens and by what the bomb will clear away.
#[derive(Clone, Copy, Debug)]
pub struct Strong {
    /// What counts how much.
    pub weights: Weights,
}

impl Default for Strong {
    fn default() -> Self {
        Self { weights: Weights::DEFAULT }
    }
}

impl Judge<Position> for Strong {
    #[inline]
    fn judge(&mut self, position: &Position) -> i32 {
        let mover = position.mover();
        let sides = [mover, mover.other()];
        let pieces = sides.map(|side| position.pieces(side));
        let empty = BOARD & !position.occupied();
        let counts = sides.map(|side| i32::from(position.count(side)));
        let blasts = sides.map(|side| blast(position.pieces(side), position.bomb(side)));
        let closed = closing(pieces).map(|cells| (cells & empty).count_ones().cast_signed());
        let middle = pieces.map(|pieces| MIDDLE[usize::from(pieces.to_le_bytes()[3] & 0x7f)]);
        let weights = self.weights;
        let of = |side: usize| {
            weights.piece * counts[side]
                + weights.blast * blasts[side]
                + weights.closed * closed[side]
                + weights.middle * i32::from(middle[side])
        };
        of(0) - of(1)
    }
}

/// How many bits each pattern of a column has.
const MIDDLE: [u8; 128] = {
    let mut table = [0_u8; 128];
    let mut pattern = 0;
    while pattern < table.len() {
        // The same without its lowest bit, and that bit.
        table[pattern] = table[pattern / 2] + if pattern % 2 == 1 { 1 } else { 0 };
        pattern += 1;
    }
    table
};

/// How many pieces go with a bomb.
#[inline]
fn blast(pieces: Cells, bomb: Cells) -> i32 {
    if bomb == 0 {
        return 0;
    }
    let row = bomb.trailing_zeros() % 8;
    let hit = pieces >> row & FLOOR;
    // The product gathers one bit of every byte in the highest one.
    i32::from(hit.wrapping_mul(0x0101_0101_0101_0101).to_be_bytes()[0])
}

/// The cells, empty or not, in which a piece makes a line with three others, for two sets
/// at once.
#[inline]
fn closing(pieces: [Cells; 2]) -> [Cells; 2] {
    let mut closing = [0; 2];
    for step in DIRECTIONS {
        for (closing, cells) in closing.iter_mut().zip(pieces) {
            let (up, down) = (cells << step, cells >> step);
            let (two_up, two_down) = (up & cells << (2 * step), down & cells >> (2 * step));
            *closing |= two_up & (cells << (3 * step) | down) | two_down & (cells >> (3 * step) | up);
        }
    }
    closing
}
