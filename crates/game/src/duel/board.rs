//! What a game for two tells pages beside its rules.
//!
//! Everything is data, not words: pages speak several languages. A cell is written as
//! `[row, column]`, both from 0.

use crate::colour::Colour;
use crate::picture::Pictured;
use crate::referee::Referee;
use crate::spec::Game as Name;
use crate::state::Seat;
use serde_json::{Map, Value};

/// A game for two that is played at tables.
pub trait Board: Pictured<Undo: Clone + Send> {
    /// The game as players name it.
    const GAME: Name;
    /// The bots that the lobby offers, each as it is named and as it is called; the usual one first.
    const OFFERS: &'static [(&'static str, &'static str)];
    /// Plies that a bot looks ahead unless told otherwise.
    const DEPTH: u8;
    /// How many of the judge's units are a clear advantage.
    const ADVANTAGE: i32;

    /// What can be set; see [`options`](crate::game::Game::options).
    fn options() -> Value;
    /// What a match is played on with these options and this seed.
    ///
    /// # Errors
    /// Which option is wrong, as a line.
    fn setup(options: &Map<String, Value>, seed: u64) -> Result<Self::Setup, String>;
    /// The board, and all else that can be seen.
    fn shown(referee: &Referee<Self>) -> Map<String, Value>;
    /// What a move of whoever is to move does, as data beside its text: `kind`, and the cells it is
    /// about.
    fn prospect(&self, action: Self::Move) -> Value;
    /// What a move has done, in order; it was made in this position and led to that one.
    fn events(&self, action: Self::Move, after: &Self) -> Vec<Value>;
    /// Why the game has ended by its rules, as a key of the pages' texts.
    fn reason(&self) -> &'static str;
}

/// Where a side sits.
#[must_use]
pub const fn seat(side: Colour) -> Seat {
    side as Seat
}
