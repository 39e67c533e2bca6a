//! Connect Four as UCI's programs know it: `cfour`, a variant of chess, as cutechess writes it.
//!
//! A position is a FEN: rows from the top, `P` for green and `p` for blue, the pieces that are still to be dropped in
//! brackets, then whose turn it is. A move drops a piece on a cell: `P@d1` is column 3 of an empty board.

use crate::notation::cells;
use crate::rules::{COLUMNS, Column, Position, ROWS, cell};
use boardbots_base::invalid::InputError;
use boardbots_game::two_player::ChessVariant;
use boardbots_game::two_player::side::Side;
use std::fmt::Write;

/// Pieces of each side.
const PIECES: u32 = (ROWS * COLUMNS / 2) as u32;

/// The variant.
pub(crate) const CFOUR: ChessVariant<Position> = ChessVariant { name: "cfour", fen, drops, read_drop };

/// The position as a FEN.
pub(crate) fn fen(position: &Position) -> String {
    let [green, blue] = Side::ALL.map(|side| position.pieces(side));
    let mut text = String::new();
    for row in (0..ROWS).rev() {
        let mut empty = 0;
        for here in (0..COLUMNS).map(|column| cell(row, column)) {
            if (green | blue) & here == 0 {
                empty += 1;
                continue;
            }
            if empty > 0 {
                // A text grows.
                let _ = write!(text, "{empty}");
                empty = 0;
            }
            text.push(if green & here != 0 { 'P' } else { 'p' });
        }
        if empty > 0 {
            let _ = write!(text, "{empty}");
        }
        text.push(if row > 0 { '/' } else { '[' });
    }
    for (pieces, letter) in [(green, "P"), (blue, "p")] {
        text.push_str(&letter.repeat(PIECES.saturating_sub(pieces.count_ones()) as usize));
    }
    let mover = if position.mover() == Side::First { 'w' } else { 'b' };
    let _ = write!(text, "] {mover} - - 0 {}", position.count() / 2 + 1);
    text
}

/// The position of a FEN. The pieces that are still to be dropped follow from the board, and are not looked at.
///
/// # Errors
/// Fails with the reason why it is no FEN of the game, or why no game leads to the position.
pub(crate) fn parse_fen(text: &str) -> Result<Position, InputError> {
    let mut words = text.split_whitespace();
    let board = words.next().unwrap_or_default().split('[').next().unwrap_or_default();
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != usize::from(ROWS) {
        return Err(format!("a FEN has {ROWS} rows with / between, from the top; here are {}", rows.len()).into());
    }
    let mut pieces = [0; 2];
    for ((number, letters), row) in (1..).zip(rows).zip((0..ROWS).rev()) {
        let mut column = 0_u8;
        for letter in letters.chars() {
            match letter {
                'P' | 'p' if column < COLUMNS => pieces[usize::from(letter == 'p')] |= cell(row, column),
                'P' | 'p' | '1'..='7' => {}
                _ => {
                    let known = "P is a green piece, p a blue one, a digit so many empty cells";
                    return Err(format!("row {number}: '{}' is no cell; {known}", letter.escape_debug()).into());
                }
            }
            let cells = letter.to_digit(10).and_then(|empty| u8::try_from(empty).ok()).unwrap_or(1);
            column = column.saturating_add(cells);
        }
        if column != COLUMNS {
            return Err(format!("row {number} has {column} cells instead of {COLUMNS}").into());
        }
    }
    let position = Position::new(pieces[0], pieces[1]);
    let due = words
        .next()
        .is_none_or(|mover| position.is_none_or(|position| (position.mover() == Side::First) == (mover == "w")));
    position.filter(|_| due).ok_or_else(|| {
        "no game leads here: a piece has an empty cell below it, a side has too many pieces, or it is not its turn"
            .into()
    })
}

/// The drops that led to a position, from the first, with spaces between.
pub(crate) fn drops(position: &Position, moves: &[Column]) -> String {
    let pieces = Side::ALL.into_iter().fold(0, |all, side| all | position.pieces(side));
    let mut heights = [0_u8; COLUMNS as usize];
    for (_, column) in cells().filter(|(row, column)| pieces & cell(*row, *column) != 0) {
        heights[usize::from(column)] += 1;
    }
    let mut texts: Vec<String> = moves
        .iter()
        .rev()
        .map(|column| {
            let height = &mut heights[usize::from(*column)];
            let text = format!("P@{}{height}", char::from(b'a' + column));
            *height = height.saturating_sub(1);
            text
        })
        .collect();
    texts.reverse();
    texts.join(" ")
}

/// The column of a drop on the cell where a piece would land; `None` for any other text.
pub(crate) fn read_drop(position: &Position, text: &str) -> Option<Column> {
    let [column @ b'a'..=b'g', row @ b'1'..=b'6'] = *text.strip_prefix("P@")?.as_bytes() else { return None };
    let (row, column) = (row - b'1', column - b'a');
    (position.landing(column) == cell(row, column)).then_some(column)
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_game::two_player::TwoPlayerGame;
    use boardbots_game::two_player::opening::{after, positions};

    #[test]
    fn positions_are_read_as_they_are_written() {
        let start = "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1";
        assert_eq!(fen(&after(Position::default(), "")), start);
        assert_eq!(
            fen(&after(Position::default(), "3330")),
            "7/7/7/3P3/3p3/p2P3[PPPPPPPPPPPPPPPPPPPppppppppppppppppppp] w - - 0 3"
        );
        for position in positions::<Position>() {
            assert_eq!(parse_fen(&fen(&position)), Ok(position));
            assert_eq!(Position::read(&fen(&position)), Ok(position));
        }
    }

    #[test]
    fn drops_say_the_row() {
        assert_eq!(drops(&after(Position::default(), "3330"), &[3, 3, 3, 0]), "P@d1 P@d2 P@d3 P@a1");
        let position = after(Position::default(), "333");
        for (text, column) in [("P@d4", Ok(3)), ("P@a1", Ok(0)), ("3", Ok(3))] {
            assert_eq!(position.parse_move(text), column, "{text}");
        }
        for text in ["P@d3", "P@d5", "P@h1", "P@d", "p@d4", "d4", "P@é"] {
            assert!(position.parse_move(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, part) in [
            ("7/7/7/7/7", "6 rows"),
            ("7/7/7/7/7/6", "row 6 has 6 cells"),
            ("7/7/7/7/7/7P", "row 6 has 8 cells"),
            ("7/7/7/7/7/77777777777777777777777777777777777777777777777777", "row 6 has"),
            ("7/7/7/7/7/Px5", "row 6: 'x' is no cell"),
            ("7/7/7/7/P6/7", "no game leads here"),
            ("7/7/7/7/7/P6[] w", "no game leads here"),
        ] {
            let error = parse_fen(text).expect_err(part);
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
