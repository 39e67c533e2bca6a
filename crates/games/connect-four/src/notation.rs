//! Positions and drops as text.
//!
//! A drop is the digit of its column, `0` to `6`. A position is its 42 cells from the lower left, row by
//! row: `0` empty, `1` green, `2` blue. Green drops first, so the cells say whose turn it is.

use super::rules::{COLUMNS, Column, Position, ROWS, cell};
use boardbots_base::invalid::Invalid;
use boardbots_game::two_player::side::Side;

/// Cells of the board, row by row from the lower left.
pub fn cells() -> impl Iterator<Item = (u8, Column)> {
    (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)))
}

/// The position as a text.
#[must_use]
pub fn position_text(position: &Position) -> String {
    let [green, blue] = Side::ALL.map(|side| position.pieces(side));
    let digit = |here| {
        if green & here != 0 {
            '1'
        } else if blue & here != 0 {
            '2'
        } else {
            '0'
        }
    };
    cells().map(|(row, column)| digit(cell(row, column))).collect()
}

/// The position of a text.
///
/// # Errors
/// Fails with the place of an error in the text, or with the reason why no game leads to the position.
pub fn parse_position(text: &str) -> Result<Position, Invalid> {
    let length = text.chars().count();
    if length != cells().count() {
        return Err(format!("a position has 42 cells, row by row from the lower left; here are {length}").into());
    }
    let mut pieces = [0; 3];
    for (at, ((row, column), found)) in (1..).zip(cells().zip(text.chars())) {
        let owner = "012".find(found).ok_or_else(|| {
            Invalid::new(format_args!("column {at}: '{found}' is no cell; 0 is empty, 1 green, 2 blue"))
        })?;
        pieces[owner] |= cell(row, column);
    }
    let [_, green, blue] = pieces;
    Position::new(green, blue).ok_or_else(|| {
        "no game leads here: a piece has an empty cell below it, a side has too many pieces, or the side to \
         move has a line"
            .into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GAMES, after};
    use boardbots_game::two_player::TwoPlayerGame;

    #[test]
    fn positions_are_read_as_they_are_written() {
        for position in GAMES.map(after) {
            assert_eq!(parse_position(&position_text(&position)), Ok(position));
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let empty = "0".repeat(42);
        for (text, part) in [
            ("012".to_string(), "here are 3"),
            (empty.replacen('0', "3", 1), "column 1: '3' is no cell"),
            (format!("2{}", &empty[1..]), "no game leads here"),
            (format!("{}1{}", &empty[..7], &empty[8..]), "no game leads here"),
            (format!("11110002222{}", &empty[11..]), "no game leads here"),
        ] {
            let error = parse_position(&text).expect_err(part);
            assert!(error.contains(part), "{text}: {error}");
        }
        let full = after("000000");
        for (text, part) in [("0", "column 0 is full; there are 1 2 3 4 5 6"), ("7", "no column"), ("x", "no column")] {
            assert!(full.parse_move(text).is_err_and(|error| error.contains(part)), "{text}");
        }
        assert_eq!(after("0010203").parse_move("4"), Err("the game has ended before 4".into()));
    }
}
