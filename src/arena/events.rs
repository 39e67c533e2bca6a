//! Games and lists as server-sent events.
//!
//! Every subscriber has a task with a state of his own, which goes through the list of moves
//! as fast as he reads: one event is under way at a time, nothing queues up.

use super::answer::respond;
use super::hall::Hall;
use super::record::{Next, Record};
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use hyper::body::Frame;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// A quiet stream gets a comment this often, so that a dead connection is noticed.
const PULSE: Duration = Duration::from_secs(20);

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

fn event(json: &str) -> Bytes {
    Bytes::from(format!("data: {json}\n\n"))
}

/// Waits for news, and says whether the subscriber is still there.
async fn pause(events: &mpsc::Sender<Bytes>, news: &mut watch::Receiver<()>) -> bool {
    loop {
        tokio::select! {
            () = events.closed() => return false,
            changed = news.changed() => return changed.is_ok(),
            () = tokio::time::sleep(PULSE) => {
                if events.send(Bytes::from_static(b":\n\n")).await.is_err() {
                    return false;
                }
            }
        }
    }
}

fn stream(events: mpsc::Receiver<Bytes>) -> Response {
    let mut response = respond(StatusCode::OK, "text/event-stream", Body::new(Events(events)));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A body that is the events of a channel.
struct Events(mpsc::Receiver<Bytes>);

impl HttpBody for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(cx).map(|event| event.map(|bytes| Ok(Frame::data(bytes))))
    }
}
