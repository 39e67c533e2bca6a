//! Tables and the lobby as server-sent events.

use super::refusal::{Answer, TableError};
use super::state::AppState;
use super::table::Table;
use crate::cache::listed;
use crate::shares::{Claim, FullError, Owner};
use crate::web::events::{Next, event, follow, named, newest};
use axum::body::Bytes;
use boardbots_base::thread::lock;
use boardbots_game::state::Seat;
use serde_json::json;
use std::convert::Infallible;
use std::future::ready;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// The shortest time between two states of the lobby.
const LOBBY: Duration = Duration::from_secs(1);

/// A place for a stream of a guest who only looks on.
fn viewer(app: &AppState, guest: IpAddr) -> Answer<Claim> {
    app.services.viewers.claim(Owner::at(guest), 1).map_err(|full| match full {
        FullError::Address => TableError::TooMany("windows open at your address"),
        FullError::All => TableError::Full("who look on"),
    })
}

/// The states of a table as this seat, or a watcher, sees them, with the steps after the `last` one seen.
///
/// # Errors
/// If too many look on.
pub fn table(app: &AppState, table: &Arc<Table>, (you, last): (Option<Seat>, Option<usize>), guest: IpAddr) -> Answer {
    let place = if you.is_none() { Some(viewer(app, guest)?) } else { None };
    let (attendance, mut seen) = (table.attend(you)?, last);
    Ok(follow(table.watch(), Duration::ZERO, place, move || {
        let (n, state) = attendance.table.state(you, seen);
        seen = Some(n);
        ready(Next::Event(named("state", n as u64, &state)))
    }))
}

/// The stream of the lobby: its state now, and whenever it changes.
///
/// # Errors
/// If too many look on.
pub fn lobby(app: Arc<AppState>, guest: IpAddr) -> Answer {
    let place = viewer(&app, guest)?;
    let news = app.services.lobby.watch();
    let lobby = move || {
        let app = Arc::clone(&app);
        async move { app.lobby().await }
    };
    Ok(newest(news, LOBBY, Some(place), lobby))
}

impl AppState {
    /// The state of the lobby, as an event: tables that run, the newest first, and tables that have ended.
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
