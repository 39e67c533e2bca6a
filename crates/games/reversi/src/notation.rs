//! Positions and moves as text.
//!
//! A move is the letter of the column, `a` to `h` from the left, and the number of the row, `1` to `8` from the top:
//! `d3`; or `pass`. A position is its 64 cells from a1 to h8, row by row, as Othello programs write it, and whose
//! turn it is: `-` empty, `X` black, which is the first seat's, `O` white. So a game begins with
//! `---------------------------OX------XO--------------------------- X`.

use super::rules::{Move, Position, SIDE};
use boardbots_base::invalid::InputError;
use std::fmt;

impl fmt::Display for Move {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place() {
            Some([row, column]) => write!(out, "{}{}", char::from(b'a' + column), row + 1),
            None => out.write_str("pass"),
        }
    }
}

/// The cells of a set as `[row, column]`, from a1 on.
pub(crate) fn places(set: u64) -> impl Iterator<Item = [u8; 2]> {
    (0..64).filter(move |cell| set >> cell & 1 == 1).map(|cell| [cell / SIDE, cell % SIDE])
}

/// The board as 64 characters from a1 on: those of an empty cell, and of the seats' discs.
pub(crate) fn board_text(position: &Position, [empty, first, second]: [char; 3]) -> String {
    let [firsts, seconds] = position.discs();
    let cell = |at: u8| match (firsts >> at & 1, seconds >> at & 1) {
        (1, _) => first,
        (_, 1) => second,
        _ => empty,
    };
    (0..64).map(cell).collect()
}

/// The position as a text.
#[must_use]
pub fn position_text(position: &Position) -> String {
    format!("{} {}", board_text(position, ['-', 'X', 'O']), ['X', 'O'][position.seat])
}

/// The position of a text.
///
/// # Errors
/// The place where the text is wrong, or the reason why no game leads to the position.
pub fn parse_position(text: &str) -> Result<Position, InputError> {
    let length = text.chars().count();
    if length != 66 {
        let form = "a position has 64 cells from a1 to h8, a space, and X or O for whose turn it is: 66 characters";
        return Err(InputError::new(format_args!("{form}; here are {length}")));
    }
    let (mut discs, mut seat) = ([0_u64; 3], 0);
    for (at, found) in text.chars().enumerate() {
        let (known, meaning) = match at {
            0..64 => ("-XO", "cell; - is empty, X black, O white"),
            64 => (" ", "space, which stands between the cells and whose turn it is"),
            _ => ("XO", "side; X is black, O white"),
        };
        let wrong = || InputError::new(format_args!("column {}: '{}' is no {meaning}", at + 1, found.escape_debug()));
        let place = known.find(found).ok_or_else(wrong)?;
        match at {
            0..64 => discs[place] |= 1 << at,
            _ => seat = place,
        }
    }
    Position::new([discs[1], discs[2]], seat).ok_or_else(|| {
        "no game leads here: one of d4, e4, d5 and e5 is empty, or the side to move has more than 33 moves".into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_game::two_player::opening::positions;

    #[test]
    fn positions_are_read_as_they_are_written() {
        for position in positions::<Position>() {
            assert_eq!(parse_position(&position_text(&position)), Ok(position));
        }
        let start = "---------------------------OX------XO--------------------------- X";
        assert_eq!(position_text(&Position::default()), start);
    }

    #[test]
    fn moves_have_a_letter_and_a_number() {
        for (cell, text) in [(0, "a1"), (7, "h1"), (19, "d3"), (56, "a8"), (63, "h8"), (64, "pass")] {
            assert_eq!(Move(cell).to_string(), text);
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let start = position_text(&Position::default());
        for (text, part) in [
            ("-XO X".to_string(), "66 characters; here are 5"),
            (start.replacen('-', "x", 1), "column 1: 'x' is no cell; - is empty"),
            (start.replacen("--- X", "---\tX", 1), "column 65: '\\t' is no space"),
            (start.replacen("- X", "- -", 1), "column 66: '-' is no side; X is black"),
            (start.replacen("OX", "-X", 1), "one of d4, e4, d5 and e5 is empty"),
        ] {
            let error = parse_position(&text).expect_err(part);
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
