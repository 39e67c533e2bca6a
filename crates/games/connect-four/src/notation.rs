//! Positions and drops as text, and drawn with characters.
//!
//! A drop is the digit of its column, `0` to `6`. A position is its 42 cells from the lower left, row by
//! row: `0` empty, `1` green, `2` blue. Green drops first, so the cells say whose turn it is.

use crate::rules::{COLUMNS, Column, Position, ROWS, cell, lines};
use boardbots_base::invalid::InputError;
use boardbots_game::picture::{Ink, Picture, Reader, column};
use boardbots_game::two_player::side::Side;
use boardbots_search::position::Position as _;

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
pub fn parse_position(text: &str) -> Result<Position, InputError> {
    let length = text.chars().count();
    if length != cells().count() {
        return Err(format!("a position has 42 cells, row by row from the lower left; here are {length}").into());
    }
    let mut pieces = [0; 3];
    for (at, ((row, column), found)) in (1..).zip(cells().zip(text.chars())) {
        let owner = "012".find(found).ok_or_else(|| {
            InputError::new(format_args!("column {at}: '{found}' is no cell; 0 is empty, 1 green, 2 blue"))
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

/// The way to type moves, for the help.
pub(crate) const HELP: &str = "1 to 7 drop a piece into that column; four of yours in a line win.
g and b are pieces; [ ] is the last one, * * a line.";

/// The board; `last` is the last drop and the position before it.
pub(crate) fn picture(position: &Position, last: Option<(&Position, Column)>, reader: Reader) -> Picture {
    let mut picture = Picture::default();
    let fresh = last.map_or(0, |(before, column)| before.landing(column));
    let lines = Side::ALL.into_iter().fold(0, |found, side| found | lines(position.pieces(side)));
    for row in (0..ROWS).rev() {
        picture.line();
        for here in (0..COLUMNS).map(|column| cell(row, column)) {
            let side = Side::ALL.into_iter().find(|side| position.pieces(*side) & here != 0);
            let (letter, ink) = match side {
                Some(Side::First) => ('g', Ink::Side(Side::First)),
                Some(Side::Second) => ('b', Ink::Side(Side::Second)),
                None => ('.', Ink::Faint),
            };
            let text = match (lines & here != 0, fresh & here != 0) {
                (true, _) => format!("*{letter}*"),
                (false, true) => format!("[{letter}]"),
                (false, false) => format!(" {letter} "),
            };
            picture.add(text, ink, (lines | fresh) & here != 0);
        }
    }
    picture.line();
    for column in 0..COLUMNS {
        picture.say(format!(" {} ", column + u8::from(reader == Reader::Person)));
    }
    picture.line();
    if position.ended().is_some() {
        picture.say("the game has ended");
    } else {
        picture.add(position.mover().colour(), Ink::Side(position.mover()), false);
        picture.say(" to move");
    }
    picture
}

/// The column that a person has typed.
///
/// # Errors
/// Fails if it is not a legal column, and lists the legal ones.
pub(crate) fn typed(position: &Position, line: &str) -> Result<Column, InputError> {
    let keys = position.moves().into_iter().fold(String::new(), |keys, column| format!("{keys} {}", column + 1));
    match column(line, COLUMNS) {
        _ if position.ended().is_some() => Err("the game has ended".into()),
        Some(column) if position.landing(column) != 0 => Ok(column),
        Some(_) => Err(format!("column {line} is full; there are{keys}").into()),
        None => Err(format!("\"{line}\" is no column; there are{keys}").into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_game::two_player::TwoPlayerGame;
    use boardbots_game::two_player::opening::{after, positions};

    #[test]
    fn positions_are_read_as_they_are_written() {
        for position in positions::<Position>() {
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
        let full = after(Position::default(), "000000");
        for (text, part) in [("0", "column 0 is full; there are 1 2 3 4 5 6"), ("7", "no column"), ("x", "no column")] {
            assert!(full.parse_move(text).is_err_and(|error| error.contains(part)), "{text}");
        }
        assert_eq!(after(Position::default(), "0010203").parse_move("4"), Err("the game has ended before 4".into()));
    }
}
