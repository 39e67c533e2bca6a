//! Tables and the lobby as server-sent events.

use super::refusal::Refusal;
use super::state::AppState;
use super::table::Table;
use crate::shares::{Claim, Full, Owner};
use crate::web::events::{Next, follow, named, newest};
use axum::response::Response;
use boardbots_game::state::Seat;
use std::future::ready;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// The shortest time between two states of the lobby.
const LOBBY: Duration = Duration::from_secs(1);

/// A place for a stream of a guest who only looks on.
fn viewer(app: &AppState, guest: IpAddr) -> Result<Claim, Refusal> {
    app.services.viewers.claim(Owner::at(guest), 1).map_err(|full| match full {
        Full::Address => Refusal::TooMany("windows open at your address"),
        Full::All => Refusal::Full("who look on"),
    })
}

/// The states of a table as this seat, or a watcher, sees them, with the steps after the `last` one seen.
///
/// # Errors
/// If too many look on.
pub fn table(
    app: &AppState,
    table: &Arc<Table>,
    (you, last): (Option<Seat>, Option<usize>),
    guest: IpAddr,
) -> Result<Response, Refusal> {
    let place = if you.is_none() { Some(viewer(app, guest)?) } else { None };
    let (attendance, mut seen) = (table.attend(you)?, last);
    Ok(follow(table.watch(), Duration::ZERO, place, move || {
        let (n, state) = attendance.table.state(you, seen);
        seen = Some(n);
        ready(Next::Event(named("state", n as u64, &state)))
    }))
}

/// What the lobby shows, now and whenever it changes.
///
/// # Errors
/// If too many look on.
pub fn lobby(app: Arc<AppState>, guest: IpAddr) -> Result<Response, Refusal> {
    let place = viewer(&app, guest)?;
    let news = app.services.lobby.watch();
    let lobby = move || {
        let app = Arc::clone(&app);
        async move { app.lobby().await }
    };
    Ok(newest(news, LOBBY, Some(place), lobby))
}
