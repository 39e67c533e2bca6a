//! One connection, from its first byte to its end.

use super::answer::{self, unkept};
use super::connections::{Connection, ConnectionHandle, Metered};
use super::limits::HttpLimits;
use super::metrics::Numbers;
use super::origin::Names;
use super::rate_limits::{self, ClientAddr, Cost, Costs, REFUSED_AFTER, RateLimits};
use super::request::Local;
use super::timeouts::{Requests, TimedStream};
use crate::shares::{Line, Owner};
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::task::Poll;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, watch};
use tower::ServiceExt;

/// Time that answers under way get when a server ends.
pub const FAREWELL: Duration = Duration::from_millis(500);
/// Bytes that the system keeps of what a client has not taken; it reserves twice as many.
const SEND_BUFFER: usize = 32 * 1024;
/// Smallest buffer that the HTTP library works with, in bytes.
const SMALLEST_BUFFER: usize = 8192;

/// Things that all connections share.
pub struct Shared {
    /// All that is answered.
    pub router: Router,
    /// The bounds of HTTP.
    pub limits: HttpLimits,
    /// The answer to a client for whom there is no room.
    pub full: &'static str,
    /// The costs of requests.
    pub costs: Costs,
    /// The requests that each guest may still make.
    pub guests: RateLimits,
    /// Turns on the thread that serves.
    pub turns: Arc<Line>,
    /// The names that the server goes by.
    pub names: Names,
    /// The numbers of the server.
    pub numbers: Numbers,
}

impl Shared {
    /// The answer to a client that has its share.
    fn full(&self) -> Response {
        let mut response = answer::respond(StatusCode::SERVICE_UNAVAILABLE, answer::TEXT, self.full);
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        answer::again_later(response)
    }
}

/// Waits until the server ends.
pub async fn the_end(stopped: &mut watch::Receiver<bool>) {
    // If nobody is left who could say so, that is the end, too.
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

/// One connection, from its first byte to its end.
pub async fn converse(
    stream: TcpStream,
    (_permit, connection): (OwnedSemaphorePermit, Connection),
    shared: Arc<Shared>,
    mut stopped: watch::Receiver<bool>,
) {
    let Ok(local) = prepared(&stream, &shared.limits) else { return };
    let requests = Requests::default();
    let connection = Arc::new(connection);
    let mut stream = TimedStream::new(stream, (requests.clone(), Arc::clone(&connection)), &shared.limits);
    let (own, counted) = (Arc::clone(&connection), requests.clone());
    let refused = AtomicU32::new(0);
    let of_all = Arc::clone(&shared);
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let (requests, own) = (requests.clone(), Arc::clone(&own));
        let waited = requests.begin();
        let mut request: Request = request.map(Body::new);
        let guest = ClientAddr(of_all.limits.proxies.client(own.addr, request.headers()));
        let cost = (of_all.costs)(&request);
        let ready = if of_all.guests.admit(guest.0, &cost, &request, Instant::now()) {
            of_all.names.refusal(&mut request).map(|refusal| (refusal, Duration::ZERO))
        } else {
            let last = refused.fetch_add(1, Relaxed) + 1 >= of_all.limits.refusals;
            Some((rate_limits::refusal(last), REFUSED_AFTER))
        };
        let mut owner = Owner::at(guest.0);
        if let (Cost::Proven(rate), None) = (&cost, &ready) {
            owner = owner.with_key(rate.key);
        }
        let busy = own.begin(owner);
        // Those who may not read the metrics are answered as everywhere where there is nothing.
        let ready = ready.or_else(|| Some((of_all.numbers.answer(own.addr, &request)?, Duration::ZERO)));
        request.extensions_mut().insert(Local(local));
        request.extensions_mut().insert(guest);
        request.extensions_mut().insert(ConnectionHandle(Arc::clone(&own)));
        let of_all = Arc::clone(&of_all);
        async move {
            let Ok(busy) = busy else { return Ok(of_all.numbers.counted(of_all.full())) };
            // The HTTP library takes up to 16 requests in a turn, and the event loop looks for what others
            // have sent every 61 turns: a client that sends many at once has one answered for each look.
            if !waited {
                tokio::task::yield_now().await;
            }
            let response = match ready {
                Some((answer, after)) => {
                    if !after.is_zero() {
                        tokio::time::sleep(after).await;
                    }
                    Ok(answer)
                }
                None => of_all.turns.run(owner, of_all.router.clone().oneshot(request)).await,
            };
            response.map(unkept).map(|answer| {
                requests.end(&answer);
                of_all.numbers.counted(Metered::wrap(answer, busy).unwrap_or_else(|_| of_all.full()))
            })
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        // A shorter one is the default. The loop below bounds idleness, the connection itself heads.
        .header_read_timeout(shared.limits.idle_time)
        .max_buf_size(shared.limits.head_bytes.max(SMALLEST_BUFFER))
        // A client that has sent its request and closes is still served: its move counts.
        .half_close(true)
        // Bodies are sent from where they are, with their heads in one write.
        .writev(true);
    let turns = Arc::clone(&shared.turns);
    let mut is_new = true;
    loop {
        // A connection rests most of the time, and needs none of the library's buffers until the next request.
        tokio::select! {
            said = tokio::time::timeout(shared.limits.idle_time, stream.spoken()) => if said.is_err() { return },
            // Without an answer: the client knows that it holds this many connections.
            () = connection.evicted() => return,
            () = the_end(&mut stopped) => return,
        }
        let before = counted.begun();
        let mut serving = http.serve_connection(TokioIo::new(stream), &service);
        let served = poll_fn(|cx| match Pin::new(&mut serving).poll(cx) {
            Poll::Ready(outcome) => Poll::Ready(Some(outcome)),
            Poll::Pending if counted.are_quiet() && counted.begun() > before && connection.is_at_rest() => {
                Poll::Ready(None)
            }
            Poll::Pending => Poll::Pending,
        });
        let charged = turns.charged(|| connection.owner(), served);
        let served = async {
            // A connection that is new waits for its turn like a request.
            if std::mem::take(&mut is_new) {
                turns.run(Owner::at(connection.addr), charged).await
            } else {
                charged.await
            }
        };
        let outcome = tokio::select! {
            outcome = served => outcome,
            () = connection.evicted() => return,
            () = the_end(&mut stopped) => {
                Pin::new(&mut serving).graceful_shutdown();
                Some((&mut serving).await)
            }
        };
        match outcome {
            Some(Ok(())) => return,
            Some(Err(error)) => return log::debug!("a connection ended: {error}"),
            None => {
                let parts = serving.into_parts();
                stream = parts.io.into_inner().with_ahead(&parts.read_buf);
            }
        }
    }
}

/// Sets up a connection, and tells at which address it arrived.
pub fn prepared(stream: &TcpStream, limits: &HttpLimits) -> io::Result<SocketAddr> {
    // Without this, answers wait for the client's acknowledgement of the one before.
    stream.set_nodelay(true)?;
    // A client that vanished without a word acknowledges nothing more, while what is sent to it
    // fits into the system's buffer for long. One that is there and does not read is told the end before.
    #[cfg(target_os = "linux")]
    SockRef::from(stream).set_tcp_user_timeout(Some(limits.write_time * 3 / 2))?;
    // What waits to be taken waits here, where it is counted, not in the system's buffers.
    SockRef::from(stream).set_send_buffer_size(SEND_BUFFER)?;
    stream.local_addr()
}

/// Tells a connection over the limit that it is.
pub async fn refuse(stream: TcpStream, _permit: OwnedSemaphorePermit, shared: Arc<Shared>) {
    // The request is taken first: closing with unread bytes would take the answer back.
    if let Ok(Ok(())) = tokio::time::timeout(FAREWELL, stream.readable()).await {
        let _ = stream.try_read(&mut [0; 4096]);
    }
    let head = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close";
    let _ =
        stream.try_write(format!("{head}\r\ncontent-length: {}\r\n\r\n{}", shared.full.len(), shared.full).as_bytes());
}
