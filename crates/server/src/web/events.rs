//! Streams of server-sent events.
//!
//! Every subscriber has a task with a state of his own: it sends [`event`]s into a channel of
//! one place, so that one is under way at a time and nothing queues up, and [`pause`]s until
//! there is news. The other end of the channel is the answer's body: [`stream`]. That sends a
//! comment when nothing else goes out for long, and is told by the connection ([`Line`]) when the
//! other side may have gone: who is gone is noticed at once if his machine resets the connection,
//! and otherwise when it answers what is sent to him.

use super::answer::respond;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use hyper::body::Frame;
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, Sleep, sleep};

/// A quiet stream gets a comment this often, so that a dead connection is noticed.
const PULSE: Duration = Duration::from_secs(20);
/// So often it gets one when the other side has ended its half of the connection: if it has closed
/// all of it, the first comment is answered with a reset, and the next one cannot be written.
const PROBE: Duration = Duration::from_secs(2);
/// What is sent then.
const COMMENT: &[u8] = b":\n\n";

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
    tokio::select! {
        () = events.closed() => false,
        changed = news.changed() => changed.is_ok(),
    }
}

/// What the connection of a stream knows of the other side. Every stream has one as an extension of
/// its response.
#[derive(Clone, Default)]
pub struct Line(Arc<AtomicBool>);

impl Line {
    /// The other side has ended its half, or says more while it listens: it may have gone.
    pub fn doubt(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it may have gone.
    #[must_use]
    pub fn is_in_doubt(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The answer whose body is the events of a channel; it ends when all senders are gone.
#[must_use]
pub fn stream(events: mpsc::Receiver<Bytes>) -> Response {
    let line = Line::default();
    let body = Events { queue: events, line: line.clone(), probing: false, pulse: Box::pin(sleep(PULSE)) };
    let mut response = respond(StatusCode::OK, "text/event-stream", Body::new(body));
    response.extensions_mut().insert(line);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A body that is the events of a channel, with comments where there are none for long.
struct Events {
    queue: mpsc::Receiver<Bytes>,
    line: Line,
    /// Whether the other side is asked if it is still there.
    probing: bool,
    /// When the next comment is due.
    pulse: Pin<Box<Sleep>>,
}

impl HttpBody for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let this = &mut *self;
        let event = match this.queue.poll_recv(cx) {
            Poll::Ready(None) => return Poll::Ready(None),
            Poll::Ready(Some(event)) => event,
            Poll::Pending => {
                if !this.probing && this.line.is_in_doubt() {
                    this.probing = true;
                    this.pulse.as_mut().reset(Instant::now());
                }
                ready!(this.pulse.as_mut().poll(cx));
                Bytes::from_static(COMMENT)
            }
        };
        this.pulse.as_mut().reset(Instant::now() + if this.probing { PROBE } else { PULSE });
        Poll::Ready(Some(Ok(Frame::data(event))))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Door, Limits, Server, Service};
    use super::*;
    use axum::Router;
    use axum::routing::get;
    use socket2::SockRef;
    use std::io::{Read, Write};
    use std::net::{Shutdown, TcpStream};
    use tokio::sync::Semaphore;

    /// Who is gone is noticed within this time.
    const NOTICED: Duration = Duration::from_secs(10);

    /// A server with places for one subscriber of each kind: nothing happens, news without events
    /// come all the time, events do.
    fn serve() -> (Server, [Arc<Semaphore>; 3]) {
        let door = Door::open("events", ([127, 0, 0, 1], 0).into(), 1).unwrap();
        let (news, _) = watch::channel(0_u32);
        let places: [Arc<Semaphore>; 3] = std::array::from_fn(|_| Arc::new(Semaphore::new(1)));
        let sender = news.clone();
        door.handle().spawn(async move {
            loop {
                sleep(Duration::from_millis(20)).await;
                sender.send_modify(|count| *count += 1);
            }
        });
        let mut router = Router::new();
        for (kind, place) in places.iter().enumerate() {
            let (place, news) = (Arc::clone(place), news.clone());
            let subscribe = move || {
                let place = Arc::clone(&place).try_acquire_owned().expect("the place is free");
                let (events, body) = mpsc::channel(1);
                // Nobody sends anything to the first kind.
                let own = watch::channel(0_u32).0;
                let mut news = if kind == 0 { own.subscribe() } else { news.subscribe() };
                tokio::spawn(async move {
                    let _place = (place, own);
                    loop {
                        let count = *news.borrow_and_update();
                        if kind == 2 && events.send(event(&count.to_string())).await.is_err() {
                            return;
                        }
                        if !pause(&events, &mut news).await {
                            return;
                        }
                    }
                });
                std::future::ready(stream(body))
            };
            router = router.route(&format!("/{kind}"), get(subscribe));
        }
        let (limits, full) = (Limits::default(), "full");
        let prices: crate::web::Prices = std::sync::Arc::new(|_| crate::web::Price::Usual);
        let server = door.serve(Service { router, limits, full, prices, beat: None, ending: Box::new(|| ()) }).unwrap();
        (server, places)
    }

    /// A subscriber who has the head of his stream.
    fn subscribe(server: &Server, kind: usize) -> TcpStream {
        let mut client = TcpStream::connect(server.addr()).unwrap();
        client.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        write!(client, "GET /{kind} HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        assert!(client.read(&mut [0; 4096]).unwrap() > 0);
        client
    }

    #[test]
    fn who_is_gone_is_noticed() {
        let (server, places) = serve();
        for reset in [true, false] {
            for (kind, place) in places.iter().enumerate() {
                let client = subscribe(&server, kind);
                assert_eq!(place.available_permits(), 0);
                if reset {
                    SockRef::from(&client).set_linger(Some(Duration::ZERO)).unwrap();
                }
                drop(client);
                let began = std::time::Instant::now();
                while place.available_permits() == 0 {
                    assert!(began.elapsed() < NOTICED, "kind {kind}, reset: {reset}");
                    std::thread::sleep(Duration::from_millis(10));
                }
            }
        }
    }

    #[test]
    fn who_has_said_all_goes_on_listening() {
        let (server, places) = serve();
        for (kind, place) in places.iter().enumerate() {
            let mut client = subscribe(&server, kind);
            client.shutdown(Shutdown::Write).unwrap();
            let mut heard = String::new();
            let done = |heard: &str| {
                if kind == 2 { heard.matches("data: ").count() > 100 } else { heard.matches(":\n\n").count() > 2 }
            };
            while !done(&heard) {
                let mut chunk = [0; 4096];
                let count = client.read(&mut chunk).unwrap();
                assert!(count > 0, "kind {kind}: {heard}");
                heard.push_str(std::str::from_utf8(&chunk[..count]).unwrap());
            }
            assert_eq!(place.available_permits(), 0);
        }
    }
}
