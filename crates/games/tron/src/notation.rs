//! Positions and actions as text.
//!
//! An action is a digit: `0` up, `1` down, `2` left, `3` right, `5` pass.

use super::map::Place;
use super::rules::{Cell, Position};
use boardbots_game::two_player::side::Side;
use std::fmt::Write;

/// The character of a cell: `#` obstacle, `v` and `a` trails of green and blue (verde, azul),
/// `0` to `9` and `A` (10) to `Z` (35) floor with so much dirt.
#[must_use]
pub fn cell_char(cell: Cell) -> char {
    match cell {
        Cell::Obstacle => '#',
        Cell::Trail(Side::First) => 'v',
        Cell::Trail(Side::Second) => 'a',
        Cell::Floor(dirt @ 0..=9) => char::from(b'0' + dirt),
        Cell::Floor(dirt) => char::from(b'A' + dirt - 10),
    }
}

/// The whole position on one line: cells row by row, mover (1 or 2), places as
/// `row,column`, scores, dirt left.
#[must_use]
pub fn position_text(position: &Position) -> String {
    let size = position.size;
    let places = (0..size).flat_map(|row| (0..size).map(move |column| Place { row, column }));
    let mut text: String = places.map(|place| cell_char(position.cell(place))).collect();
    let _ = write!(text, " {}", position.mover.number());
    for side in Side::ALL {
        let Place { row, column } = position.place(side);
        let _ = write!(text, " {row},{column}");
    }
    let [green, blue] = Side::ALL.map(|side| position.score(side));
    let _ = write!(text, " {green} {blue} {}", position.rest);
    text
}
