//! The history of a table, step by step, as spectators have seen it.

use super::playthrough::{Playthrough, STOPPED};
use super::table::{Step, Table};
use crate::web::answer::PART;
use boardbots_base::invalid::Invalid;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

/// Choices that are played again before others get a turn.
const BREATH: usize = 50;

/// The history of a table: JSON that is written part by part, while the game is played again.
pub struct History {
    table: Arc<Table>,
    total: usize,
    playthrough: Playthrough,
    /// The steps that are told, by their numbers from 0.
    told: Range<usize>,
    /// The number of choices that have been played again.
    n: usize,
    begun: bool,
    ended: bool,
}

impl History {
    /// This many steps after the first `from` ones, each with what was seen after it; with what was seen at the
    /// start if they begin there. Choices that are still secret are left out.
    ///
    /// # Errors
    /// A table that cannot be played again.
    pub fn open(table: Arc<Table>, from: usize, count: usize) -> Result<Self, Invalid> {
        let (playthrough, total) = (Playthrough::open(table.game, table.setup())?, table.n());
        let told = from..from.saturating_add(count).min(total);
        Ok(Self { table, total, playthrough, told, n: 0, begun: false, ended: false })
    }

    /// The next part of the text, which is empty where nothing was to be told; nothing after the last one, or
    /// when it is told to stop.
    ///
    /// # Errors
    /// A table that cannot be played again, or a stop.
    pub fn part(&mut self, stop: &dyn Fn() -> bool) -> Result<Option<String>, Invalid> {
        if self.ended {
            return Ok(None);
        }
        let mut text = String::new();
        // Writing to a text does not fail.
        if !std::mem::replace(&mut self.begun, true) {
            text.push('{');
            if self.told.start == 0 {
                let _ = write!(text, "\"first\":{{\"view\":{}}},", self.playthrough.now().view(None));
            }
            text.push_str("\"steps\":[");
        }
        // Choices are never changed; those taken back stay, too.
        for (choice, veils) in self.table.record(self.n..self.told.end.min(self.n + BREATH)) {
            if stop() {
                return Err(STOPPED.into());
            }
            let attempted = self.playthrough.attempt(choice)?;
            let step = Step::new(self.n + 1, &attempted.choice, &attempted.events);
            self.playthrough.go(attempted);
            if self.told.contains(&self.n) {
                text.push_str(if self.n > self.told.start { "," } else { "" });
                step.tell(&mut text, veils, None);
                let _ = write!(text, ",\"view\":{}}}", self.playthrough.now().view(None));
            }
            self.n += 1;
            if text.len() >= PART {
                return Ok(Some(text));
            }
        }
        if self.n >= self.told.end {
            self.ended = true;
            let _ = write!(text, "],\"total\":{}}}", self.total);
        }
        Ok(Some(text))
    }
}

#[cfg(test)]
mod tests {
    use super::super::playthrough::{By, Choice};
    use super::super::services::ELSEWHERE;
    use super::super::trial::pile::{self, Pile};
    use super::*;
    use crate::shares::Owner;
    use serde_json::{Value, json};

    #[test]
    fn parts_make_the_whole() {
        let choices = [(0, By::Seat), (1, By::Seat), (0, By::Undo), (0, By::Clock), (1, By::Seat)];
        let choice = |(seat, by)| Choice { seat, by, text: "1".into(), at: 0 };
        let kept = pile::kept(3, choices.map(choice).to_vec());
        let table = Arc::new(Table::of_kept(&Pile, kept, Owner::at(ELSEWHERE), &|| false).expect("a table"));
        let open = |from, count| History::open(Arc::clone(&table), from, count).expect("a table");
        let part = |from, count| {
            let (mut history, mut all) = (open(from, count), String::new());
            while let Some(text) = history.part(&|| false).expect("played before") {
                all.push_str(&text);
            }
            let told: Value = serde_json::from_str(&all).expect("JSON");
            // As a value of all steps would be written.
            assert_eq!(told.to_string(), all);
            told
        };
        let whole = part(0, 50);
        let stones = |step: &Value| step["view"]["stones"].as_i64().expect("a number");
        let all = whole["steps"].as_array().expect("a list");
        let start = stones(&whole["first"]);
        assert_eq!(all.iter().map(|step| start - stones(step)).collect::<Vec<_>>(), [1, 2, 0, 1, 2]);
        assert_eq!(all.iter().map(|step| step["n"].as_u64()).collect::<Vec<_>>(), [1, 2, 3, 4, 5].map(Some));
        assert_eq!(
            (&all[2]["choice"], &all[2]["by"], &all[3]["by"]),
            (&json!("undo"), &json!("seat"), &json!("clock"))
        );
        assert_eq!(part(1, 3), json!({ "total": 5, "steps": all[1..4] }));
        assert_eq!(part(9, 3), json!({ "total": 5, "steps": [] }));
        assert!(open(0, 50).part(&|| true).is_err(), "it stops");
    }
}
