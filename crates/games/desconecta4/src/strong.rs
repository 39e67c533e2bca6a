//! The strong evaluation.
//!
//! Who has to play into his own fourth loses, so each piece is a burden, and what matters is
//! how many of them one can get rid of: those in the row of the own bomb. A cell in which a
//! piece would complete an own line is closed to its owner, and so is what lies above it,
//! until the other side fills it; more lines run through the middle column than through
//! any other. The weights come from games of the evaluation against itself at eight plies (`boardbots tune`).

use super::board::{BOARD, Cells, FLOOR};
use super::rules::Position;
use boardbots_game::constants;
use boardbots_search::game::Evaluator;

constants! {
    /// What the evaluation counts, in units of its own; what it looks at counts for its side and,
    /// the other way, for the other one.
    pub struct Weights {
        /// Worth of a piece to its side.
        piece "piece" = -50 in -200..=200 by 6;
        /// Worth of a piece that the own bomb would remove, the bomb among them.
        blast "blast" = 58 in -200..=200 by 6;
        /// Worth of an empty cell in which an own piece would complete a line.
        closed "closed" = -84 in -200..=200 by 6;
        /// Worth of a piece in the middle column, beside that of a piece.
        centre "centre" = -71 in -200..=200 by 6;
        /// What the player gives up at most to reach a position that the match has not seen.
        repetition "repetition" = 249 in 0..=1000 by 30;
    }
}

/// Values positions by burdens and by what the bomb will clear away.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strong {
    weights: Weights,
}

impl Strong {
    /// An evaluation with these weights.
    #[must_use]
    pub const fn new(weights: Weights) -> Self {
        Self { weights }
    }
}

impl Evaluator<Position> for Strong {
    fn repetition_cost(&self) -> i32 {
        self.weights.repetition
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        let Weights { piece, blast, closed, centre, .. } = self.weights;
        let mover = position.mover();
        let sides = [mover, mover.other()];
        let empty = BOARD & !position.occupied();
        let pieces = sides.map(|side| i32::from(position.count(side)));
        let blasts = sides.map(|side| blasted(position.pieces(side), position.bomb(side)));
        let closing = sides.map(|side| (position.closing(side) & empty).count_ones().cast_signed());
        let middle = sides.map(|side| {
            let column = position.pieces(side).to_le_bytes()[3] & 0x7f;
            i32::from(COLUMN_COUNTS[usize::from(column)])
        });
        let lead = |counts: [i32; 2]| counts[0] - counts[1];
        piece * lead(pieces) + blast * lead(blasts) + closed * lead(closing) + centre * lead(middle)
    }
}

/// How many bits each pattern of a column has.
const COLUMN_COUNTS: [u8; 128] = {
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
fn blasted(pieces: Cells, bomb: Cells) -> i32 {
    if bomb == 0 {
        return 0;
    }
    let row = bomb.trailing_zeros() % 8;
    let hit = pieces >> row & FLOOR;
    // The product gathers one bit of every byte in the highest one.
    i32::from(hit.wrapping_mul(0x0101_0101_0101_0101).to_be_bytes()[0])
}
