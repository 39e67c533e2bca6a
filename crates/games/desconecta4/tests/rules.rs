//! The rules by worked examples.

use crate::notation::{parse_position, position_text};
use crate::rules::{Action, Position};
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::side::Side;
use boardbots_search::position::{Ending, Position as _};

/// The text of a position from a drawing, top row first.
fn drawn(rows: [&str; 7], mover: u8, round: u32) -> String {
    let cells: String = rows.iter().rev().copied().collect();
    format!("{cells} {mover} {round}")
}

fn position(rows: [&str; 7], mover: u8, round: u32) -> Position {
    parse_position(&drawn(rows, mover, round)).unwrap()
}

fn after(moves: &str) -> Position {
    let mut position = Position::default();
    for digit in moves.chars() {
        position.play(position.parse_move(&digit.to_string()).unwrap());
    }
    position
}

#[test]
fn an_explosion_takes_the_row_and_lets_fall_what_lies_above() {
    let mut before = after("63333120032540336022");
    let due = ["0002000", "0001000", "0005000", "2021000", "2012000", "4011001", "2212121"];
    assert_eq!(position_text(&before), drawn(due, 1, 11));
    before.play(Action::BOOM);
    let due = ["0000000", "0002000", "0001000", "0005000", "2021000", "2012000", "2212121"];
    assert_eq!(position_text(&before), drawn(due, 2, 11));
    assert_eq!((before.bomb(Side::First), before.bomb(Side::Second) != 0), (0, true));
    assert_eq!(before.winner(), None);
}

#[test]
fn of_two_lines_the_one_found_first_loses() {
    let rows = ["0000100", "0020120", "1022211", "1021222", "1112215", "2122111", "2112241"];
    let mut position = position(rows, 2, 19);
    assert_eq!(position.winner(), None);
    position.play(Action::BOOM);
    let due = ["0000000", "0020120", "1020110", "1022221", "1111212", "2122111", "2112241"];
    assert_eq!(position_text(&position), drawn(due, 1, 20));
    assert_eq!((position.winner(), position.ended()), (Some(Some(Side::Second)), Some(Ending::Loss)));
}

#[test]
fn four_in_a_line_lose() {
    for (moves, winner) in [
        // Upright and level.
        ("0101010", Side::Second),
        ("0010203", Side::Second),
        ("60616253", Side::First),
    ] {
        assert_eq!(after(&moves[..moves.len() - 1]).winner(), None, "{moves}");
        assert_eq!(after(moves).winner(), Some(Some(winner)), "{moves}");
    }
    let rising = position(["0000000", "0000000", "0000000", "0000000", "0012000", "0122000", "1211000"], 1, 9);
    assert_eq!(rising.winner(), None);
    let rising = position(["0000000", "0000000", "0000000", "0001000", "0012000", "0122000", "1211000"], 2, 9);
    assert_eq!(rising.winner(), Some(Some(Side::Second)));
    let falling = position(["0000000", "0000000", "0000000", "2000000", "1200000", "1120000", "1212000"], 1, 9);
    assert_eq!(falling.winner(), Some(Some(Side::First)));
}

#[test]
fn bombs_are_part_of_lines() {
    let line = position(["0000000", "0000000", "0000000", "0000000", "0000000", "0000000", "1411022"], 2, 7);
    assert_eq!(line.winner(), Some(Some(Side::Second)));
}

#[test]
fn lines_do_not_go_round_an_edge() {
    let level = position(["0000000", "0000000", "0000000", "0000000", "0000000", "1000000", "2000111"], 1, 5);
    assert_eq!(level.winner(), None);
    let upright = position(["1000000", "1000000", "1000000", "2000000", "2000000", "1000000", "2100000"], 1, 5);
    assert_eq!(upright.winner(), None);
}

#[test]
fn bombs_come_in_every_fifth_round_to_those_who_have_none() {
    let mut position = after("01234560");
    for (round, mover) in [(5, Side::First), (5, Side::Second)] {
        assert_eq!((position.round(), position.mover()), (round, mover));
        assert!(position.drops_bomb());
        let moves = position.moves();
        assert_eq!(moves.len(), 7, "no bomb yet to explode");
        position.play(moves[if mover == Side::First { 2 } else { 4 }]);
        assert!(position.bomb(mover) != 0);
    }
    assert!(!position.drops_bomb());
    // The explosion is a whole turn.
    let pieces = position.occupied();
    position.play(Action::BOOM);
    assert_eq!((position.mover(), position.bomb(Side::First)), (Side::Second, 0));
    assert!(position.occupied().count_ones() < pieces.count_ones());
    // Green has none at round 10, blue still has his.
    let rest = ["0000000", "0000000", "0000000", "0000000", "0000000", "0000000", "0500012"];
    assert!(!parse_position(&drawn(rest, 2, 10)).unwrap().drops_bomb());
    assert!(parse_position(&drawn(rest, 1, 10)).unwrap().drops_bomb());
    assert!(!parse_position(&drawn(rest, 1, 11)).unwrap().drops_bomb());
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let rows = ["1122112", "2211221", "1122112", "2211221", "1122112", "2211221", "1122112"];
    let mut last = rows;
    last[0] = "1122110";
    let mut position = position(last, 2, 26);
    assert_eq!(position.winner(), None);
    position.play(position.parse_move("6").unwrap());
    assert_eq!((position.winner(), position.ended()), (Some(None), Some(Ending::Draw)));
}
