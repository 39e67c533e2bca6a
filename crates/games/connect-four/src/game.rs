//! Connect Four as the rest of the program knows it.
//!
//! Rows count from the bottom. A view has
//!
//! - `cells`: 42 digits from the lower left, row by row: 0 empty, 1 and 2 pieces of the first and second
//!   seat;
//! - `lines`: the cells of all lines of four.
//!
//! A choice and an event `drop` have `column` and `row`; an event `line` has its `cells`.

use super::eval::{Threats, Weights};
use super::notation::{cells, parse_position, position_text};
use super::rules::{COLUMNS, Column, HEIGHT, Position, ROWS, cell, lines};
use crate::{notation, variant};
use boardbots_base::invalid::InputError;
use boardbots_game::learned::patterns::{Layout, Planes};
use boardbots_game::listed::Page;
use boardbots_game::options::Settings;
use boardbots_game::picture::{Picture, Reader};
use boardbots_game::recording::Recordings;
use boardbots_game::two_player::book::Book;
use boardbots_game::two_player::bot::{Prover, Written};
use boardbots_game::two_player::side::{COLOURS, Side};
use boardbots_game::two_player::state::Referee;
use boardbots_game::two_player::{ChessVariant, TwoPlayerGame, perfect, recording};
use boardbots_search::alpha_beta::Options;
use boardbots_search::position::{Ending, Position as _};
use boardbots_search::solve::Solver;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// The cells of a set as `[row, column]`.
fn listed(set: u64) -> Vec<[u8; 2]> {
    cells().filter(|(row, column)| set & cell(*row, *column) != 0).map(<[u8; 2]>::from).collect()
}

/// The mirror image of a set of cells.
fn mirrored(cells: u64) -> u64 {
    (0..COLUMNS).fold(0, |image, column| image << HEIGHT | cells >> (HEIGHT * column) & 0x7f)
}

fn all_lines(position: &Position) -> u64 {
    Side::ALL.into_iter().fold(0, |found, side| found | lines(position.pieces(side)))
}

/// Plies of a phase.
const PLIES: u8 = 7;
/// Phases of a game, each for both sides.
const PHASES: u8 = ROWS * COLUMNS / PLIES;
/// A phase is a sixth of the game and whose turn it is, a stage whose turn it is.
const LAYOUT: Layout =
    Layout { boards: 1, rows: ROWS, columns: COLUMNS, stride: ROWS + 1, phases: 2 * PHASES, stages: 2, images: 2 };

impl TwoPlayerGame for Position {
    type Evaluation = Threats;
    const NAME: &'static str = "connect-four";
    const TITLE: &'static str = "Connect Four";
    const SIDES: [&'static str; 2] = COLOURS;
    const MOVE: &'static str = "column";
    const SHORT_MOVES: bool = true;
    const HELP: &'static str = notation::HELP;
    const WRITTEN: &'static [Written<Self>] = &[Written::tuned::<Threats, Weights>("strong"), perfect::written()];
    const LAYOUT: Option<Layout> = Some(LAYOUT);
    const LEARNED: Option<&'static [u8]> = Some(include_bytes!(concat!(env!("OUT_DIR"), "/learned.z")));
    const DEPTH: u8 = 12;
    const TABLE_DEPTH: u8 = 8;
    const OFFERS: &'static [(&'static str, &'static str, u8)] = &[
        ("strong,depth=8", "Club player", 4),
        ("strong,depth=1", "Beginner", 2),
        ("strong,depth=3", "Casual player", 3),
        ("strong,depth=12", "Expert", 5),
        ("learned,depth=13", "Master", 5),
        ("perfect", "Perfect player", 5),
    ];
    const ADVANTAGE: i32 = 20;
    /// Any value: the best evaluation is sure of a win in many a position that is lost.
    const DECIDED: i16 = 0;
    const BENCH: (&'static [u8], u8, u8) = (&[8, 10, 12], 14, 7);
    /// Neither side can force a win within fourteen plies.
    const POSITIONS: &'static str = include_str!("positions.txt");
    const PAGES: &'static [Page] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));
    const RECORDINGS: Option<Recordings> = Some(recording::recordings::<Self>());

    fn start(_: &Settings) -> Result<Self, InputError> {
        Ok(Self::default())
    }

    fn book() -> Option<&'static Book<Self>> {
        static BOOK: LazyLock<Book<Position>> =
            LazyLock::new(|| Book::new(include_str!("connect-four.book")).expect("a test reads it"));
        Some(&BOOK)
    }

    fn turn(&self) -> Side {
        self.mover()
    }

    fn picture(&self) -> Picture {
        notation::picture(self, None, Reader::Person)
    }

    fn refusal(&self, text: &str) -> Option<String> {
        text.parse()
            .ok()
            .filter(|column| (0..COLUMNS).contains(column) && text.len() == 1)
            .map(|column: Column| format!("column {column} is full"))
    }

    /// A cell is empty, and a piece of either side completes a line there or does not; or it has a piece of a side.
    #[inline]
    fn planes(&self) -> Planes {
        let ([own, others], empty) = (self.sides(), self.empty());
        let low = own.closing & empty | others.pieces;
        let bits = [low, others.closing & empty, own.pieces | others.pieces];
        let stage = self.mover() as u8;
        Planes { bits, phase: 2 * (self.count() / PLIES) + stage, stage }
    }

    fn mirrored(&self) -> Option<Self> {
        let [green, blue] = Side::ALL.map(|side| mirrored(self.pieces(side)));
        Self::new(green, blue)
    }

    fn mirrored_move(column: Column) -> Column {
        COLUMNS - 1 - column
    }

    fn prover(options: Options) -> Option<Box<dyn Prover<Self>>> {
        Some(Box::new(Solver::new(options)))
    }

    fn read(text: &str) -> Result<Self, InputError> {
        if text.contains('/') { variant::parse_fen(text) } else { parse_position(text) }
    }

    const CHESS_VARIANT: Option<ChessVariant<Self>> = Some(variant::CFOUR);

    fn text(&self) -> Option<String> {
        Some(position_text(self))
    }

    fn seen(&self, last: Option<(&Self, Column)>, reader: Reader) -> Picture {
        notation::picture(self, last, reader)
    }

    fn keystroke(column: Column) -> String {
        (column + 1).to_string()
    }

    fn typed(&self, line: &str) -> Result<Column, InputError> {
        notation::typed(self, line)
    }

    fn account(&self, column: Column) -> String {
        format!("{} drops a piece into column {}", self.mover().colour(), column + 1)
    }

    fn shown(referee: &Referee<Self>, _: Option<(&Self, Column)>) -> Map<String, Value> {
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
        event["seat"] = self.turn().seat().into();
        let line = listed(all_lines(after));
        let line = (!line.is_empty()).then(|| json!({"kind": "line", "seat": self.turn().seat(), "cells": line}));
        std::iter::once(event).chain(line).collect()
    }

    fn reason(&self) -> &'static str {
        if self.ended() == Some(Ending::Draw) { "duel.reason.full" } else { "connect-four.reason.line" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_game::two_player::opening::after;

    #[test]
    fn a_line_is_told_and_drawn() {
        let (before, done) = (after(Position::default(), "001020"), after(Position::default(), "0010203"));
        let line = json!({"kind": "line", "seat": 0, "cells": [[0, 0], [0, 1], [0, 2], [0, 3]]});
        assert_eq!(before.events(3, &done), [json!({"kind": "drop", "seat": 0, "column": 3, "row": 0}), line]);
        assert_eq!(done.reason(), "connect-four.reason.line");
    }

    #[test]
    fn the_last_piece_and_lines_are_marked() {
        let (before, done) = (after(Position::default(), "33"), after(Position::default(), "334"));
        let picture = done.seen(Some((&before, 4)), Reader::Person).to_string();
        assert!(picture.ends_with(" .  .  .  b  .  .  .\n .  .  .  g [g] .  .\n 1  2  3  4  5  6  7\nblue to move\n"));
        assert!(after(Position::default(), "0010203").picture().to_string().contains("*g**g**g**g* .  .  .\n"));
    }
}
