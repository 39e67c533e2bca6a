//! A game that is over as plain text.

use super::Table;
use crate::sync::lock;
use crate::tables::playthrough::By;
use crate::tables::refusal::Refusal;
use boardbots_game::state::Seat;
use std::fmt::Write as _;

impl Table {
    /// What was played, by whom and how it ended, in lines of `key: value`, and after an empty line the number,
    /// the seat and the text of every choice that led there, with tabs between.
    ///
    /// # Errors
    /// [`Refusal::Conflict`] as long as it goes on.
    pub fn exported(&self) -> Result<String, Refusal> {
        let (setup, choices) = self.course()?;
        let (outcome, veiled) = {
            let playthrough = &lock(&self.inside).playthrough;
            // What was declared and never revealed stays secret, even in a game that was closed.
            let veiled: Vec<bool> = choices.iter().map(|(n, _)| playthrough.veils(*n)).collect();
            (playthrough.outcome(), veiled)
        };
        let mut head = vec![
            ("game".to_string(), self.game.name().to_string()),
            ("table".to_string(), self.id.clone()),
            ("created".to_string(), self.created.to_string()),
        ];
        head.extend((1..).zip(setup.names).map(|(seat, name)| (format!("seat {seat}"), name)));
        let plain = |value: serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
        head.extend(self.options.all().into_iter().map(|(name, value)| (name, plain(value))));
        let (winners, reason) = outcome.map_or((Vec::new(), ""), |outcome| (outcome.winners, outcome.reason));
        let winners: Vec<String> = winners.iter().map(|seat: &Seat| (seat + 1).to_string()).collect();
        head.push(("winners".to_string(), winners.join(" ")));
        head.push(("reason".to_string(), reason.to_string()));
        let mut text = String::new();
        for (key, value) in head {
            // Writing to a text does not fail.
            let _ = writeln!(text, "{key}: {value}");
        }
        text.push('\n');
        for (number, ((_, choice), veiled)) in (1..).zip(choices.into_iter().zip(veiled)) {
            let shown = if veiled { "?" } else { choice.text.as_str() };
            let by = if choice.by == By::Clock { "\tclock" } else { "" };
            let _ = writeln!(text, "{number}\t{}\t{shown}{by}", choice.seat + 1);
        }
        Ok(text)
    }
}
