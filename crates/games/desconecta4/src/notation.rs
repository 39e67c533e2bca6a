//! Positions and actions as text, and drawn with letters.
//!
//! An action is a digit: `0` to `6` drop a piece into that column, `7` explodes. A position
//! is its 49 cells from the lower left, row by row (`0` empty, `1` green, `2` blue, `4` green
//! bomb, `5` blue bomb), the mover (`1` or `2`) and the round, with spaces between.

use crate::board::{BOARD, CELLS, Cells, FLOOR, SIDE, cell, lines, place};
use crate::rules::{Action, Position};
use boardbots_base::invalid::InputError;
use boardbots_game::picture::{Ink, Picture, Reader, column};
use boardbots_game::two_player::side::{Side, Sides};
use boardbots_search::position::Position as _;
use std::fmt::Write;

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

/// Cells that differ.
fn changed(before: &Position, after: &Position) -> Cells {
    let sides = Side::ALL.into_iter();
    sides.fold(0, |found, side| {
        let pieces = before.pieces(side) ^ after.pieces(side);
        found | pieces | before.bomb(side) ^ after.bomb(side)
    }) & BOARD
}

fn draw_cell(position: &Position, picture: &mut Picture, row: u8, column: u8, (lines, fresh): (Cells, Cells)) {
    let (letter, ink) = match cell_value(position, row, column) {
        1 => ('g', Ink::Side(Side::First)),
        2 => ('b', Ink::Side(Side::Second)),
        4 => ('G', Ink::Strong(Side::First)),
        5 => ('B', Ink::Strong(Side::Second)),
        _ => ('.', Ink::Faint),
    };
    let here = cell(row, column);
    let (open, close) = match (lines & here != 0, fresh & here != 0) {
        (true, _) => ('*', '*'),
        (false, true) => ('[', ']'),
        (false, false) => (' ', ' '),
    };
    picture.add(format!("{open}{letter}{close}"), ink, open != ' ');
}

/// Words for the explosion.
pub(crate) const WORDS: &[(&str, &str)] = &[("b", "7"), ("boom", "7")];
/// The way to type actions, for the help.
pub(crate) const HELP: &str = "1 to 7 drop a piece into that column; b or boom sets off your bomb.
g and b are pieces, G and B bombs; [ ] is what the last move changed, * * a line.";

/// The board; `last` is the last action and the position before it.
pub(crate) fn picture(position: &Position, last: Option<(&Position, Action)>, reader: Reader) -> Picture {
    let first = u8::from(reader == Reader::Person);
    let mut picture = Picture::default();
    let fresh = last.map_or(0, |(before, _)| changed(before, position));
    let lines = lines(position.pieces(Side::First)) | lines(position.pieces(Side::Second));
    for row in (0..SIDE).rev() {
        picture.line();
        for column in 0..SIDE {
            draw_cell(position, &mut picture, row, column, (lines, fresh));
        }
    }
    picture.line();
    for column in 0..SIDE {
        picture.say(format!(" {} ", column + first));
    }
    picture.line();
    picture.say(format!("round {}: ", position.round()));
    if position.ended().is_some() {
        picture.say("the game has ended");
        return picture;
    }
    picture.add(position.mover().colour(), Ink::Side(position.mover()), false);
    picture.say(if position.drops_bomb() { " to move, drops a bomb" } else { " to move" });
    let bombs = Side::ALL.into_iter().filter(|side| position.bomb(*side) != 0);
    for side in bombs {
        let (_, column) = place(position.bomb(side));
        picture.say("; ");
        picture.add(format!("{}'s bomb", side.colour()), Ink::Strong(side), false);
        picture.say(format!(" is in column {}", column + first));
    }
    picture
}

/// The key of an action.
pub(crate) fn keystroke(action: Action) -> String {
    if action == Action::BOOM { "b".into() } else { (action.number() + 1).to_string() }
}

/// The action that a person has typed.
///
/// # Errors
/// Fails if it is not a legal action, and lists the keys of the legal ones.
pub(crate) fn typed(position: &Position, line: &str) -> Result<Action, InputError> {
    let keys = position.moves().into_iter().fold(String::new(), |keys, action| format!("{keys} {}", keystroke(action)));
    let explodes = WORDS.iter().any(|(name, _)| *name == line);
    let action = if explodes { Some(Action::BOOM) } else { column(line, SIDE).and_then(Action::new) };
    match action {
        _ if position.ended().is_some() => Err("the game has ended".into()),
        Some(action) if position.allows(action) => Ok(action),
        Some(Action::BOOM) => {
            Err(format!("{} has no bomb on the board; there are{keys}", position.mover().colour()).into())
        }
        Some(_) => Err(format!("column {line} is full; there are{keys}").into()),
        None => Err(format!("\"{line}\" is no move; there are{keys}").into()),
    }
}

/// The result of an action, in a sentence.
pub(crate) fn account(position: &Position, action: Action) -> String {
    let (side, mover) = (position.mover(), position.mover().colour());
    if action != Action::BOOM {
        let piece = if position.drops_bomb() { "bomb" } else { "piece" };
        return format!("{mover} drops a {piece} into column {}", action.number() + 1);
    }
    let (row, _) = place(position.bomb(side));
    let gone = position.pieces(side) & FLOOR << row;
    let mut text = format!("{mover}'s bomb explodes: own pieces in row {} from below vanish, columns", row + 1);
    for column in (0..SIDE).filter(|column| gone & cell(row, *column) != 0) {
        let _ = write!(text, " {}", column + 1);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_game::two_player::TwoPlayerGame;
    use boardbots_game::two_player::opening::after;

    /// The first example of the rules: green's bomb in the second row takes four pieces, and
    /// blue's bomb falls.
    #[test]
    fn an_explosion_can_be_seen() {
        let earlier = after(Position::default(), "6333312003254033602");
        let (before, last) = (after(Position::default(), "63333120032540336022"), Action::new(2).expect("a column"));
        let expected = "
 .  .  .  b  .  .  .
 .  .  .  g  .  .  .
 .  .  .  B  .  .  .
 b  . [b] g  .  .  .
 b  .  g  b  .  .  .
 G  .  g  g  .  .  g
 b  b  g  b  g  b  g
 1  2  3  4  5  6  7
round 11: green to move; green's bomb is in column 1; blue's bomb is in column 4
";
        assert_eq!(format!("\n{}", before.seen(Some((&earlier, last)), Reader::Person)), expected);
        // Programs count from 0.
        let sent = before.seen(Some((&earlier, last)), Reader::Program).to_string();
        assert!(sent.contains(" 0  1  2  3  4  5  6\n") && sent.contains("green's bomb is in column 0;"), "{sent}");
        assert_eq!(
            before.account(Action::BOOM),
            "green's bomb explodes: own pieces in row 2 from below vanish, columns 1 3 4 7"
        );
        let mut done = before;
        done.play(Action::BOOM);
        let picture = done.seen(Some((&before, Action::BOOM)), Reader::Person).to_string();
        assert!(picture.starts_with(" .  .  . [.] .  .  .\n .  .  . [b] .  .  .\n"), "{picture}");
        assert!(picture.ends_with("round 11: blue to move; blue's bomb is in column 4\n"), "{picture}");
    }

    #[test]
    fn a_line_is_marked_and_a_bomb_announced() {
        let position = after(Position::default(), "01234560");
        assert!(position.picture().to_string().ends_with("round 5: green to move, drops a bomb\n"));
        assert_eq!(position.account(Action::new(3).expect("a column")), "green drops a bomb into column 4");
        let position = after(Position::default(), "0010203");
        let picture = position.picture().to_string();
        assert!(picture.contains("*g**g**g**g*"), "{picture}");
        assert!(picture.ends_with("the game has ended\n"), "{picture}");
    }
}
