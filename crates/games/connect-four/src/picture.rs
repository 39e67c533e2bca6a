//! Positions drawn with characters.

use super::rules::{COLUMNS, Column, Position, ROWS, cell, lines};
use boardbots_base::invalid::Invalid;
use boardbots_game::picture::{Ink, Picture, Reader, column};
use boardbots_game::two_player::side::Side;
use boardbots_search::position::Position as _;

/// The way to type moves, for the help.
pub const HELP: &str = "1 to 7 drop a piece into that column; four of yours in a line win.
g and b are pieces; [ ] is the last one, * * a line.";

/// The board; `last` is the last drop and the position before it.
pub fn picture(position: &Position, last: Option<(&Position, Column)>, reader: Reader) -> Picture {
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
pub fn typed(position: &Position, line: &str) -> Result<Column, Invalid> {
    let keys = position.moves().into_iter().fold(String::new(), |keys, column| format!("{keys} {}", column + 1));
    match column(line, COLUMNS) {
        _ if position.ended().is_some() => Err("the game has ended".into()),
        Some(column) if position.landing(column) != 0 => Ok(column),
        Some(_) => Err(format!("column {line} is full; there are{keys}").into()),
        None => Err(format!("\"{line}\" is no column; there are{keys}").into()),
    }
}
