//! A step: a choice and what came of it, as they are sent.

use crate::tables::playthrough::{By, Choice};
use boardbots_game::state::Seat;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::ops::Range;

/// A step, as JSON without its last brace: it is written once, and read by all who look.
pub struct Step {
    /// Its number, from 1.
    pub n: usize,
    seat: Seat,
    text: String,
    /// Where the choice stands in the text.
    choice: Range<usize>,
}

impl Step {
    /// A choice, and what happened then.
    pub fn new(n: usize, choice: &Choice, events: &[Value]) -> Self {
        let (by, said) = match choice.by {
            By::Undo | By::Resign => (By::Seat.name(), choice.by.name()),
            by => (by.name(), choice.text.as_str()),
        };
        let mut text = format!("{{\"at\":{},\"by\":\"{by}\",\"choice\":", choice.at);
        let start = text.len();
        text.push_str(&json!(said).to_string());
        let end = text.len();
        // Writing to a text does not fail.
        let _ = write!(text, ",\"events\":{},\"n\":{n},\"seat\":{}", json!(events), choice.seat);
        text.shrink_to_fit();
        Self { n, seat: choice.seat, text, choice: start..end }
    }

    /// Bytes that it takes.
    pub const fn bytes(&self) -> usize {
        size_of::<Self>() + self.text.capacity()
    }

    /// Adds it to a text as a seat may know it, or a spectator; `veils` says that its choice is not revealed yet.
    pub fn tell(&self, text: &mut String, veils: bool, you: Option<Seat>) {
        let Range { start, end } = self.choice;
        let known = !veils || you == Some(self.seat);
        for part in [&self.text[..start], if known { &self.text[start..end] } else { "null" }, &self.text[end..]] {
            text.push_str(part);
        }
    }
}
