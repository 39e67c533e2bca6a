//! Positions drawn with letters, for people; they can be coloured when they are printed.

use super::two_player::side::Side;
use serde_json::{Value, json};
use std::fmt;

/// The kind of thing that a piece of a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Letters and numbers around the board.
    Plain,
    /// Things that matter least: empty cells, obstacles.
    Faint,
    /// Things that can be won: dirt.
    Prize,
    /// Things that burn: flames, the red dragon.
    Danger,
    /// A side's pieces, trails, name.
    Side(Side),
    /// The special pieces of a side: its bomb, its vacuum cleaner.
    Strong(Side),
}

impl Ink {
    /// Its word in JSON, and the seat of its side if it has one.
    const fn word(self) -> (&'static str, Option<usize>) {
        match self {
            Self::Plain => ("plain", None),
            Self::Faint => ("faint", None),
            Self::Prize => ("prize", None),
            Self::Danger => ("danger", None),
            Self::Side(side) => ("side", Some(side.seat())),
            Self::Strong(side) => ("strong", Some(side.seat())),
        }
    }
}

/// Text of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The text, without line breaks and control characters.
    pub text: String,
    /// The kind.
    pub ink: Ink,
    /// True if the last move changed it, or if it decided the game. The text says so as well if there is room.
    pub marked: bool,
}

impl Span {
    fn json(&self) -> Value {
        let (ink, side) = self.ink.word();
        let mut json = json!({ "text": self.text, "ink": ink });
        if let Some(side) = side {
            json["side"] = side.into();
        }
        if self.marked {
            json["marked"] = true.into();
        }
        json
    }
}

/// A board of cells, row by row from the top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// Cells of a row.
    pub columns: usize,
    /// All cells, each with a letter or two.
    pub cells: Vec<Span>,
}

impl Grid {
    /// The name of a cell: a letter for its column, a number for its row from the top, both from the first: `d3`.
    #[must_use]
    pub fn name(&self, cell: usize) -> String {
        format!("{}{}", letters(cell % self.columns), cell / self.columns + 1)
    }
}

/// The letters of a column, as spreadsheets write them.
fn letters(column: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(column % 26).unwrap_or(0));
    if column < 26 { letter.to_string() } else { format!("{}{letter}", letters(column / 26 - 1)) }
}

/// Lines of text, below a board of cells if there is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The board.
    pub grid: Option<Grid>,
    /// The lines.
    pub lines: Vec<Vec<Span>>,
}

impl Picture {
    /// A picture with a board of `rows` times `columns` cells: the text and kind of each, by row from the top and
    /// column.
    #[must_use]
    pub fn of_cells(rows: usize, columns: usize, mut cell: impl FnMut(usize, usize) -> (char, Ink)) -> Self {
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let cells = places.map(|(row, column)| {
            let (letter, ink) = cell(row, column);
            Span { text: letter.to_string(), ink, marked: false }
        });
        Self { grid: Some(Grid { columns, cells: cells.collect() }), lines: Vec::new() }
    }

    /// Begins a line.
    pub fn line(&mut self) {
        self.lines.push(Vec::new());
    }

    /// Adds to the last line.
    pub fn add(&mut self, text: impl Into<String>, ink: Ink, marked: bool) {
        if self.lines.is_empty() {
            self.line();
        }
        if let Some(line) = self.lines.last_mut() {
            line.push(Span { text: text.into(), ink, marked });
        }
    }

    /// Adds plain text to the last line.
    pub fn say(&mut self, text: impl Into<String>) {
        self.add(text, Ink::Plain, false);
    }

    /// Marks the cells that are not as they were in the picture before.
    pub fn mark_changes(&mut self, before: &Self) {
        let Some((now, before)) = self.grid.as_mut().zip(before.grid.as_ref()) else { return };
        for (now, before) in now.cells.iter_mut().zip(&before.cells) {
            now.marked = (&now.text, now.ink) != (&before.text, before.ink);
        }
    }

    /// All lines, those of the board with the names of its rows and columns first.
    #[must_use]
    pub fn drawn(&self) -> Vec<Vec<Span>> {
        let Some(grid) = &self.grid else { return self.lines.clone() };
        let plain = |text: String| Span { text, ink: Ink::Plain, marked: false };
        let head = (0..grid.columns).fold("  ".to_string(), |head, column| format!("{head}{:>3}", letters(column)));
        let mut lines = vec![vec![plain(head)]];
        for (number, row) in (1..).zip(grid.cells.chunks(grid.columns)) {
            let mut line = vec![plain(format!("{number:>2} "))];
            line.extend(row.iter().map(|cell| {
                let (open, close) = if cell.marked { ('[', ']') } else { (' ', ' ') };
                Span { text: format!("{open}{}{close}", cell.text), ..cell.clone() }
            }));
            lines.push(line);
        }
        lines.extend(self.lines.iter().cloned());
        lines
    }

    /// Its lines as plain text.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        self.to_string().lines().map(str::to_string).collect()
    }

    /// The picture for pages: `lines`, each a list of spans with `text`, `ink`, perhaps `side` and `marked`; and
    /// `grid`, if there is a board, with `columns` and `cells`, which have a `name` as well.
    #[must_use]
    pub fn json(&self) -> Value {
        let line = |line: &Vec<Span>| line.iter().map(Span::json).collect::<Value>();
        let mut json = json!({ "lines": self.lines.iter().map(line).collect::<Value>() });
        if let Some(grid) = &self.grid {
            let cell = |(number, cell): (usize, &Span)| {
                let mut json = cell.json();
                json["name"] = grid.name(number).into();
                json
            };
            let cells: Value = grid.cells.iter().enumerate().map(cell).collect();
            json["grid"] = json!({ "columns": grid.columns, "cells": cells });
        }
        json
    }
}

/// Without any colour.
impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.drawn() {
            let text: String = line.iter().map(|span| span.text.as_str()).collect();
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

/// The reader of a picture: people count columns from 1, the digits of moves from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// A person, who types keys.
    Person,
    /// A program, which sends moves as records have them.
    Program,
}

/// The column, from 0, that a person counts from 1 to `columns`.
#[must_use]
pub fn column(line: &str, columns: u8) -> Option<u8> {
    let number: u8 = line.parse().ok()?;
    (1..=columns).contains(&number).then(|| number - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(pieces: [usize; 2]) -> Picture {
        let mut picture = Picture::of_cells(2, 3, |row, column| {
            let side = Side::ALL.into_iter().zip(pieces).find(|(_, place)| *place == 3 * row + column);
            side.map_or(('.', Ink::Faint), |(side, _)| (['x', 'o'][side.seat()], Ink::Side(side)))
        });
        picture.line();
        picture.say("x to move");
        picture
    }

    #[test]
    fn a_board_is_drawn_with_its_names_and_the_cells_that_changed() {
        let mut picture = board([0, 5]);
        picture.mark_changes(&board([0, 9]));
        assert_eq!(picture.to_string(), "    a  b  c\n 1  x  .  .\n 2  .  . [o]\nx to move\n");
        let json = picture.json();
        assert_eq!(json["grid"]["columns"], 3);
        let last = json!({ "text": "o", "ink": "side", "side": 1, "marked": true, "name": "c2" });
        assert_eq!((&json["grid"]["cells"][5], &json["lines"][0][0]["text"]), (&last, &json!("x to move")));
        assert_eq!(json["grid"]["cells"][1], json!({ "text": ".", "ink": "faint", "name": "b1" }));
    }

    #[test]
    fn columns_have_letters_as_in_spreadsheets() {
        let grid = Grid { columns: 100, cells: Vec::new() };
        assert_eq!([0, 25, 26, 52, 199].map(|cell| grid.name(cell)), ["a1", "z1", "aa1", "ba1", "cv2"]);
    }
}
