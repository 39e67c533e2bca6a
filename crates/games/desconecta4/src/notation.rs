//! Positions and actions as text.
//!
//! An action is a digit: `0` to `6` drop a piece into that column, `7` explodes. A position
//! is its 49 cells from the lower left, row by row (`0` empty, `1` green, `2` blue, `4` green
//! bomb, `5` blue bomb), the mover (`1` or `2`) and the round, with spaces between.

use super::board::{CELLS, SIDE, cell};
use super::rules::Position;
use boardbots_game::two_player::side::{Side, Sides};

/// An error in the text of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// There are not three words: cells, mover, round.
    #[error("a position is three words, \"CELLS MOVER ROUND\"; here are {0}")]
    Words(usize),
    /// There are not 49 cells.
    #[error("a position has 49 cells, row by row from the lower left; here are {0}")]
    Length(usize),
    /// A cell's character means nothing. Column of the text from 1.
    #[error("column {column}: '{found}' is no cell; 0 is empty, 1 and 2 are pieces, 4 and 5 bombs of green and blue")]
    Cell {
        /// The place of the cell, from 1.
        column: usize,
        /// The character found there.
        found: char,
    },
    /// The mover is neither 1 nor 2.
    #[error("the mover is 1 (green) or 2 (blue), not \"{0}\"")]
    Mover(String),
    /// The round is no number from 1 to 1,000,000.
    #[error("the round is a number from 1 to 1000000, not \"{0}\"")]
    Round(String),
    /// A piece has nothing below it, or a side has two bombs.
    #[error("a piece hangs in the air, or a side has two bombs")]
    Impossible,
}

/// Reads a position; words after the round are ignored.
///
/// # Errors
///
/// The first thing wrong: see [`PositionError`].
pub fn parse_position(text: &str) -> Result<Position, PositionError> {
    let mut words = text.split_whitespace();
    let (Some(cells), Some(mover), Some(round)) = (words.next(), words.next(), words.next()) else {
        return Err(PositionError::Words(text.split_whitespace().count()));
    };
    let length = cells.chars().count();
    if length != usize::from(CELLS) {
        return Err(PositionError::Length(length));
    }
    let (mut pieces, mut bombs) = (Sides([0, 0]), 0);
    for (index, found) in (0..CELLS).zip(cells.chars()) {
        let here = cell(index / SIDE, index % SIDE);
        match found {
            '0' => {}
            '1' | '4' => pieces[Side::First] |= here,
            '2' | '5' => pieces[Side::Second] |= here,
            _ => return Err(PositionError::Cell { column: usize::from(index) + 1, found }),
        }
        if matches!(found, '4' | '5') {
            bombs |= here;
        }
    }
    let turn = match mover {
        "1" => 0,
        "2" => 1,
        _ => return Err(PositionError::Mover(mover.to_string())),
    };
    let number = round.parse::<u32>().ok().filter(|number| (1..=1_000_000).contains(number));
    let number = number.ok_or_else(|| PositionError::Round(round.to_string()))?;
    Position::new(pieces, bombs, (number - 1) * 2 + turn).ok_or(PositionError::Impossible)
}

/// The position's cells as 49 digits from the lower left, row by row.
#[must_use]
pub fn cells_text(position: &Position) -> String {
    (0..CELLS).map(|index| char::from(b'0' + cell_value(position, index / SIDE, index % SIDE))).collect()
}

/// The content of a cell, as the original numbers it: 0 empty, 1 and 2 pieces, 4 and 5 bombs of green and blue.
#[must_use]
pub fn cell_value(position: &Position, row: u8, column: u8) -> u8 {
    let here = cell(row, column);
    let owner = Side::ALL.into_iter().find(|side| position.pieces(*side) & here != 0);
    owner.map_or(0, |side| side.number() + if position.bomb(side) == here { 3 } else { 0 })
}

/// The whole position, as [`parse_position`] reads it.
#[must_use]
pub fn position_text(position: &Position) -> String {
    format!("{} {} {}", cells_text(position), position.mover().number(), position.round())
}
