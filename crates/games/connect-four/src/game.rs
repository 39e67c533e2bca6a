//! Connect Four as the rest of the program knows it.
//!
//! Rows count from the bottom. A view has
//!
//! - `cells`: 42 digits from the lower left, row by row: 0 empty, 1 and 2 pieces of the first and second
//!   seat;
//! - `lines`: the cells of all lines of four.
//!
//! A choice and an event `drop` have `column` and `row`; an event `line` has its `cells`.

use super::notation::{cells, parse_position, position_text};
use super::rules::{Column, Position, cell, lines};
use super::solver::Solver;
use boardbots_base::invalid::Invalid;
use boardbots_game::colour::Colour;
use boardbots_game::duel::board::{Board, Prover, seat};
use boardbots_game::duel::{Duel, recording};
use boardbots_game::listed::Page;
use boardbots_game::recording::Recordings;
use boardbots_game::referee::Referee;
use boardbots_search::position::{Ending, Position as _};
use serde_json::{Map, Value, json};

/// Drops that lead to the positions of the bench. Neither side can force a win within fourteen plies.
pub const GAMES: [&str; 16] = [
    "",
    "4",
    "53",
    "145",
    "6625",
    "46054",
    "615330",
    "6303223",
    "52631413",
    "402566515",
    "4134150321",
    "30243505055",
    "420631544645",
    "1024365300614",
    "36010123105416",
    "4200231320266552",
];

/// The position after these drops, which must be legal.
#[must_use]
pub fn after(digits: &str) -> Position {
    digits.bytes().fold(Position::default(), |mut position, digit| {
        position.play(digit - b'0');
        position
    })
}

/// The cells of a set as `[row, column]`.
fn listed(set: u64) -> Vec<[u8; 2]> {
    cells().filter(|(row, column)| set & cell(*row, *column) != 0).map(<[u8; 2]>::from).collect()
}

fn all_lines(position: &Position) -> u64 {
    Colour::ALL.into_iter().fold(0, |found, side| found | lines(position.pieces(side)))
}

impl Board for Position {
    type Choices = ();

    const TITLE: &'static str = "Connect Four";
    const OFFERS: &'static [(&'static str, &'static str, u8)] = &[
        ("connect-four:strong,depth=8", "Club player", 4),
        ("connect-four:strong,depth=1", "Beginner", 2),
        ("connect-four:strong,depth=3", "Casual player", 3),
        ("connect-four:strong,depth=12", "Expert", 5),
        ("connect-four:learned,depth=13", "Master", 5),
    ];
    const DEPTH: u8 = 8;
    const ADVANTAGE: i32 = 20;
    /// Any value: the best evaluation is sure of a win in many a position that is lost.
    const DECIDED: i16 = 0;
    const BENCH: (&'static [u8], u8, u8) = (&[8, 10, 12], 14, 7);
    const PAGES: &'static [Page] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));
    const RECORDINGS: Option<Recordings> = Some(recording::recordings::<Self>());

    fn prover() -> Option<Box<dyn Prover<Self>>> {
        Some(Box::new(Solver::default()))
    }

    fn positions() -> Vec<Self> {
        GAMES.map(after).to_vec()
    }

    fn read(text: &str) -> Result<Self, Invalid> {
        parse_position(text)
    }

    fn text(&self) -> Option<String> {
        Some(position_text(self))
    }

    fn shown(referee: &Referee<Self>) -> Map<String, Value> {
        let position = referee.position;
        let mut shown = Map::new();
        shown.insert("cells".into(), position_text(&position).into());
        shown.insert("lines".into(), json!(listed(all_lines(&position))));
        shown
    }

    fn prospect(&self, column: Column) -> Value {
        json!({"kind": "drop", "column": column, "row": listed(self.landing(column))[0][0]})
    }

    fn events(&self, column: Column, after: &Self) -> Vec<Value> {
        let mut event = self.prospect(column);
        event["seat"] = seat(self.turn()).into();
        let line = listed(all_lines(after));
        let line = (!line.is_empty()).then(|| json!({"kind": "line", "seat": seat(self.turn()), "cells": line}));
        std::iter::once(event).chain(line).collect()
    }

    fn reason(&self) -> &'static str {
        match self.ended() {
            Some(Ending::Draw) => "duel.reason.full",
            _ => "connect-four.reason.line",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_told_and_drawn() {
        let (before, done) = (after("001020"), after("0010203"));
        let line = json!({"kind": "line", "seat": 0, "cells": [[0, 0], [0, 1], [0, 2], [0, 3]]});
        assert_eq!(before.events(3, &done), [json!({"kind": "drop", "seat": 0, "column": 3, "row": 0}), line]);
        assert_eq!(done.reason(), "connect-four.reason.line");
    }

    #[test]
    fn the_last_piece_and_lines_are_marked() {
        use boardbots_game::picture::{Pictured, Reader};
        let (before, done) = (after("33"), after("334"));
        let picture = done.picture(Some((&before, 4)), Reader::Person).to_string();
        assert!(picture.ends_with(" .  .  .  b  .  .  .\n .  .  .  g [g] .  .\n 1  2  3  4  5  6  7\nblue to move\n"));
        assert!(after("0010203").picture(None, Reader::Person).to_string().contains("*g**g**g**g* .  .  .\n"));
    }
}
