//! What the lobby shows.

use super::state::AppState;
use super::store::Summary;
use super::table::Table;
use crate::cache::listed;
use crate::sync::lock;
use crate::web::events::event;
use axum::body::Bytes;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::sync::Arc;

impl AppState {
    /// What the lobby shows, as an event: tables that run, the newest first, and those that have ended.
    pub async fn lobby(&self) -> Bytes {
        let lobby = self.services.lobby.get((), async || {
            let mut tables: Vec<Arc<Table>> = lock(&self.running).values().cloned().collect();
            tables.retain(|table| !table.has_ended());
            tables.sort_by(|one, other| (other.created, &one.id).cmp(&(one.created, &other.id)));
            let finished = lock(&self.finished).clone();
            let running = listed(tables, |table| table.summary()).await;
            let (finished, trouble) = (listed(finished, |table| table).await, json!(self.outage().as_deref()));
            Ok(event(&format!("{{\"finished\":{finished},\"running\":{running},\"trouble\":{trouble}}}")))
        });
        lobby.await.unwrap_or_else(|never: Infallible| match never {})
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
