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

use crate::board::{Cells, FLOOR, SIDE, cell, lines, place};
use crate::draw::MAX_PLIES;
use crate::notation::{cells_text, parse_position, position_text};
use crate::positions;
use crate::rules::{Action, Position};
use boardbots_base::invalid::Invalid;
use boardbots_game::colour::Colour;
use boardbots_game::duel::board::{Board, seat};
use boardbots_game::duel::{Duel, recording};
use boardbots_game::listed::Page;
use boardbots_game::recording::Recordings;
use boardbots_game::referee::Referee;
use boardbots_game::terminal::Refusal;
use boardbots_game::terminal::argument::{Argument, Given};
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

impl Board for Position {
    type Choices = ();

    const TITLE: &'static str = "Desconecta4-BOOM";
    const OFFERS: &'static [(&'static str, &'static str, u8)] = &[
        ("desconecta4:strong,depth=8", "Club player", 4),
        ("desconecta4:strong,depth=1", "Beginner", 2),
        ("desconecta4:strong,depth=3", "Casual player", 3),
        ("desconecta4:strong,depth=11", "Expert", 5),
        ("desconecta4:course,depth=6", "Student", 3),
        ("desconecta4:learned,depth=12", "Master", 5),
    ];
    const DEPTH: u8 = 8;
    const ADVANTAGE: i32 = 400;

    const PAGES: &'static [Page] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));
    const RECORDINGS: Option<Recordings> = Some(recording::recordings::<Self>());
    const BENCH: (&'static [u8], u8, u8) = (&[8, 10, 12], 14, 8);

    fn nodes(&self) -> u64 {
        600_000
    }

    fn positions() -> Vec<Self> {
        positions::positions()
    }

    fn read(text: &str) -> Result<Self, Invalid> {
        let words = text.split_whitespace().count();
        match parse_position(text) {
            // The files of recorded games say more on a line; here that would be a mistake.
            Ok(_) if words > 3 => {
                Err(Invalid::new(format_args!("a position is three words, CELLS MOVER ROUND; here are {words}")))
            }
            read => read.map_err(Invalid::new),
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
            u8::from(self.bomb(Colour::Green) != 0),
            u8::from(self.bomb(Colour::Blue) != 0),
            u8::from(winner.is_some()),
            winner.flatten().map_or(0, Colour::number),
            u8::from(self.drops_bomb()),
        )
    }

    fn arguments() -> Vec<Argument> {
        FOREIGN.iter().map(|name| Argument::text(name, "VALUE", "").hidden()).collect()
    }

    fn given(given: &Given) -> Result<(), Refusal> {
        if FOREIGN.iter().any(|name| given.has(name)) {
            return Err(Refusal::Usage("--map, --size, --seed and --first are for tron".into(), None));
        }
        Ok(())
    }

    fn shown(referee: &Referee<Self>) -> Map<String, Value> {
        let position = referee.position;
        let bomb = |side| Some(position.bomb(side)).filter(|bomb| *bomb != 0).map(place);
        let now = position.key();
        let mut shown = Map::new();
        shown.insert("cells".into(), cells_text(&position).into());
        shown.insert("round".into(), position.round().into());
        shown.insert("drops_bomb".into(), (position.ended().is_none() && position.drops_bomb()).into());
        shown.insert("bombs".into(), json!(Colour::ALL.map(bomb)));
        shown.insert("counts".into(), json!(Colour::ALL.map(|side| position.count(side))));
        let lined = Colour::ALL.into_iter().fold(0, |found, side| found | lines(position.pieces(side)));
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
        event["seat"] = seat(self.mover()).into();
        if action == Action::BOOM {
            let (row, _) = place(self.bomb(self.mover()));
            let gone = hit(self);
            let above = listed(self.occupied()).into_iter().filter(|[from, _]| *from > row);
            let fallen = above.filter(|[_, column]| gone & cell(row, *column) != 0);
            event["fallen"] = fallen.map(|[from, column]| [column, from, from - 1]).collect();
        }
        let lined = Colour::ALL.map(|side| (side, lines(after.pieces(side))));
        let lined = lined.into_iter().filter(|(_, cells)| *cells != 0);
        let lined = lined.map(|(side, cells)| json!({"kind": "line", "seat": seat(side), "cells": listed(cells)}));
        std::iter::once(event).chain(lined).collect()
    }

    fn reason(&self) -> &'static str {
        match self.ended() {
            Some(Ending::Draw) => "duel.reason.full",
            _ => "duel.reason.line",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_game::duel::board::begin;
    use boardbots_game::duel::board::opening_of_seed;
    use boardbots_game::setup::{Opening, Openings};

    fn after(digits: &str) -> Position {
        digits.chars().fold(Position::default(), |mut position, digit| {
            position.play(position.parse_move(&digit.to_string()).expect("a legal move"));
            position
        })
    }

    /// The worked example of an explosion: four pieces vanish, and blue's bomb falls.
    #[test]
    fn an_explosion_says_what_vanished_and_what_fell() {
        let before = after("63333120032540336022");
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
        let before = after("001020");
        let done = after("0010203");
        let action = Action::new(3).expect("a column");
        let dropped = json!({"kind": "drop", "seat": 0, "column": 3, "row": 0, "bomb": false});
        let line = json!({"kind": "line", "seat": 0, "cells": [[0, 0], [0, 1], [0, 2], [0, 3]]});
        assert_eq!(before.events(action, &done), [dropped, line]);
        assert_eq!(done.reason(), "duel.reason.line");
        let shown = Position::shown(&Referee::new(done));
        assert_eq!((&shown["lines"], &shown["seen"]), (&json!([[0, 0], [0, 1], [0, 2], [0, 3]]), &json!(1)));
    }

    #[test]
    fn bombs_are_announced_and_shown() {
        let shown = Position::shown(&Referee::new(after("01234560")));
        assert_eq!(
            (&shown["drops_bomb"], &shown["bombs"], &shown["round"]),
            (&json!(true), &json!([null, null]), &json!(5))
        );
        let shown = Position::shown(&Referee::new(after("012345603")));
        assert_eq!((&shown["bombs"], &shown["counts"]), (&json!([[1, 3], null]), &json!([5, 4])));
    }

    #[test]
    fn openings_are_open_and_many() {
        let openings = Openings::default();
        let mut seen = std::collections::HashSet::new();
        for seed in 0..30 {
            let opening = opening_of_seed::<Position>(seed, &openings);
            assert_eq!(opening, opening_of_seed::<Position>(seed, &openings));
            assert_eq!(begin::<Position>(&opening).expect("legal moves").plies(), 8);
            seen.insert(opening.moves);
        }
        assert!(seen.len() > 25, "{}", seen.len());
    }

    #[test]
    fn given_lines_are_used() {
        let lines = vec!["3344".to_string(), "0".to_string()];
        let openings = Openings { lines: lines.clone(), ..Openings::default() };
        let used: Vec<String> = (0..20).map(|seed| opening_of_seed::<Position>(seed, &openings).moves).collect();
        assert!(lines.iter().all(|line| used.contains(line)) && used.iter().all(|line| lines.contains(line)));
    }

    #[test]
    fn moves_that_are_not_legal_are_told() {
        let bad = Opening { options: Vec::new(), moves: "39".into() };
        assert!(begin::<Position>(&bad).is_err_and(|error| error.starts_with("move 2")));
    }
}
