//! Games and lists as server-sent events.
//!
//! Every subscriber of a game has a state of his own, which goes through the list of moves as
//! fast as he reads.

use super::hall::Hall;
use super::record::{Next, Record};
use super::seat::Seat;
use crate::web::events::{event, pause, stream};
use axum::response::Response;
use std::sync::Arc;
use tokio::sync::mpsc;

/// All moves of a game, from the first to the last: one event for the state after each.
pub fn game(record: Arc<Record>) -> Response {
    let (events, body) = mpsc::channel(1);
    tokio::spawn(async move {
        let mut news = record.watch();
        let (mut state, mut seen) = (record.start, 0);
        loop {
            news.borrow_and_update();
            match record.next(seen) {
                Next::Move(order) => {
                    let turn = state.turn;
                    state.play(&record.board, order);
                    seen += 1;
                    // A crash that ends the game is no turn, and no event on the original.
                    if state.turn != turn && events.send(event(&record.at(&state).json())).await.is_err() {
                        return;
                    }
                }
                Next::Later => {
                    if !pause(&events, &mut news).await {
                        return;
                    }
                }
                Next::Never => return,
            }
        }
    });
    stream(body)
}

/// The ids of the running arena games, now and after every change.
pub fn now_playing(hall: Arc<Hall>) -> Response {
    let (events, body) = mpsc::channel(1);
    tokio::spawn(async move {
        let mut news = hall.registry.watch();
        let mut last = None;
        loop {
            news.borrow_and_update();
            let ids = hall.registry.now_playing();
            if last.as_ref() != Some(&ids) {
                let json = serde_json::Value::from(ids.clone()).to_string();
                if events.send(event(&json)).await.is_err() {
                    return;
                }
                last = Some(ids);
            }
            if !pause(&events, &mut news).await {
                return;
            }
        }
    });
    stream(body)
}

/// What the person of a seat may know, now and after every change, until nothing changes any more.
pub fn seat(seat: Arc<Seat>) -> Response {
    let (events, body) = mpsc::channel(1);
    tokio::spawn(async move {
        let mut news = seat.watch();
        loop {
            news.borrow_and_update();
            let (state, over) = seat.state();
            if events.send(event(&state)).await.is_err() || over || !pause(&events, &mut news).await {
                break;
            }
        }
        seat.visit();
    });
    stream(body)
}
