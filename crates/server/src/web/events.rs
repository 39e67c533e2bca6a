//! Streams of server-sent events.
//!
//! Every subscriber has a task of its own ([`follow`]), which sends [`event`]s into a channel of one place:
//! one is under way at a time, and nothing queues up. The other end of the channel is the body of the
//! answer. It sends a pulse when nothing else goes out for some seconds, so that a page notices silence, and the
//! connection ([`Line`]) tells it when the other side may have gone. A client that is gone is noticed at once if its
//! machine resets the connection, otherwise when the machine answers what is sent to it.

use super::answer::{next_part, with_body};
use crate::shares::Claim;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::StatusCode;
use axum::response::Response;
use boardbots_base::thread::lock;
use hyper::body::Frame;
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, Sleep, sleep};

/// Time after which a quiet stream gets a pulse, so that both sides notice a dead connection. Pages wait for two of
/// them (`wire.js`).
const PULSE: Duration = Duration::from_secs(4);
/// Time between pulses when the other side has ended its half of the connection: if it has closed all of it, the first
/// pulse is answered with a reset, and the next one cannot be written.
const PROBE: Duration = Duration::from_secs(2);
/// A pulse: an event with a name and no data, which those who wait for states never see.
const BEAT: &[u8] = b"event: pulse\ndata:\n\n";

/// The frame of the data in an event without a name.
const AROUND: (&str, &str) = ("data: ", "\n\n");

/// An event without a name; the data is one line.
#[must_use]
pub fn event(data: &str) -> Bytes {
    Bytes::from(format!("{}{data}{}", AROUND.0, AROUND.1))
}

/// The data of an event without a name; no byte is copied.
#[must_use]
pub fn data(event: &Bytes) -> Bytes {
    event.slice(AROUND.0.len()..event.len() - AROUND.1.len())
}

/// An event with a name and an id, which browsers send back as `Last-Event-ID` when they
/// connect again; the data is one line.
#[must_use]
pub fn named(name: &str, id: u64, data: &str) -> Bytes {
    Bytes::from(format!("event: {name}\nid: {id}\ndata: {data}\n\n"))
}

/// The next item of a subscriber's stream.
pub enum Next {
    /// An event; the next one after news.
    Event(Bytes),
    /// An event; the next one is there already.
    More(Bytes),
    /// The last event.
    Last(Bytes),
    /// Nothing before there is news.
    Wait,
    /// Nothing any more.
    End,
}

/// The stream of the newest event that `get` says, now and after all news, with at least `pace` between two looks.
/// All subscribers share the events; one that stays the same is sent once.
pub fn newest<T: Send + Sync + 'static, F: Future<Output = Bytes> + Send + 'static>(
    news: watch::Receiver<T>,
    pace: Duration,
    place: Option<Claim>,
    get: impl Fn() -> F + Send + 'static,
) -> Response {
    let last = Arc::<Mutex<Bytes>>::default();
    follow(news, pace, place, move || {
        let (event, last) = (get(), Arc::clone(&last));
        async move {
            let event = event.await;
            let before = std::mem::replace(&mut *lock(&last), event.clone());
            if before == event { Next::Wait } else { Next::Event(event) }
        }
    })
}

/// The outcome of a future; without one, a wait without an end.
pub async fn or_never<F: Future>(future: Option<F>) -> F::Output {
    match future {
        Some(future) => future.await,
        None => std::future::pending().await,
    }
}

/// The stream of what `next` says, now and after all news, with at least `pace` between two looks. What
/// is sent is made when there is room for it: a slow reader gets the newest state, and nothing queues up.
/// `next` is dropped when the subscriber has gone; the stream ends as well when its `place` has to make room.
pub fn follow<T: Send + Sync + 'static, F: Future<Output = Next> + Send + 'static>(
    mut news: watch::Receiver<T>,
    pace: Duration,
    place: Option<Claim>,
    mut next: impl FnMut() -> F + Send + 'static,
) -> Response {
    let (events, body) = mpsc::channel(1);
    let ended = async move { or_never(place.as_ref().map(Claim::evicted)).await };
    let sent = async move {
        loop {
            let Ok(room) = events.reserve().await else { return };
            news.borrow_and_update();
            match next().await {
                Next::Event(event) => room.send(event),
                Next::More(event) => {
                    room.send(event);
                    continue;
                }
                Next::Last(event) => return room.send(event),
                Next::Wait => drop(room),
                Next::End => return,
            }
            if !pace.is_zero() {
                tokio::select! {
                    () = events.closed() => return,
                    () = sleep(pace) => {}
                }
            }
            tokio::select! {
                () = events.closed() => return,
                changed = news.changed() => if changed.is_err() { return },
            }
        }
    };
    tokio::spawn(async move {
        tokio::select! {
            () = sent => {}
            () = ended => {}
        }
    });
    stream(body)
}

/// A flag: the other side of a stream's connection may have gone. Every stream has one as an extension of its response.
#[derive(Clone, Default)]
pub struct Line(Arc<AtomicBool>);

impl Line {
    /// The other side has ended its half, or says more while it listens: it may have gone.
    pub fn doubt(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True if the other side may have gone.
    #[must_use]
    pub fn is_in_doubt(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The answer whose body is the events of a channel; it ends when all senders are gone.
fn stream(events: mpsc::Receiver<Bytes>) -> Response {
    let line = Line::default();
    let (left, pulse) = (Bytes::new(), Box::pin(sleep(PULSE)));
    let body = Events { queue: events, left, line: line.clone(), probing: false, pulse };
    let mut response = with_body(StatusCode::OK, "text/event-stream", Body::new(body));
    response.extensions_mut().insert(line);
    response
}

/// A body that is the events of a channel, with pulses where there are none for some seconds.
struct Events {
    queue: mpsc::Receiver<Bytes>,
    /// The rest of the event under way.
    left: Bytes,
    line: Line,
    /// True while the other side is asked if it is still there.
    probing: bool,
    /// The time of the next pulse.
    pulse: Pin<Box<Sleep>>,
}

impl HttpBody for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let this = &mut *self;
        if this.left.is_empty() {
            this.left = match this.queue.poll_recv(cx) {
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Ready(Some(event)) => event,
                Poll::Pending => {
                    if !this.probing && this.line.is_in_doubt() {
                        this.probing = true;
                        this.pulse.as_mut().reset(Instant::now());
                    }
                    ready!(this.pulse.as_mut().poll(cx));
                    Bytes::from_static(BEAT)
                }
            };
        }
        this.pulse.as_mut().reset(Instant::now() + if this.probing { PROBE } else { PULSE });
        Poll::Ready(Some(Ok(Frame::data(next_part(&mut this.left)))))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Listener, Server, ServerConfig, Service};
    use super::*;
    use axum::Router;
    use axum::routing::get;
    use socket2::SockRef;
    use std::io::{Read, Write};
    use std::net::{Shutdown, TcpStream};
    use tokio::sync::Semaphore;

    /// A subscriber who is gone is noticed within this time.
    const NOTICED: Duration = Duration::from_secs(10);

    /// A server with places for one subscriber of each kind: nothing happens, news without events
    /// come all the time, events do.
    fn serve() -> (Server, [Arc<Semaphore>; 3]) {
        let config = ServerConfig { listen: ([127, 0, 0, 1], 0).into(), ..ServerConfig::default() };
        let door = Listener::open("events", config).unwrap();
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
                // Nobody sends anything to the first kind.
                let own = watch::channel(0_u32).0;
                let news = if kind == 0 { own.subscribe() } else { news.subscribe() };
                let mut count = 0;
                std::future::ready(follow(news, Duration::ZERO, None, move || {
                    let _held = (&place, &own);
                    count += 1;
                    std::future::ready(if kind == 2 { Next::Event(event(&count.to_string())) } else { Next::Wait })
                }))
            };
            router = router.route(&format!("/{kind}"), get(subscribe));
        }
        let costs: crate::web::Costs = std::sync::Arc::new(|_| crate::web::Cost::Usual);
        let (status, ending) = (Box::new(|_| String::new()), Box::new(|| ()));
        let (metrics, threads) = (Box::new(|_: &mut crate::web::Metrics| ()), Vec::new());
        let service = Service { router, full: "full", costs, status, metrics, admin: None, ending, threads };
        let server = door.serve(service).unwrap();
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
                if kind == 2 {
                    heard.matches("data: ").count() > 100
                } else {
                    heard.matches("event: pulse\ndata:\n\n").count() > 2
                }
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
