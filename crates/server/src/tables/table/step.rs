//! A step: a choice and what came of it, as they are sent.

use crate::tables::playthrough::{By, Choice};
use boardbots_game::state::Seat;
use serde_json::{Value, json};

/// A step as it is sent to everybody.
pub fn step(n: usize, choice: &Choice, events: &[Value]) -> Value {
    let (by, text) = match choice.by {
        By::Undo | By::Resign => (By::Seat.name(), choice.by.name()),
        by => (by.name(), choice.text.as_str()),
    };
    json!({ "n": n, "seat": choice.seat, "choice": text, "by": by, "events": events, "at": choice.at })
}

/// A step that is not revealed yet as this seat may know it, or a spectator.
pub fn veiled(mut step: Value, you: Option<Seat>) -> Value {
    if step["seat"] != json!(you) {
        step["choice"] = Value::Null;
    }
    step
}
