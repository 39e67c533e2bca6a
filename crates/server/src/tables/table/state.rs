//! The view of a table.

use super::Table;
use crate::sync::lock;
use crate::tables::chair::{Chair, Occupant};
use crate::tables::store::{Summary, now};
use boardbots_game::state::Seat;
use serde_json::{Value, json};

/// Steps that a new viewer gets.
const FIRST: usize = 60;

impl Table {
    /// All that this seat, or a spectator, may know, as JSON, and the number of choices that have been made; `after` is
    /// the last step that they have seen.
    pub fn state(&self, you: Option<Seat>, after: Option<usize>) -> (usize, String) {
        let inside = &mut *lock(&self.inside);
        let n = inside.playthrough.choices.len();
        let asked = inside.asked();
        let first = after.map_or(n.saturating_sub(FIRST), |after| after.min(n));
        let current = inside.playthrough.now();
        let outcome = inside
            .playthrough
            .outcome()
            .map(|outcome| json!({ "winners": outcome.winners, "places": outcome.places, "reason": outcome.reason }));
        let state = json!({
            "id": self.id,
            "game": self.game.name(),
            "n": n,
            "options": self.options.all(),
            "seats": inside.chairs.iter().enumerate().map(|(seat, chair)| chair.seen(seat)).collect::<Value>(),
            "asked": asked,
            "asked_since": inside.asked_since,
            "now": now(),
            "clock": self.options.clock,
            "outcome": outcome,
            "hints": self.options.hints,
            "created": self.created,
            "ended": inside.ended,
            "begun": inside.has_begun(),
            "resigned": inside.playthrough.resigned,
            "reactions": inside.reactions.shown(),
            "rematch": inside.rematch.as_ref().map(|rematch| json!({ "id": rematch.id, "seats": rematch.seats })),
        });
        let offer = if you.is_some() && you == asked && !inside.offer.is_empty() { &inside.offer } else { "null" };
        let view = inside.views.entry(you).or_insert_with(|| current.view(you).to_string());
        let mut text = state.to_string();
        // More members, before the end of an object that has some.
        text.pop();
        text.push_str(",\"steps\":[");
        for (place, step) in inside.recent.iter().filter(|step| step.n > first).enumerate() {
            text.push_str(if place > 0 { "," } else { "" });
            step.tell(&mut text, inside.playthrough.veils(step.n), you);
            text.push('}');
        }
        let rest = json!({ "undo": self.takes_back(), "watchers": self.watching(), "you": you }).to_string();
        for part in ["],", &rest[1..rest.len() - 1], ",\"view\":", view, ",\"choices\":", offer, "}"] {
            text.push_str(part);
        }
        (n, text)
    }

    /// The table as lists show it.
    pub fn summary(&self) -> Value {
        let inside = lock(&self.inside);
        let seats: Value = inside.chairs.iter().map(Chair::listed).collect();
        json!({
            "id": self.id,
            "game": self.game.name(),
            "seats": seats,
            "asked": inside.asked(),
            "n": inside.playthrough.choices.len(),
            "begun": inside.has_begun(),
            "asked_since": inside.asked_since,
            "created": self.created,
            "ended": inside.ended,
            "winners": inside.playthrough.outcome().map(|outcome| outcome.winners),
            "open": inside.chairs.iter().filter(|chair| chair.occupant == Occupant::Invited).count(),
        })
    }
}

/// A table that has ended and is not at hand, as lists show it.
pub fn summary_of_ended(table: &Summary) -> Value {
    let seats = || table.seats.iter();
    let winners = seats().enumerate().filter(|(_, sitter)| sitter.won).map(|(seat, _)| Value::from(seat));
    json!({
        "id": table.id,
        "game": table.game,
        "seats": seats()
            .map(|sitter| json!({ "kind": sitter.kind, "name": sitter.name, "player": sitter.player }))
            .collect::<Value>(),
        "asked": null,
        "n": table.n,
        "created": table.created,
        "ended": table.ended,
        "winners": winners.collect::<Value>(),
        "open": seats().filter(|sitter| sitter.kind == "invited").count(),
        "replay": table.replay,
    })
}
