//! Streams of server-sent events.
//!
//! Every subscriber has a task with a state of his own: it sends [`event`]s into a channel of
//! one place, so that one is under way at a time and nothing queues up, and [`pause`]s until
//! there is news. The other end of the channel is the answer's body: [`stream`].

use super::answer::respond;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use hyper::body::Frame;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// A quiet stream gets a comment this often, so that a dead connection is noticed.
const PULSE: Duration = Duration::from_secs(20);

/// An event without a name; the data is one line.
#[must_use]
pub fn event(data: &str) -> Bytes {
    Bytes::from(format!("data: {data}\n\n"))
}

/// An event with a name and an id, which browsers send back as `Last-Event-ID` when they
/// connect again; the data is one line.
#[must_use]
pub fn named(name: &str, id: u64, data: &str) -> Bytes {
    Bytes::from(format!("event: {name}\nid: {id}\ndata: {data}\n\n"))
}

/// Waits for news, and says whether the subscriber is still there.
pub async fn pause<T>(events: &mpsc::Sender<Bytes>, news: &mut watch::Receiver<T>) -> bool {
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

/// The answer whose body is the events of a channel; it ends when all senders are gone.
#[must_use]
pub fn stream(events: mpsc::Receiver<Bytes>) -> Response {
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
