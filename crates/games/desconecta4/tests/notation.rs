//! Positions and actions as text, and the errors for invalid texts.

use crate::notation::{PositionError, parse_position};
use crate::rules::Position;
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_search::position::Position as _;

const EMPTY: &str = "0000000000000000000000000000000000000000000000000";

/// The error of a text, and its line.
fn wrong(text: &str) -> (PositionError, String) {
    let error = parse_position(text).unwrap_err();
    (error.clone(), error.to_string())
}

/// An empty board but for these cells from the lower left.
fn board(first: &str) -> String {
    format!("{first}{}", &EMPTY[first.len()..])
}

#[test]
fn positions_that_are_none() {
    for text in ["", " ", EMPTY, &format!("{EMPTY} 1")] {
        let (error, line) = wrong(text);
        assert_eq!(error, PositionError::Words(text.split_whitespace().count()));
        assert!(line.contains("CELLS MOVER ROUND"), "{line}");
    }
    for cells in ["0", &EMPTY[1..], &format!("{EMPTY}0"), "ñ"] {
        let (error, line) = wrong(&format!("{cells} 1 1"));
        assert_eq!(error, PositionError::Length(cells.chars().count()));
        assert!(line.contains("49 cells"), "{line}");
    }
    for found in ['3', '6', '7', '9', 'x', 'ñ', '-'] {
        let (error, line) = wrong(&format!("{}{found}{} 1 1", &EMPTY[..12], &EMPTY[13..]));
        assert_eq!(error, PositionError::Cell { column: 13, found });
        assert!(line.starts_with(&format!("column 13: '{found}'")), "{line}");
    }
    for mover in ["0", "3", "green", "01"] {
        assert_eq!(wrong(&format!("{EMPTY} {mover} 1")).0, PositionError::Mover(mover.into()));
    }
    for round in ["0", "-1", "1000001", "x", "99999999999999999999", "1.5"] {
        assert_eq!(wrong(&format!("{EMPTY} 1 {round}")).0, PositionError::Round(round.into()));
    }
}

#[test]
fn positions_that_cannot_be() {
    for cells in [
        // In the air; two bombs of one side.
        "00000001",
        "10000000000001",
        "4000004",
        "05050",
    ] {
        let (error, line) = wrong(&format!("{} 1 9", board(cells)));
        assert_eq!(error, PositionError::Impossible, "{cells}");
        assert!(line.contains("in the air"), "{line}");
    }
    assert!(parse_position(&format!("{} 1 9", board("4000005"))).is_ok());
    assert!(parse_position(&format!("{EMPTY} 2 1000000")).is_ok());
    assert!(parse_position(&format!("{EMPTY} 1 1 and more")).is_ok());
}

#[test]
fn actions_that_are_none() {
    let start = Position::default();
    for text in ["", "8", "9", "10", "-1", "+1", "x", "PUT1", " 1", "٣"] {
        let line = start.parse_move(text).unwrap_err();
        assert_eq!(line, format!("\"{text}\" is no action; there are 0 1 2 3 4 5 6").into());
    }
    assert_eq!(start.parse_move("7").unwrap_err(), "green has no bomb on the board; there are 0 1 2 3 4 5 6".into());
    let mut full = start;
    for text in ["0", "0", "0", "0", "0", "0", "0"] {
        full.play(full.parse_move(text).unwrap());
    }
    assert_eq!(full.parse_move("0").unwrap_err(), "column 0 is full; there are 1 2 3 4 5 6".into());
    let over = parse_position(&format!("{} 2 9", board("1111"))).unwrap();
    assert_eq!(over.parse_move("5").unwrap_err(), "the game has ended before 5".into());
}

#[test]
fn no_text_makes_a_parser_panic() {
    let mut rng = fastrand::Rng::with_seed(6);
    for _ in 0..20_000 {
        let text: String = (0..rng.usize(..70))
            .map(|at| match rng.u8(..20) {
                0 => rng.char(..),
                1 if at > 40 => ' ',
                _ => char::from(b'0' + rng.u8(..6)),
            })
            .collect();
        if let Ok(position) = parse_position(&text) {
            assert!(position.round() >= 1);
        }
        let _ = Position::default().parse_move(&text);
    }
}
