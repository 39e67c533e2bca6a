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

use super::eval::{self, Counts, Weights};
use super::notation::{board_text, parse_position, places, position_text};
use super::rules::{Move, Position, SIDE};
use boardbots_base::invalid::InputError;
use boardbots_game::learned::patterns::{Layout, Planes};
use boardbots_game::listed::Page;
use boardbots_game::options::Settings;
use boardbots_game::picture::{Ink, Picture};
use boardbots_game::recording::Recordings;
use boardbots_game::two_player::bot::{Prover, Written};
use boardbots_game::two_player::side::Side;
use boardbots_game::two_player::state::Referee;
use boardbots_game::two_player::{TwoPlayerGame, recording};
use boardbots_search::Options;
use boardbots_search::position::{Ending, Position as _};
use boardbots_search::solve::Solver;
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

impl TwoPlayerGame for Position {
    type Evaluation = Counts;
    const NAME: &'static str = "reversi";
    const TITLE: &'static str = "Reversi";
    const SIDES: [&'static str; 2] = ["black", "white"];
    const HELP: &'static str = "A cell such as d3 places a disc there; it turns the discs that it encloses.
X and O are discs; [ ] is what the last move changed.";
    const WRITTEN: &'static [Written<Self>] = &[Written::tuned::<Counts, Weights>("strong")];
    const LAYOUT: Option<Layout> = Some(eval::LAYOUT);
    const LEARNED: Option<&'static str> = Some(include_str!("reversi.learned"));
    const DEPTH: u8 = 9;
    const OFFERS: &'static [(&'static str, &'static str, u8)] = &[
        ("strong,depth=6", "Club player", 4),
        ("strong,depth=1", "Beginner", 2),
        ("strong,depth=3", "Casual player", 3),
        ("strong,depth=9", "Expert", 5),
        ("learned,depth=9", "Master", 5),
    ];
    const ADVANTAGE: i32 = 1000;
    const BENCH: (&'static [u8], u8, u8) = (&[6, 8, 9], 10, 9);
    const PAGES: &'static [Page] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));
    const RECORDINGS: Option<Recordings> = Some(recording::recordings::<Self>());

    fn start(_: &Settings) -> Result<Self, InputError> {
        Ok(Self::default())
    }

    fn turn(&self) -> Side {
        Side::ALL[self.seat]
    }

    fn picture(&self) -> Picture {
        let discs = self.discs();
        let owner = |cell: usize| Side::ALL.into_iter().find(|side| discs[side.seat()] >> cell & 1 == 1);
        let mut picture = Picture::of_cells(SIDE.into(), SIDE.into(), |row, column| {
            let owner = owner(usize::from(SIDE) * row + column);
            owner.map_or(('.', Ink::Faint), |side| (['X', 'O'][side.seat()], Ink::Side(side)))
        });
        let [black, white] = discs.map(u64::count_ones);
        picture.say(format!("black {black}, white {white}: "));
        picture.say(if self.ended().is_some() {
            "the game has ended".into()
        } else {
            format!("{} to move", Self::called(self.turn()))
        });
        picture
    }

    fn refusal(&self, text: &str) -> Option<String> {
        let is_cell = matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
        is_cell.then(|| format!("a disc on {text} would turn none")).or_else(|| {
            (text == "pass").then(|| format!("{} can place a disc and so cannot pass", Self::called(self.turn())))
        })
    }

    fn pass(&self) -> Option<Move> {
        self.must_pass().then_some(Move::PASS)
    }

    #[inline]
    fn planes(&self) -> Planes {
        eval::seen(self)
    }

    const SCORE_IS_LEAD: bool = true;

    fn prover(options: Options) -> Option<Box<dyn Prover<Self>>> {
        Some(Box::new(Solver::new(options)))
    }

    fn positions() -> Vec<Self> {
        GAMES.map(after).to_vec()
    }

    fn read(text: &str) -> Result<Self, InputError> {
        parse_position(text)
    }

    fn text(&self) -> Option<String> {
        Some(position_text(self))
    }

    fn shown(game: &Referee<Self>, _: Option<(&Self, Move)>) -> Map<String, Value> {
        let position = &game.position;
        let mut shown = Map::new();
        shown.insert("cells".into(), board_text(position, ['0', '1', '2']).into());
        shown.insert("counts".into(), json!(position.discs().map(u64::count_ones)));
        shown
    }

    fn prospect(&self, action: Move) -> Value {
        let Some([row, column]) = action.place() else { return json!({"kind": "pass"}) };
        let turned: Vec<[u8; 2]> = places(self.turned(action)).collect();
        json!({"kind": "place", "row": row, "column": column, "turned": turned})
    }

    fn events(&self, action: Move, _: &Self) -> Vec<Value> {
        let mut event = self.prospect(action);
        event["seat"] = self.seat.into();
        event["choice"] = action.to_string().into();
        vec![event]
    }

    fn reason(&self) -> &'static str {
        let Self { own, others, .. } = *self;
        match self.ended() {
            Some(Ending::Draw) => "reversi.reason.equal",
            _ if own == 0 || others == 0 => "reversi.reason.all",
            _ if own | others == u64::MAX => "reversi.reason.full",
            _ => "reversi.reason.stuck",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_and_choices_tell_all() {
        let position = after("d3c5");
        let cells = "0000000000000000000100000001100000222000000000000000000000000000";
        assert_eq!(
            Value::from(Position::shown(&Referee::new(position), None)),
            json!({"cells": cells, "counts": [3, 3]})
        );
        let d6 = position.moves().into_iter().find(|action| action.to_string() == "d6").unwrap();
        let choice = json!({"kind": "place", "row": 5, "column": 3, "turned": [[4, 3]]});
        assert_eq!(position.prospect(d6), choice);
        let passed = after("d3").events(Move::PASS, &position);
        assert_eq!(passed, [json!({"kind": "pass", "choice": "pass", "seat": 1})]);
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
            assert_eq!(position.reason(), format!("reversi.reason.{key}"));
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
