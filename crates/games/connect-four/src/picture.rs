//! Positions drawn with characters.

use super::rules::{COLUMNS, Column, Position, ROWS, cell, lines};
use boardbots_base::invalid::Invalid;
use boardbots_game::colour::Colour;
use boardbots_game::picture::{Ink, Picture, Pictured, Reader, column};
use boardbots_search::position::Position as _;

impl Pictured for Position {
    const WORDS: &'static [(&'static str, char)] = &[];
    const HELP: &'static str = "1 to 7 drop a piece into that column; four of yours in a line win.
g and b are pieces; [ ] is the last one, * * a line.";

    fn picture(&self, last: Option<(&Self, Column)>, reader: Reader) -> Picture {
        let mut picture = Picture::default();
        let fresh = last.map_or(0, |(before, column)| before.landing(column));
        let lines = Colour::ALL.into_iter().fold(0, |found, side| found | lines(self.pieces(side)));
        for row in (0..ROWS).rev() {
            picture.line();
            for here in (0..COLUMNS).map(|column| cell(row, column)) {
                let side = Colour::ALL.into_iter().find(|side| self.pieces(*side) & here != 0);
                let (letter, ink) = match side {
                    Some(Colour::Green) => ('g', Ink::Side(Colour::Green)),
                    Some(Colour::Blue) => ('b', Ink::Side(Colour::Blue)),
                    None => ('.', Ink::Faint),
                };
                let text = match (lines & here != 0, fresh & here != 0) {
                    (true, _) => format!("*{letter}*"),
                    (false, true) => format!("[{letter}]"),
                    (false, false) => format!(" {letter} "),
                };
                picture.add(text, ink, (lines | fresh) & here != 0);
            }
        }
        picture.line();
        for column in 0..COLUMNS {
            picture.say(format!(" {} ", column + u8::from(reader == Reader::Person)));
        }
        picture.line();
        if self.ended().is_some() {
            picture.say("the game has ended");
        } else {
            picture.add(self.mover().to_string(), Ink::Side(self.mover()), false);
            picture.say(" to move");
        }
        picture
    }

    fn keystroke(column: Column) -> char {
        char::from(b'1' + column)
    }

    fn typed(&self, line: &str) -> Result<Column, Invalid> {
        match column(line, COLUMNS) {
            _ if self.ended().is_some() => Err("the game has ended".into()),
            Some(column) if self.landing(column) != 0 => Ok(column),
            Some(_) => Err(format!("column {line} is full; {}", self.keystrokes()).into()),
            None => Err(format!("\"{line}\" is no column; {}", self.keystrokes()).into()),
        }
    }

    fn account(&self, column: Column) -> String {
        format!("{} drops a piece into column {}", self.mover(), column + 1)
    }
}
