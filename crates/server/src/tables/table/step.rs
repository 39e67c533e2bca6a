//! A step: a choice and what came of it, as they are sent.

use crate::tables::playthrough::{By, Choice};
use boardbots_game::state::Seat;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::ops::Range;

/// Steps that are kept with what happened in them, for those who were away for a moment, and their bytes.
const RECENT: (usize, usize) = (200, 32 * 1024);

/// A step, as JSON without its last brace: it is written once, and read by all who look.
pub struct Step {
    /// Its number, from 1.
    pub n: usize,
    seat: Seat,
    text: String,
    /// The place of the choice in the text.
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

/// Adds a step to the recent ones, and drops the oldest of those that are too many or too large; the new one stays.
pub fn remember(recent: &mut VecDeque<Step>, step: Step) {
    recent.push_back(step);
    let bytes = |recent: &VecDeque<Step>| recent.iter().map(Step::bytes).sum::<usize>();
    while recent.len() > RECENT.0 || (recent.len() > 1 && bytes(recent) > RECENT.1) {
        recent.pop_front();
    }
    recent.shrink_to(2 * recent.len());
}

#[cfg(test)]
mod tests {
    use super::{RECENT, Step, remember};
    use crate::tables::playthrough::{By, Choice};
    use serde_json::json;
    use std::collections::VecDeque;

    /// Numbers of the steps that are kept of 1,000 whose events have this many bytes, and all their bytes.
    fn kept(bytes: usize) -> (usize, usize, usize) {
        let mut recent = VecDeque::new();
        for n in 1..=1000 {
            let choice = Choice { seat: 0, by: By::Seat, text: String::from("1"), at: 0 };
            remember(&mut recent, Step::new(n, &choice, &[json!("x".repeat(bytes))]));
        }
        (recent[0].n, recent.back().expect("the new one").n, recent.iter().map(Step::bytes).sum())
    }

    #[test]
    fn recent_steps_are_bounded_in_number_and_bytes_and_the_new_one_stays() {
        assert_eq!(kept(0), (801, 1000, kept(0).2));
        let (first, last, bytes) = kept(1000);
        assert_eq!(last, 1000);
        assert!(first > 950 && bytes <= RECENT.1 && bytes > RECENT.1 - 2000, "{first} {bytes}");
        let (first, last, bytes) = kept(2 * RECENT.1);
        assert_eq!((first, last), (1000, 1000));
        assert!(bytes > RECENT.1);
    }
}
