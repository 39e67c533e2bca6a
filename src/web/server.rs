//! The process's side of a server: the listening socket, the accept loop, the end.
//!
//! One thread runs all connections and whatever tasks the handlers spawn. What thinks for long
//! goes to `tokio::task::spawn_blocking`, which has as many threads as [`Door::open`] was told.

use super::clocked::{Clocked, Requests};
use super::guests::{self, Guests, Visit};
use super::limits::Limits;
use super::origin;
use super::request::Local;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::Method;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Handle, Runtime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt;

/// How long answers that are under way get when a server ends.
const FAREWELL: Duration = Duration::from_millis(500);
/// How often the loop that serves says that it lives, and what it does.
const BEAT: Duration = Duration::from_secs(5);
/// How long nobody is let in after the system had no room for a connection.
const BREATHER: Duration = Duration::from_millis(50);
/// Connections over the limit that are told so at once; further ones are just closed.
const REFUSALS: usize = 32;
/// Smallest buffer that the HTTP library works with, in bytes.
const SMALLEST_BUFFER: usize = 8192;

/// What is called every few seconds from the loop that serves, with the number of connections.
pub type Beat = Box<dyn Fn(usize) + Send>;

/// What is served, and how.
pub struct Service {
    /// All addresses that are answered. The router, and all that it holds, is gone when the
    /// server has stopped.
    pub router: Router,
    /// The bounds.
    pub limits: Limits,
    /// What a connection over the limit is told.
    pub full: &'static str,
    /// Which requests cost their address nothing, by method and path.
    pub free: fn(&Method, &str) -> bool,
    /// A sign of life, if anybody wants one.
    pub beat: Option<Beat>,
    /// Called when the server ends, before the answers under way get their last moment.
    pub ending: Box<dyn FnOnce() + Send>,
}

/// A socket that listens, and the event loop that will serve it.
pub struct Door {
    name: &'static str,
    addr: SocketAddr,
    listener: TcpListener,
    runtime: Runtime,
}

impl Door {
    /// Listens, without letting anybody in yet; port 0 takes a free one. The name is that of the
    /// thread and stands in the log; so many threads are for what blocks.
    ///
    /// # Errors
    /// See [`ServeError`].
    pub fn open(name: &'static str, addr: SocketAddr, thinkers: usize) -> Result<Self, ServeError> {
        // Secrets need it, and who serves cannot be without.
        getrandom::fill(&mut [0; 8]).map_err(|error| ServeError::System("random bytes", error.to_string()))?;
        let refused = |error| ServeError::Listen(addr, error);
        let listener = std::net::TcpListener::bind(addr).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(thinkers)
            .thread_name(format!("{name}-thinker"))
            .build()
            .map_err(|error| ServeError::System("event loop", error.to_string()))?;
        let bound = listener.local_addr().map_err(refused)?;
        let listener = {
            let _inside = runtime.enter();
            TcpListener::from_std(listener).map_err(refused)?
        };
        Ok(Self { name, addr: bound, listener, runtime })
    }

    /// Where it listens.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// The event loop, for tasks that are spawned before it turns.
    #[must_use]
    pub fn handle(&self) -> &Handle {
        self.runtime.handle()
    }

    /// Serves from a thread of its own.
    ///
    /// # Errors
    /// [`ServeError::System`] if there is no thread.
    pub fn serve(self, service: Service) -> Result<Server, ServeError> {
        let Self { name, addr, .. } = self;
        let (stop, stopped) = watch::channel(false);
        let thread = std::thread::Builder::new()
            .name(name.into())
            .spawn(move || run(self.runtime, self.listener, service, stopped))
            .map_err(|error| ServeError::System("thread", error.to_string()))?;
        Ok(Server { name, addr, stop, thread: Some(thread) })
    }
}

/// A running server. It ends when this is dropped.
pub struct Server {
    name: &'static str,
    addr: SocketAddr,
    stop: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Where it listens.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Ends it: answers under way go out. Returns when nothing of it is left but tasks that
    /// block. A second call does nothing.
    pub fn stop(&mut self) {
        self.stop.send_replace(true);
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            log::error!("a thread of the {} has panicked", self.name);
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Why a server does not start.
#[derive(Debug)]
pub enum ServeError {
    /// Nobody can listen on this address: it is taken, not ours, or not allowed.
    Listen(SocketAddr, io::Error),
    /// The system gives no thread, no event loop or no random bytes.
    System(&'static str, String),
}

impl fmt::Display for ServeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listen(addr, error) => write!(out, "cannot listen on {addr}: {error}"),
            Self::System(what, error) => write!(out, "the system gives no {what}: {error}"),
        }
    }
}

impl std::error::Error for ServeError {}

/// What all connections share.
struct Shared {
    router: Router,
    limits: Limits,
    /// What a connection over the limit is told, head and body.
    full: String,
    free: fn(&Method, &str) -> bool,
    /// Whether it listens on this machine only.
    alone: bool,
}

/// The life of the serving thread.
fn run(runtime: Runtime, listener: TcpListener, service: Service, mut stopped: watch::Receiver<bool>) {
    let Service { router, limits, full, free, beat, ending } = service;
    let alone = listener.local_addr().is_ok_and(|addr| addr.ip().to_canonical().is_loopback());
    let full = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n{full}",
        full.len()
    );
    runtime.block_on(async {
        let most = limits.connections;
        let shared = Arc::new(Shared { router, limits, full, free, alone });
        let connections = Arc::new(Semaphore::new(most));
        let guests = Arc::new(Guests::new(&shared.limits));
        let refusals = Arc::new(Semaphore::new(REFUSALS));
        let mut clock = tokio::time::interval(BEAT);
        loop {
            let (stream, addr) = tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    Err(error) => {
                        log::warn!("a connection could not be accepted: {error}");
                        tokio::time::sleep(BREATHER).await;
                        continue;
                    }
                },
                _ = clock.tick(), if beat.is_some() => {
                    if let Some(beat) = &beat {
                        beat(most - connections.available_permits());
                    }
                    continue;
                }
                () = the_end(&mut stopped) => break,
            };
            let permit = Arc::clone(&connections).try_acquire_owned().ok();
            let visit = permit.and_then(|permit| Some((permit, guests.enter(addr.ip(), Instant::now())?)));
            if let Some(visit) = visit {
                tokio::spawn(connection(stream, visit, Arc::clone(&shared), stopped.clone()));
            } else if let Ok(permit) = Arc::clone(&refusals).try_acquire_owned() {
                tokio::spawn(refuse(stream, permit, Arc::clone(&shared)));
            }
        }
        ending();
        drop(listener);
        // Connections close as their answers go out; what waits for others does not end.
        let all = u32::try_from(most).unwrap_or(u32::MAX);
        let _ = tokio::time::timeout(FAREWELL, connections.acquire_many(all)).await;
    });
    runtime.shutdown_background();
}

/// Waits until the server ends.
async fn the_end(stopped: &mut watch::Receiver<bool>) {
    // Nobody left who could say so is the end, too.
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

/// One connection, from its first request to its end.
async fn connection(
    stream: TcpStream,
    (_permit, visit): (OwnedSemaphorePermit, Visit),
    shared: Arc<Shared>,
    mut stopped: watch::Receiver<bool>,
) {
    let Ok(local) = prepared(&stream, &shared.limits) else { return };
    let requests = Requests::default();
    let io = TokioIo::new(Clocked::new(stream, requests.clone(), &shared.limits));
    let Shared { router, free, alone, .. } = &*shared;
    let (router, free, alone) = (router.clone(), *free, *alone);
    let (most, refused) = (shared.limits.refusals, AtomicU32::new(0));
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let requests = requests.clone();
        requests.begin();
        let mut request: Request = request.map(Body::new);
        let (method, path) = (request.method(), request.uri().path());
        let refusal = if free(method, path) || visit.admits(method, path, Instant::now()) {
            origin::refusal(&request, alone)
        } else {
            Some(guests::refusal(refused.fetch_add(1, Relaxed) + 1 >= most))
        };
        request.extensions_mut().insert(Local(local));
        request.extensions_mut().insert(visit.guest());
        let router = router.clone();
        async move {
            let response = match refusal {
                Some(refusal) => Ok(refusal),
                None => router.oneshot(request).await,
            };
            requests.end();
            response
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        // Counts from the end of the last answer, so it bounds idleness; heads are bounded
        // by the connection itself.
        .header_read_timeout(shared.limits.idle_time)
        .max_buf_size(shared.limits.head_bytes.max(SMALLEST_BUFFER))
        // Who has sent his request and closes is still served: his move counts.
        .half_close(true)
        // One buffer, one write for head and body.
        .writev(false);
    let mut serving = std::pin::pin!(http.serve_connection(io, service));
    let outcome = tokio::select! {
        outcome = serving.as_mut() => outcome,
        () = the_end(&mut stopped) => {
            serving.as_mut().graceful_shutdown();
            serving.await
        }
    };
    if let Err(error) = outcome {
        log::debug!("a connection ended: {error}");
    }
}

/// Sets up a connection; where it arrived.
fn prepared(stream: &TcpStream, limits: &Limits) -> io::Result<SocketAddr> {
    // Without this, answers wait for the client's acknowledgement of the one before.
    stream.set_nodelay(true)?;
    // Who vanished without a word acknowledges nothing more, while what is sent to him fits into
    // the system's buffer for long. Who is there and does not read is told the end before.
    #[cfg(target_os = "linux")]
    SockRef::from(stream).set_tcp_user_timeout(Some(limits.write_time * 3 / 2))?;
    stream.local_addr()
}

/// Tells a connection over the limit that it is.
async fn refuse(stream: TcpStream, _permit: OwnedSemaphorePermit, shared: Arc<Shared>) {
    // The request is taken first: closing with unread bytes would take the answer back.
    if let Ok(Ok(())) = tokio::time::timeout(FAREWELL, stream.readable()).await {
        let _ = stream.try_read(&mut [0; 4096]);
    }
    let _ = stream.try_write(shared.full.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::Guest;
    use axum::Extension;
    use axum::routing::{get, post};
    use std::io::{Read, Write};
    use std::net::TcpStream;

    fn serve(limits: Limits) -> Server {
        let router = Router::new()
            .route("/api/who", get(|Extension(Guest(addr)): Extension<Guest>| async move { addr.to_string() }))
            .route("/api/free", post(async || "free"));
        let free = |method: &Method, path: &str| *method == Method::POST && path == "/api/free";
        let service = Service { router, limits, full: "full", free, beat: None, ending: Box::new(|| ()) };
        Door::open("test", ([127, 0, 0, 1], 0).into(), 1).unwrap().serve(service).unwrap()
    }

    /// All that a connection is told until it is closed.
    fn told(server: &Server, request: &str) -> String {
        let mut stream = TcpStream::connect(server.addr()).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn handlers_know_the_guest_and_who_asks_too_much_is_refused_and_closed() {
        let limits = Limits { requests_per_second: 1, request_burst: 3, refusals: 2, ..Limits::default() };
        let server = serve(Limits { idle_time: Duration::from_secs(30), ..limits });
        // More than can flow back while they are answered.
        let free = "POST /api/free HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n";
        let text = told(&server, &format!("{}{free}Connection: close\r\n\r\n", format!("{free}\r\n").repeat(39)));
        assert_eq!(text.matches("200 OK").count(), 40, "{text}");
        let text = told(&server, &"GET /api/who HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(40));
        assert!(text.matches("200 OK").count() >= 3 && text.contains("127.0.0.1"), "{text}");
        assert_eq!(text.matches("429 Too Many").count(), 2, "{text}");
        assert_eq!(text.matches("retry-after: 1").count(), 2, "{text}");
        assert_eq!(text.matches("connection: close").count(), 1, "{text}");
    }

    #[test]
    fn pages_of_elsewhere_are_refused_in_words() {
        let server = serve(Limits::default());
        for (head, status) in [
            ("GET /api/who HTTP/1.1\r\nHost: rebound.example", "403 Forbidden"),
            ("POST /api/free HTTP/1.1\r\nHost: localhost\r\nOrigin: http://x\r\nContent-Length: 0", "403 Forbidden"),
            ("GET /api/who HTTP/1.1\r\nHost: localhost", "200 OK"),
            ("GET /api/who HTTP/1.0", "200 OK"),
        ] {
            let text = told(&server, &format!("{head}\r\nConnection: close\r\n\r\n"));
            assert!(text.lines().next().is_some_and(|line| line.ends_with(status)), "{head}: {text}");
            assert_eq!(text.contains("{\"error\":\"this "), status == "403 Forbidden", "{head}: {text}");
        }
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn who_acknowledges_nothing_is_taken_for_gone() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let _client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        prepared(&stream, &Limits { write_time: Duration::from_secs(30), ..Limits::default() }).unwrap();
        assert_eq!(SockRef::from(&stream).tcp_user_timeout().unwrap(), Some(Duration::from_secs(45)));
    }

    #[test]
    fn addresses_have_so_many_connections() {
        let server = serve(Limits { loopback_connections: 1, ..Limits::default() });
        let ask = "GET /api/who HTTP/1.1\r\nHost: localhost\r\n\r\n";
        let mut first = TcpStream::connect(server.addr()).unwrap();
        first.write_all(ask.as_bytes()).unwrap();
        let mut byte = [0; 1];
        first.read_exact(&mut byte).unwrap();
        let text = told(&server, ask);
        assert!(text.starts_with("HTTP/1.1 503 ") && text.ends_with("content-length: 4\r\n\r\nfull"), "{text}");
    }
}
