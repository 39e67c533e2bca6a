//! Tables and the lobby as server-sent events.

use super::refusal::Refusal;
use super::state::AppState;
use super::table::Table;
use crate::web::events::{Next, event, follow, named};
use axum::response::Response;
use boardbots_game::state::Seat;
use std::sync::Arc;
use std::time::Duration;

/// The shortest time between two states of the lobby.
const LOBBY: Duration = Duration::from_secs(1);

/// The states of a table as this seat, or a watcher, sees them, with the steps after the `last` one seen.
///
/// # Errors
/// If too many look at it.
pub fn table(table: &Arc<Table>, you: Option<Seat>, last: Option<usize>) -> Result<Response, Refusal> {
    let (attendance, mut seen) = (table.attend(you)?, last);
    Ok(follow(table.watch(), Duration::ZERO, move || {
        let (n, state) = attendance.table.state(you, seen);
        seen = Some(n);
        Next::Event(named("state", n as u64, &state))
    }))
}

/// What the lobby shows, now and whenever it changes.
///
/// # Errors
/// If too many look at it.
pub fn lobby(app: Arc<AppState>) -> Result<Response, Refusal> {
    let place = Arc::clone(&app.visitors).try_acquire_owned().map_err(|_| Refusal::Full("who look at the lobby"))?;
    let mut last: Option<Arc<str>> = None;
    Ok(follow(app.services.lobby.watch(), LOBBY, move || {
        let _held = &place;
        let lobby = app.lobby();
        if last.as_ref() == Some(&lobby) {
            return Next::Wait;
        }
        last = Some(Arc::clone(&lobby));
        Next::Event(event(&lobby))
    }))
}
