//! Tables and the lobby as server-sent events.
//!
//! A subscriber's state is made when there is room to send it: whoever reads slowly gets the
//! newest one, and nothing queues up.

use super::hall::Hall;
use super::refusal::Refusal;
use super::table::Table;
use crate::web::events::{event, named, pause, stream};
use axum::response::Response;
use boardbots_game::state::Seat;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// The shortest time between two states of the lobby.
const LOBBY: Duration = Duration::from_secs(1);

/// The states of a table as this seat sees them, or somebody who only watches, with the steps
/// after the `last` that he has seen.
///
/// # Errors
/// If too many look at it.
pub fn table(table: &Arc<Table>, you: Option<Seat>, last: Option<usize>) -> Result<Response, Refusal> {
    let attendance = table.attend(you)?;
    let table = Arc::clone(table);
    let (events, body) = mpsc::channel(1);
    tokio::spawn(async move {
        let _attendance = attendance;
        let mut news = table.watch();
        let mut seen = last;
        loop {
            let Ok(place) = events.reserve().await else { return };
            news.borrow_and_update();
            let (n, state) = table.state(you, seen);
            seen = Some(n);
            place.send(named("state", n as u64, &state));
            if !pause(&events, &mut news).await {
                return;
            }
        }
    });
    Ok(stream(body))
}

/// What the lobby shows, now and whenever it changes.
///
/// # Errors
/// If too many look at it.
pub fn lobby(hall: Arc<Hall>) -> Result<Response, Refusal> {
    let place = Arc::clone(&hall.visitors).try_acquire_owned().map_err(|_| Refusal::Full("who look at the lobby"))?;
    let (events, body) = mpsc::channel(1);
    tokio::spawn(async move {
        let _place = place;
        let mut news = hall.watch();
        let mut last: Option<Arc<str>> = None;
        loop {
            let Ok(place) = events.reserve().await else { return };
            news.borrow_and_update();
            let lobby = hall.lobby();
            if last.as_ref() == Some(&lobby) {
                drop(place);
            } else {
                place.send(event(&lobby));
            }
            last = Some(lobby);
            tokio::select! {
                () = events.closed() => return,
                () = tokio::time::sleep(LOBBY) => {}
            }
            if !pause(&events, &mut news).await {
                return;
            }
        }
    });
    Ok(stream(body))
}
