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

impl TwoPlayerGame for Position {
    type Evaluation = Counts;
    const NAME: &'static str = "reversi";
    const TITLE: &'static str = "Reversi";
    const SIDES: [&'static str; 2] = ["black", "white"];
    const HELP: &'static str = "A cell such as d3 places a disc there; it turns the discs that it encloses.
X and O are discs; [ ] is what the last move changed.";
    const WRITTEN: &'static [Written<Self>] = &[Written::tuned::<Counts, Weights>("strong")];
    const LAYOUT: Option<Layout> = Some(eval::LAYOUT);
    const LEARNED: Option<&'static [u8]> = Some(include_bytes!(concat!(env!("OUT_DIR"), "/learned.z")));
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
    /// Each line is three plies longer than the one before. Neither side can force a win within ten plies.
    const POSITIONS: &'static str = include_str!("positions.txt");
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
    use boardbots_game::two_player::opening::{after, positions};

    #[test]
    fn views_and_choices_tell_all() {
        let position = after(Position::default(), "d3 c5");
        let cells = "0000000000000000000100000001100000222000000000000000000000000000";
        assert_eq!(
            Value::from(Position::shown(&Referee::new(position), None)),
            json!({"cells": cells, "counts": [3, 3]})
        );
        let d6 = position.moves().into_iter().find(|action| action.to_string() == "d6").unwrap();
        let choice = json!({"kind": "place", "row": 5, "column": 3, "turned": [[4, 3]]});
        assert_eq!(position.prospect(d6), choice);
        let passed = after(Position::default(), "d3").events(Move::PASS, &position);
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
        for (number, position) in positions::<Position>().into_iter().enumerate() {
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
