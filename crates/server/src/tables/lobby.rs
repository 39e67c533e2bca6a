//! What the lobby shows.

use super::store::Summary;
use crate::sync::lock;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::sync::watch;

/// What the lobby shows, until something changes.
pub struct Lobby {
    shown: Mutex<Option<Arc<str>>>,
    news: watch::Sender<()>,
}

impl Default for Lobby {
    fn default() -> Self {
        Self { shown: Mutex::default(), news: watch::Sender::new(()) }
    }
}

impl Lobby {
    /// What it shows, made if something has changed.
    pub fn shown(&self, make: impl FnOnce() -> Value) -> Arc<str> {
        if let Some(shown) = lock(&self.shown).clone() {
            return shown;
        }
        let shown: Arc<str> = make().to_string().into();
        *lock(&self.shown) = Some(Arc::clone(&shown));
        shown
    }

    /// Notes that something has changed.
    pub fn changed(&self) {
        *lock(&self.shown) = None;
        self.news.send_replace(());
    }

    /// Says when something changes.
    pub fn watch(&self) -> watch::Receiver<()> {
        self.news.subscribe()
    }
}

/// A table that has ended, as it is sent.
pub fn summary(table: &Summary) -> Value {
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
    })
}
