//! Desconecta4-BOOM at tables.
//!
//! Rows count from the bottom. A match shows
//!
//! - `cells`: 49 digits from the lower left, row by row: 0 empty, 1 and 2 pieces of the first and
//!   second seat, 4 and 5 their bombs;
//! - `round`: from 1; `drops_bomb`: whether the next piece is one; `bombs`: the cell of each seat's
//!   bomb, or null; `counts`: pieces of each seat;
//! - `lines`: the cells of all lines;
//! - `most_plies`: after how many it is drawn; `seen`: how often there was this position, of which the
//!   third time is a draw.
//!
//! A piece is a choice or event `drop` with `column`, `row` and `bomb`; an explosion is `boom` with the
//! bomb's `row` and `column`, the cells `removed`, and as event with what has `fallen`: column, row
//! before and row after of each piece. `line` says who has one, and its cells.

use crate::board::{BOARD, Cells, FLOOR, SIDE, cell, lines, place};
use crate::eval::{Course, Strong, Weights, row_of};
use crate::notation::{self, cells_text, parse_position, position_text};
use crate::rules::{self, Action, MAX_PLIES, Position};
use crate::tally::PHASES;
use boardbots_base::invalid::InputError;
use boardbots_game::learned::patterns::{Layout, Planes};
use boardbots_game::listed::Page;
use boardbots_game::options::Settings;
use boardbots_game::picture::{Picture, Reader};
use boardbots_game::recording::Recordings;
use boardbots_game::terminal::SetupError;
use boardbots_game::terminal::argument::{Argument, Given};
use boardbots_game::two_player::bot::Written;
use boardbots_game::two_player::side::{COLOURS, Side};
use boardbots_game::two_player::state::{Drawn, Referee};
use boardbots_game::two_player::{TwoPlayerGame, recording};
use boardbots_search::position::{Ending, Position as _};
use serde_json::{Map, Value, json};

/// Options of the terminal that are understood but refused: they belong to another game.
const FOREIGN: [&str; 4] = ["map", "size", "seed", "first"];

/// The cells of a set, row by row from below.
fn listed(cells: Cells) -> Vec<[u8; 2]> {
    let places = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| [row, column]));
    places.filter(|[row, column]| cells & cell(*row, *column) != 0).collect()
}

/// The row in which the next piece of a column that is not full comes to lie.
fn landing(position: &Position, column: u8) -> u8 {
    let taken = |row: &u8| position.occupied() & cell(*row, column) != 0;
    (0..SIDE).take_while(taken).fold(0, |height, _| height + 1)
}

/// The pieces that an explosion of the mover's bomb removes.
fn hit(position: &Position) -> Cells {
    let (row, _) = place(position.bomb(position.mover()));
    position.pieces(position.mover()) & FLOOR << row
}

/// Up to this number, pieces are few.
const FEW: u8 = 15;
/// Up to this number beyond the few, they are more.
const MORE: u8 = 12;
/// Few, more, many.
const FILLED: u8 = 3;
/// A phase is that of the bombs, of a board with few, more or many pieces; a stage is whose turn it is.
const LAYOUT: Layout =
    Layout { boards: 1, rows: SIDE, columns: SIDE, stride: SIDE + 1, phases: PHASES * FILLED, stages: 2, images: 2 };

impl TwoPlayerGame for Position {
    type Evaluation = Strong;
    const NAME: &'static str = "desconecta4";
    const TITLE: &'static str = "Desconecta4-BOOM";
    const SIDES: [&'static str; 2] = COLOURS;
    const MOVE: &'static str = "action";
    const SHORT_MOVES: bool = true;
    const WORDS: &'static [(&'static str, &'static str)] = notation::WORDS;
    const HELP: &'static str = notation::HELP;
    const WRITTEN: &'static [Written<Self>] =
        &[Written::tuned::<Strong, Weights>("strong"), Written::plain::<Course>("course")];
    const LAYOUT: Option<Layout> = Some(LAYOUT);
    const LEARNED: Option<&'static [u8]> = Some(include_bytes!(concat!(env!("OUT_DIR"), "/learned.z")));
    const DEPTH: u8 = 12;
    const TABLE_DEPTH: u8 = 8;
    const OFFERS: &'static [(&'static str, &'static str, u8)] = &[
        ("strong,depth=8", "Club player", 4),
        ("strong,depth=1", "Beginner", 2),
        ("strong,depth=3", "Casual player", 3),
        ("strong,depth=11", "Expert", 5),
        ("course,depth=6", "Student", 3),
        ("learned,depth=12", "Master", 5),
    ];
    const ADVANTAGE: i32 = 400;
    const PAGES: &'static [Page] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));
    const RECORDINGS: Option<Recordings> = Some(recording::recordings::<Self>());
    const BENCH: (&'static [u8], u8, u8) = (&[8, 10, 12], 14, 8);
    /// Random actions that do not lose at once, to positions that are open for some plies more: from the start to full
    /// boards, in every phase of the bombs.
    const POSITIONS: &'static str = include_str!("positions.txt");

    fn start(_: &Settings) -> Result<Self, InputError> {
        Ok(Self::default())
    }

    fn turn(&self) -> Side {
        self.mover()
    }

    fn picture(&self) -> Picture {
        notation::picture(self, None, Reader::Person)
    }

    fn refusal(&self, text: &str) -> Option<String> {
        let action = text.parse().ok().filter(|_| text.len() == 1).and_then(Action::new)?;
        Some(match action {
            Action::BOOM => format!("{} has no bomb on the board", self.mover().colour()),
            _ => format!("column {action} is full"),
        })
    }

    fn drawn(history: &[u64]) -> Option<Drawn> {
        rules::drawn(history)
    }

    /// A cell is empty, and a piece of either side completes a line there or does not; or it has a piece of a side
    /// that its bomb would remove or would not.
    #[inline]
    fn planes(&self) -> Planes {
        let (mover, occupied) = (self.mover(), self.occupied());
        let empty = BOARD & !occupied;
        let [own, others] = [mover, mover.other()];
        let hit = |side| self.pieces(side) & row_of(self.bomb(side));
        let low = self.closing(own) & empty | self.pieces(others);
        let middle = self.closing(others) & empty | hit(own) | hit(others);
        let filled = (self.count(own) + self.count(others)).saturating_sub(FEW).div_ceil(MORE).min(FILLED - 1);
        Planes { bits: [low, middle, occupied], phase: filled * PHASES + self.phase(), stage: mover as u8 }
    }

    fn nodes(&self) -> u64 {
        600_000
    }

    fn read(text: &str) -> Result<Self, InputError> {
        let words = text.split_whitespace().count();
        match parse_position(text) {
            // The files of recorded games say more on a line; here that would be a mistake.
            Ok(_) if words > 3 => {
                Err(InputError::new(format_args!("a position is three words, CELLS MOVER ROUND; here are {words}")))
            }
            read => read.map_err(InputError::new),
        }
    }

    fn text(&self) -> Option<String> {
        Some(position_text(self))
    }

    /// Cells, mover, round, whether green and blue have a bomb, a mask of the moves in hexadecimal, whether
    /// the game has ended, who has won (0 for no side), whether the next drop is a bomb.
    fn recorded(&self) -> String {
        let moves = self.moves();
        let mask = moves.iter().fold(0_u8, |mask, action| mask | 1 << action.number());
        let winner = self.winner();
        format!(
            "{} {} {} {}{} {mask:02x} {} {} {}",
            cells_text(self),
            self.mover().number(),
            self.round(),
            u8::from(self.bomb(Side::First) != 0),
            u8::from(self.bomb(Side::Second) != 0),
            u8::from(winner.is_some()),
            winner.flatten().map_or(0, Side::number),
            u8::from(self.drops_bomb()),
        )
    }

    fn arguments() -> Vec<Argument> {
        FOREIGN.iter().map(|name| Argument::text(name, "VALUE", "").hidden()).collect()
    }

    fn given(given: &Given) -> Result<Settings, SetupError> {
        if FOREIGN.iter().any(|name| given.has(name)) {
            return Err(SetupError::Usage("--map, --size, --seed and --first are for tron".into(), None));
        }
        Ok(Settings::default())
    }

    fn seen(&self, last: Option<(&Self, Action)>, reader: Reader) -> Picture {
        notation::picture(self, last, reader)
    }

    fn keystroke(action: Action) -> String {
        notation::keystroke(action)
    }

    fn typed(&self, line: &str) -> Result<Action, InputError> {
        notation::typed(self, line)
    }

    fn account(&self, action: Action) -> String {
        notation::account(self, action)
    }

    fn shown(referee: &Referee<Self>, _: Option<(&Self, Action)>) -> Map<String, Value> {
        let position = referee.position;
        let bomb = |side| Some(position.bomb(side)).filter(|bomb| *bomb != 0).map(place);
        let now = position.key();
        let mut shown = Map::new();
        shown.insert("cells".into(), cells_text(&position).into());
        shown.insert("round".into(), position.round().into());
        shown.insert("drops_bomb".into(), (position.ended().is_none() && position.drops_bomb()).into());
        shown.insert("bombs".into(), json!(Side::ALL.map(bomb)));
        shown.insert("counts".into(), json!(Side::ALL.map(|side| position.count(side))));
        let lined = Side::ALL.into_iter().fold(0, |found, side| found | lines(position.pieces(side)));
        shown.insert("lines".into(), json!(listed(lined)));
        shown.insert("most_plies".into(), MAX_PLIES.into());
        shown.insert("seen".into(), referee.keys.iter().filter(|key| **key == now).count().into());
        shown
    }

    fn prospect(&self, action: Action) -> Value {
        if action == Action::BOOM {
            let (row, column) = place(self.bomb(self.mover()));
            return json!({"kind": "boom", "row": row, "column": column, "removed": listed(hit(self))});
        }
        let column = action.number();
        json!({"kind": "drop", "column": column, "row": landing(self, column), "bomb": self.drops_bomb()})
    }

    fn events(&self, action: Action, after: &Self) -> Vec<Value> {
        let mut event = self.prospect(action);
        event["seat"] = self.mover().seat().into();
        if action == Action::BOOM {
            let (row, _) = place(self.bomb(self.mover()));
            let gone = hit(self);
            let above = listed(self.occupied()).into_iter().filter(|[from, _]| *from > row);
            let fallen = above.filter(|[_, column]| gone & cell(row, *column) != 0);
            event["fallen"] = fallen.map(|[from, column]| [column, from, from - 1]).collect();
        }
        let lined = Side::ALL.map(|side| (side, lines(after.pieces(side))));
        let lined = lined.into_iter().filter(|(_, cells)| *cells != 0);
        let lined = lined.map(|(side, cells)| json!({"kind": "line", "seat": side.seat(), "cells": listed(cells)}));
        std::iter::once(event).chain(lined).collect()
    }

    fn reason(&self) -> &'static str {
        if self.ended() == Some(Ending::Draw) { "duel.reason.full" } else { "duel.reason.line" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_game::setup::{Opening, Openings};
    use boardbots_game::two_player::opening::{after, begin, of_seed, positions};

    /// The worked example of an explosion: four pieces vanish, and blue's bomb falls.
    #[test]
    fn an_explosion_says_what_vanished_and_what_fell() {
        let before = after(Position::default(), "63333120032540336022");
        let mut done = before;
        done.play(Action::BOOM);
        let removed = json!([[1, 0], [1, 2], [1, 3], [1, 6]]);
        let told = json!({"kind": "boom", "row": 1, "column": 0, "removed": removed});
        assert_eq!(before.prospect(Action::BOOM), told);
        let events = before.events(Action::BOOM, &done);
        assert_eq!(events.len(), 1, "no side has a line");
        let fallen =
            json!([[0, 2, 1], [2, 2, 1], [3, 2, 1], [0, 3, 2], [2, 3, 2], [3, 3, 2], [3, 4, 3], [3, 5, 4], [3, 6, 5]]);
        assert_eq!((&events[0]["seat"], &events[0]["fallen"]), (&json!(0), &fallen));
    }

    #[test]
    fn who_makes_a_line_is_told_with_its_cells() {
        let before = after(Position::default(), "001020");
        let done = after(Position::default(), "0010203");
        let action = Action::new(3).expect("a column");
        let dropped = json!({"kind": "drop", "seat": 0, "column": 3, "row": 0, "bomb": false});
        let line = json!({"kind": "line", "seat": 0, "cells": [[0, 0], [0, 1], [0, 2], [0, 3]]});
        assert_eq!(before.events(action, &done), [dropped, line]);
        assert_eq!(done.reason(), "duel.reason.line");
        let shown = Position::shown(&Referee::new(done), None);
        assert_eq!((&shown["lines"], &shown["seen"]), (&json!([[0, 0], [0, 1], [0, 2], [0, 3]]), &json!(1)));
    }

    #[test]
    fn bombs_are_announced_and_shown() {
        let shown = Position::shown(&Referee::new(after(Position::default(), "01234560")), None);
        assert_eq!(
            (&shown["drops_bomb"], &shown["bombs"], &shown["round"]),
            (&json!(true), &json!([null, null]), &json!(5))
        );
        let shown = Position::shown(&Referee::new(after(Position::default(), "012345603")), None);
        assert_eq!((&shown["bombs"], &shown["counts"]), (&json!([[1, 3], null]), &json!([5, 4])));
    }

    #[test]
    fn openings_are_open_and_many() {
        let openings = Openings::default();
        let mut seen = std::collections::HashSet::new();
        for seed in 0..30 {
            let opening = of_seed::<Position>(seed, &openings);
            assert_eq!(opening, of_seed::<Position>(seed, &openings));
            assert_eq!(begin::<Position>(&opening).expect("legal moves").moves.len(), 8);
            seen.insert(opening.moves);
        }
        assert!(seen.len() > 25, "{}", seen.len());
    }

    #[test]
    fn given_lines_are_used() {
        let lines = vec!["3344".to_string(), "0".to_string()];
        let openings = Openings { lines: lines.clone(), ..Openings::default() };
        let used: Vec<String> = (0..20).map(|seed| of_seed::<Position>(seed, &openings).moves).collect();
        assert!(lines.iter().all(|line| used.contains(line)) && used.iter().all(|line| lines.contains(line)));
    }

    #[test]
    fn moves_that_are_not_legal_are_told() {
        let bad = Opening { options: Vec::new(), moves: "39".into() };
        assert!(begin::<Position>(&bad).is_err_and(|error| error.starts_with("move 2")));
    }

    #[test]
    fn fixed_positions_are_in_every_phase() {
        let positions = positions::<Position>();
        for phase in 0..PHASES {
            assert!(positions.iter().any(|position| position.phase() == phase), "phase {phase}");
        }
    }
}
