//! Reactions: a few signs that players show each other. They are not kept.

use crate::tables::refusal::Refusal;
use boardbots_game::state::Seat;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// All reactions; pages have a sign and a text for each.
const REACTIONS: [&str; 6] = ["hello", "bravo", "laugh", "surprise", "sad", "thanks"];
/// The time for which a reaction is shown.
const SHOWN: Duration = Duration::from_secs(6);
/// The shortest time between two reactions of a seat.
const PAUSE: Duration = Duration::from_secs(1);
/// Reactions that are shown at once.
const MOST: usize = 12;

/// A reaction of a seat.
pub struct Reaction {
    seat: Seat,
    name: &'static str,
    at: Instant,
    number: u64,
}

/// The last reactions at a table.
#[derive(Default)]
pub struct Reactions {
    last: VecDeque<Reaction>,
    count: u64,
}

impl Reactions {
    /// The reactions that are still shown, each with a number of its own.
    pub fn shown(&self) -> Value {
        let shown = self.last.iter().filter(|reaction| reaction.at.elapsed() < SHOWN);
        shown.map(|one| json!({ "seat": one.seat, "reaction": one.name, "number": one.number })).collect()
    }

    /// Adds a reaction of a seat.
    ///
    /// # Errors
    /// There is no such reaction, or the last one was just before.
    pub fn add(&mut self, seat: Seat, name: &str) -> Result<(), Refusal> {
        let name = REACTIONS.into_iter().find(|known| *known == name);
        let name = name.ok_or_else(|| Refusal::Bad(format!("reaction is one of {}", REACTIONS.join(", ")).into()))?;
        if self.last.iter().any(|last| last.seat == seat && last.at.elapsed() < PAUSE) {
            return Err(Refusal::TooMany("reactions"));
        }
        self.count += 1;
        self.last.push_back(Reaction { seat, name, at: Instant::now(), number: self.count });
        if self.last.len() > MOST {
            self.last.pop_front();
        }
        Ok(())
    }
}
