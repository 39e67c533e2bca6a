//! Reversi as the rest of the program knows it.
//!
//! Rows count from the top. A view has
//!
//! - `cells`: 64 digits from the upper left, row by row: 0 empty, 1 and 2 discs of the first and second seat;
//! - `counts`: how many discs each seat has.
//!
//! A choice and an event `place` have `row`, `column`, and in `turned` the cells of the discs that change sides; a
//! choice and an event `pass` have nothing of their own. Both have the move's text in `choice`, and events have the
//! `seat`.

use super::notation::{board_text, places};
use super::rules::{Move, Position};
use boardbots_search::position::{Ending, Position as _};
use serde_json::{Map, Value, json};

/// Moves that lead to the positions of the bench, each three plies longer than the one before. Neither side can force a
/// win within ten plies.
pub const GAMES: [&str; 16] = [
    "",
    "f5f4g3",
    "d3c5d6c7f6f4",
    "d3c5d6e3f4d2b4g5f3",
    "f5d6c3f4f6c4e3f3g5d3f2e6",
    "e6d6c5b6d7f4c3c4e3f5g6g5b3c7d3",
    "e6f4d3d6e3c4c5c6b3f5g6g5h6e7b6d2c3a6",
    "f5d6c3f4c6c4b3g5e6d7g4h3c7e3e8c8f2c5e7d2b4",
    "e6f4c3c4b3d6e3f2c6f6g4c5d2g3g6d7g5f7f8b5h2h4e7a2",
    "c4e3f6c5d3c2f3g3b6c6e6b5a5a4a3e7b3g5d6c7d7a6d8e8a7a2b4",
    "f5d6c4f4c5f6g6c3e3d2c2g5f2d3e1b3a4b4h6d1c1g3e7f7h4h5b5a5a6d8",
    "e6f4c3d6f5c4d3f7b4f6c5b3a3e3d7a4a5b6g5g6e2h6e7f8b5c7h5e1f2c6f1g4h4",
    "f5d6c3d3c4f3e3d2e1f2e6f6g2c5g3b4d7h3f4e7g6g5a4a3h6a5b6c8h4b3c2b1h2c1e2d1",
    "d3c5f6e3c4f3f5b3e2c3g4e1d6d7b4h5f2g6c6f7a3f4e7f1c7a4e6d2c2b5g7f8g5d8d1h8b6c8a5",
    "f5f6e6f4e3f2g5h6f3g3g6g4h4f7h3c6f8h7f1e1d1e7d8e8c5d6d2e2d3c8g1c2b3g7g2g8c3h5h8b4b5a4",
    "f5d6c3f4f6c4e3f3d3c2c5e6f2b4e7g4g3d7b3a4a5d2c6b6h4g5a6d8f8a3e2b5a2c7e8b2g6f7b8g1f1g8c8a8a1",
];

/// The position after these moves, which must be legal; none of them is a pass.
///
/// # Panics
/// A move is not legal.
#[must_use]
pub fn after(moves: &str) -> Position {
    moves.as_bytes().chunks(2).fold(Position::default(), |mut position, text| {
        let action = position.moves().into_iter().find(|action| action.to_string().as_bytes() == text);
        position.play(action.expect("a legal move"));
        position
    })
}

/// The board, for a view.
#[must_use]
pub fn shown(position: &Position) -> Map<String, Value> {
    let mut shown = Map::new();
    shown.insert("cells".into(), board_text(position, ['0', '1', '2']).into());
    shown.insert("counts".into(), json!(position.discs().map(u64::count_ones)));
    shown
}

/// What a move does.
#[must_use]
pub fn prospect(position: &Position, action: Move) -> Value {
    let choice = action.to_string();
    let Some([row, column]) = action.place() else { return json!({"kind": "pass", "choice": choice}) };
    let turned: Vec<[u8; 2]> = places(position.turned(action)).collect();
    json!({"kind": "place", "row": row, "column": column, "turned": turned, "choice": choice})
}

/// What a move of this position has done.
#[must_use]
pub fn event(position: &Position, action: Move) -> Value {
    let mut event = prospect(position, action);
    event["seat"] = position.seat.into();
    event
}

/// Why a position ends the game, as a key of the pages' texts.
#[must_use]
pub fn reason(position: &Position) -> &'static str {
    let Position { own, others, .. } = *position;
    match position.ended() {
        Some(Ending::Draw) => "reversi.reason.equal",
        _ if own == 0 || others == 0 => "reversi.reason.all",
        _ if own | others == u64::MAX => "reversi.reason.full",
        _ => "reversi.reason.stuck",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;

    #[test]
    fn views_and_choices_tell_all() {
        let position = after("d3c5");
        let cells = "0000000000000000000100000001100000222000000000000000000000000000";
        assert_eq!(Value::from(shown(&position)), json!({"cells": cells, "counts": [3, 3]}));
        let d6 = position.moves().into_iter().find(|action| action.to_string() == "d6").unwrap();
        let choice = json!({"kind": "place", "row": 5, "column": 3, "turned": [[4, 3]], "choice": "d6"});
        assert_eq!(prospect(&position, d6), choice);
        assert_eq!(event(&after("d3"), Move::PASS), json!({"kind": "pass", "choice": "pass", "seat": 1}));
    }

    #[test]
    fn reasons_tell_how_it_ended() {
        let position = |first, second| Position::new([first, second], 0).unwrap();
        let middle = 0x0000_0018_1800_0000;
        let half = 0xffff_ffff_0000_0000;
        for (position, key) in [
            (position(half, !half), "equal"),
            (position(u64::MAX << 1, 1), "full"),
            (position(0, middle), "all"),
            (position(1, middle), "stuck"),
        ] {
            assert!(position.ended().is_some(), "{key}");
            assert_eq!(reason(&position), format!("reversi.reason.{key}"));
        }
    }

    /// Of all phases, and nobody wins at once.
    #[test]
    fn games_of_the_bench_go_on() {
        for (number, position) in GAMES.map(after).into_iter().enumerate() {
            let discs = position.discs().map(u64::count_ones).iter().sum::<u32>();
            assert_eq!((discs as usize, position.ended()), (4 + 3 * number, None));
            for action in position.moves() {
                let mut next = position;
                next.play(action);
                assert_eq!(next.ended(), None, "{number}: {action}");
            }
        }
    }
}
