//! A game that is over as plain text.

use super::Table;
use crate::sync::lock;
use crate::tables::playthrough::{By, Playthrough};
use crate::tables::refusal::Refusal;
use crate::web::answer::PART;
use boardbots_game::state::Seat;
use std::fmt::Write as _;

/// Choices in a part, at most.
const LINES: usize = 200;

impl Table {
    /// The record of the game: its players and its result, in lines of `key: value`, and after an empty line the
    /// number, the seat and the text of every choice that led there, with tabs between. Gives the part of it that
    /// begins after `from` choices, and the number of choices after which the part ends. After the last part there is
    /// no text.
    ///
    /// # Errors
    /// [`Refusal::Conflict`] as long as it goes on.
    pub fn exported(&self, from: usize) -> Result<(String, usize), Refusal> {
        let inside = lock(&self.inside);
        if inside.ended.is_none() {
            return Err(Refusal::Conflict("the table has not ended"));
        }
        let playthrough = &inside.playthrough;
        let (mut text, mut to) = (if from == 0 { self.head(playthrough) } else { String::new() }, from);
        for (n, choice) in playthrough.course().skip(from).take(LINES) {
            if text.len() >= PART {
                break;
            }
            to += 1;
            // What was declared and never revealed stays secret, even in a game that was closed.
            let shown = if playthrough.veils(n) { "?" } else { choice.text.as_str() };
            let by = if choice.by == By::Clock { "\tclock" } else { "" };
            // Writing to a text does not fail.
            let _ = writeln!(text, "{to}\t{}\t{shown}{by}", choice.seat + 1);
        }
        // A game without a choice has one part.
        Ok((text, to.max(1)))
    }

    /// The lines of `key: value`, and the empty one.
    fn head(&self, playthrough: &Playthrough) -> String {
        let outcome = playthrough.outcome();
        let mut head = vec![
            ("game".to_string(), self.game.name().to_string()),
            ("table".to_string(), self.id.clone()),
            ("created".to_string(), self.created.to_string()),
        ];
        head.extend((1..).zip(playthrough.setup.names.clone()).map(|(seat, name)| (format!("seat {seat}"), name)));
        let plain = |value: serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
        head.extend(self.options.all().into_iter().map(|(name, value)| (name, plain(value))));
        let (winners, reason) = outcome.map_or((Vec::new(), ""), |outcome| (outcome.winners, outcome.reason));
        let winners: Vec<String> = winners.iter().map(|seat: &Seat| (seat + 1).to_string()).collect();
        head.push(("winners".to_string(), winners.join(" ")));
        head.push(("reason".to_string(), reason.to_string()));
        let mut text = String::new();
        for (key, value) in head {
            let _ = writeln!(text, "{key}: {value}");
        }
        text.push('\n');
        text
    }
}
