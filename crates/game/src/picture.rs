//! Positions drawn with letters, for people; they can be coloured when they are printed.

use super::colour::Colour;
use super::duel::Duel;
use boardbots_base::invalid::Invalid;
use std::fmt;

/// What a piece of a picture stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Letters and numbers around the board.
    Plain,
    /// What matters least: empty cells, obstacles.
    Faint,
    /// What can be won: dirt.
    Prize,
    /// What burns: flames, the red dragon.
    Danger,
    /// A side's pieces, trails, name.
    Side(Colour),
    /// What is special of a side: its bomb, its vacuum cleaner.
    Strong(Colour),
}

/// Text of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The text, without line breaks and control characters.
    pub text: String,
    /// What it stands for.
    pub ink: Ink,
    /// Whether the last move changed it, or the end of the game is due to it. The text says
    /// so as well where there is room.
    pub marked: bool,
}

/// Lines of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture(pub Vec<Vec<Span>>);

impl Picture {
    /// Begins a line.
    pub fn line(&mut self) {
        self.0.push(Vec::new());
    }

    /// Adds to the last line.
    pub fn add(&mut self, text: impl Into<String>, ink: Ink, marked: bool) {
        if self.0.is_empty() {
            self.line();
        }
        if let Some(line) = self.0.last_mut() {
            line.push(Span { text: text.into(), ink, marked });
        }
    }

    /// Adds plain text to the last line.
    pub fn say(&mut self, text: impl Into<String>) {
        self.add(text, Ink::Plain, false);
    }
}

/// Without any colour.
impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.0 {
            let text: String = line.iter().map(|span| span.text.as_str()).collect();
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

/// Who looks at a picture: people count columns from 1, the digits of moves from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// A person, who types keys ([`Pictured::keystroke`]).
    Person,
    /// Something that sends digits ([`Duel::digit`]).
    Program,
}

/// The column, from 0, that a person counts from 1 to `columns`.
#[must_use]
pub fn column(line: &str, columns: u8) -> Option<u8> {
    let number: u8 = line.parse().ok()?;
    (1..=columns).contains(&number).then(|| number - 1)
}

/// A game that people can look at and type moves of.
pub trait Pictured: Duel {
    /// Words for moves beside their keys; with their digits.
    const WORDS: &'static [(&'static str, char)];
    /// How moves are typed, in a line or two.
    const HELP: &'static str;

    /// The board and what else there is to know, with what the last move changed: that is,
    /// the position before it and the move.
    fn picture(&self, last: Option<(&Self, Self::Move)>, reader: Reader) -> Picture;
    /// What a person types for a move.
    fn keystroke(action: Self::Move) -> char {
        Self::digit(action)
    }
    /// The legal move that a person has typed.
    ///
    /// # Errors
    /// A line that says what is wrong and what can be typed.
    fn typed(&self, line: &str) -> Result<Self::Move, Invalid> {
        let word = Self::WORDS.iter().find(|(name, _)| *name == line);
        let digit = word.map(|(_, digit)| digit.to_string());
        self.parse_move(digit.as_deref().unwrap_or(line))
    }
    /// What can be typed in this position.
    fn keystrokes(&self) -> String {
        let keys = self.moves().into_iter().flat_map(|action| [' ', Self::keystroke(action)]);
        format!("there are{}", keys.collect::<String>())
    }
    /// What a move does in this position, like "green drops a piece into column 3".
    fn account(&self, action: Self::Move) -> String;
    /// The only move of a player who has no choice, and need not be asked.
    fn pass(&self) -> Option<Self::Move> {
        None
    }
}
