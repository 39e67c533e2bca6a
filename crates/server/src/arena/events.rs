//! Games and lists as server-sent events.
//!
//! Every subscriber of a game has a state of its own, which goes through the list of moves as fast as the
//! subscriber reads.

use super::record::{Next as Recorded, Record};
use super::seat::Seat;
use super::state::AppState;
use crate::web::events::{Next, event, follow, newest};
use axum::response::Response;
use std::convert::Infallible;
use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

/// All moves of a game, from the first to the last: one event for the state after each.
pub fn game(record: Arc<Record>) -> Response {
    let (mut state, mut seen) = (record.start, 0);
    follow(record.watch(), Duration::ZERO, None, move || {
        ready(loop {
            match record.next(seen) {
                Recorded::Move(order) => {
                    let turn = state.turn;
                    state.play(&record.board, order);
                    seen += 1;
                    // A crash that ends the game is no turn, and no event on the original.
                    if state.turn != turn {
                        break Next::More(event(&record.at(&state).json()));
                    }
                }
                Recorded::Later => break Next::Wait,
                Recorded::Never => break Next::End,
            }
        })
    })
}

/// The ids of the running arena games, now and after every change.
pub fn now_playing(app: Arc<AppState>) -> Response {
    let news = app.registry.playing.watch();
    let ids = move || {
        let app = Arc::clone(&app);
        async move {
            let ids = async || Ok(event(&serde_json::Value::from(app.registry.now_playing()).to_string()));
            app.registry.playing.get((), ids).await.unwrap_or_else(|never: Infallible| match never {})
        }
    };
    newest(news, Duration::ZERO, None, ids)
}

/// Notes that the person was there when the stream of a seat ends.
struct Visit(Arc<Seat>);

impl Drop for Visit {
    fn drop(&mut self) {
        self.0.visit();
    }
}

/// The state that the person of a seat may know, now and after every change, until nothing changes any more.
pub fn seat(seat: Arc<Seat>) -> Response {
    let news = seat.watch();
    let visit = Visit(seat);
    follow(news, Duration::ZERO, None, move || {
        let (state, over) = visit.0.state();
        ready(if over { Next::Last(event(&state)) } else { Next::Event(event(&state)) })
    })
}
