//! What the lobby offers and shows.

use super::hall::{Hall, UNHARMED};
use super::options::Options;
use super::store::Summary;
use super::table::Table;
use serde_json::{Value, json};
use std::sync::Arc;

impl Hall {
    /// What the lobby offers.
    pub fn offers(&self) -> Value {
        let games = self.games.iter().map(|game| {
            let bots = game.offers();
            let seats = game.seats();
            json!({
                "game": game.name(),
                "seats": [seats.start(), seats.end()],
                "options": Options::offered(*game),
                "undo": game.takes_back(),
                "hint": !bots.is_empty(),
                "evaluation": game.evaluates(),
                "bots": bots.iter().map(|bot| json!({ "player": bot.player, "name": bot.name })).collect::<Value>(),
            })
        });
        games.collect()
    }

    /// What the lobby shows: tables that run, the newest first, and those that have ended, as JSON.
    pub fn lobby(&self) -> Arc<str> {
        if let Some(known) = self.lobby.lock().expect(UNHARMED).clone() {
            return known;
        }
        let mut tables: Vec<Arc<Table>> = self.running().values().cloned().collect();
        tables.sort_by(|one, other| (other.created, &one.id).cmp(&(one.created, &other.id)));
        let running: Value = tables.iter().filter(|table| !table.has_ended()).map(|table| table.summary()).collect();
        let finished: Value = self.finished.lock().expect(UNHARMED).iter().cloned().collect();
        let lobby: Arc<str> =
            json!({ "running": running, "finished": finished, "trouble": self.health().as_deref() }).to_string().into();
        *self.lobby.lock().expect(UNHARMED) = Some(Arc::clone(&lobby));
        lobby
    }
}

/// A table that has ended, as it is sent.
pub(super) fn summary(table: &Summary) -> Value {
    let winners: Value =
        table.seats.iter().enumerate().filter(|(_, sitter)| sitter.won).map(|(seat, _)| Value::from(seat)).collect();
    let seats =
        table.seats.iter().map(|sitter| json!({ "kind": sitter.kind, "name": sitter.name, "player": sitter.player }));
    json!({
        "id": table.id,
        "game": table.game,
        "seats": seats.collect::<Value>(),
        "asked": null,
        "n": table.n,
        "created": table.created,
        "ended": table.ended,
        "winners": winners,
        "open": table.seats.iter().filter(|sitter| sitter.kind == "invited").count(),
    })
}
