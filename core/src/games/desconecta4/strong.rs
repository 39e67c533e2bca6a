//! The strong judge.
//!
//! Who has to play into his own fourth loses, so each piece is a burden, and what matters is
//! how many of them one can get rid of: those in the row of the own bomb. A cell in which a
//! piece would complete an own line is closed to its owner, and so is what lies above it,
//! until the other side fills it; more lines run through the middle column than through
//! any other. The weights were fitted to games of the judge against itself, then rounded.

use super::board::{BOARD, Cells, FLOOR};
use super::rules::Position;
use crate::search::game::Judge;

/// What a piece is worth to its side.
const PIECE: i32 = -5;
/// What a piece is worth that the own bomb would remove, the bomb among them.
const BLAST: i32 = 4;
/// What an empty cell is worth in which an own piece would complete a line.
const CLOSED: i32 = -3;
/// What a piece in the middle column is worth, beside other pieces.
const MIDDLE: i32 = -4;

/// Judges by burdens and by what the bomb will clear away.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strong;

impl Judge<Position> for Strong {
    const REPETITION_COST: i32 = 20;

    #[inline]
    fn judge(&mut self, position: &Position) -> i32 {
        let mover = position.mover();
        let sides = [mover, mover.other()];
        let pieces = sides.map(|side| position.pieces(side));
        let empty = BOARD & !position.occupied();
        let counts = sides.map(|side| i32::from(position.count(side)));
        let blasts = sides.map(|side| blast(position.pieces(side), position.bomb(side)));
        let closed = sides.map(|side| (position.closing(side) & empty).count_ones().cast_signed());
        let middle = pieces.map(|pieces| COLUMN_COUNTS[usize::from(pieces.to_le_bytes()[3] & 0x7f)]);
        let of = |side: usize| {
            PIECE * counts[side] + BLAST * blasts[side] + CLOSED * closed[side] + MIDDLE * i32::from(middle[side])
        };
        of(0) - of(1)
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
fn blast(pieces: Cells, bomb: Cells) -> i32 {
    if bomb == 0 {
        return 0;
    }
    let row = bomb.trailing_zeros() % 8;
    let hit = pieces >> row & FLOOR;
    // The product gathers one bit of every byte in the highest one.
    i32::from(hit.wrapping_mul(0x0101_0101_0101_0101).to_be_bytes()[0])
}
