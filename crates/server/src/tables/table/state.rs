//! The view of a table, and a game that is over as plain text.

use super::Table;
use crate::tables::chair::{Chair, Occupant};
use crate::tables::playthrough::{By, Playthrough};
use crate::tables::refusal::{Answer, TableError};
use crate::tables::store::{Summary, now};
use crate::web::answer::PART;
use boardbots_base::thread::lock;
use boardbots_game::state::Seat;
use serde_json::{Value, json};
use std::fmt::Write as _;

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
            "programs": self.options.programs,
            "position": current.position(),
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
            "programs": self.options.programs,
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

/// Choices in a part, at most.
const LINES: usize = 200;

impl Table {
    /// The record of the game: its players and its result, in lines of `key: value`, and after an empty line the
    /// number, the seat and the text of every choice that led there, with tabs between. Gives the part of it that
    /// begins after `from` choices, and the number of choices after which the part ends. After the last part there is
    /// no text.
    ///
    /// # Errors
    /// [`TableError::Conflict`] as long as it goes on.
    pub fn exported(&self, from: usize) -> Answer<(String, usize)> {
        let inside = lock(&self.inside);
        TableError::when(inside.ended.is_none(), "the table has not ended")?;
        let playthrough = &inside.playthrough;
        let (mut text, mut to) = (if from == 0 { self.head(playthrough) } else { String::new() }, from);
        for (n, choice) in playthrough.history().skip(from).take(LINES) {
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
        head.extend(
            (1..).zip(playthrough.beginning.setup.names.clone()).map(|(seat, name)| (format!("seat {seat}"), name)),
        );
        let plain = |value: serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
        head.extend(self.options.all().into_iter().map(|(name, value)| (name, plain(value))));
        let moves = playthrough.beginning.shown.as_ref().map(|shown| shown.opening.moves.clone());
        head.extend(moves.filter(|moves| !moves.is_empty()).map(|moves| ("opening".to_string(), moves)));
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
