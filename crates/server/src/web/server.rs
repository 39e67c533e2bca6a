//! The process's side of a server: the listening socket, the accept loop, the end.
//!
//! One thread runs all connections and whatever tasks the handlers spawn.

use super::answer;
use super::answer::unkept;
use super::connections::{Connection, ConnectionHandle, Connections, Metered};
use super::limits::Limits;
use super::listen::HostName;
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
use boardbots_base::pulse::Pulse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use std::future::poll_fn;
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
/// Bytes that the system keeps of what a client has not taken; it reserves twice as many.
const SEND_BUFFER: usize = 32 * 1024;
/// Smallest buffer that the HTTP library works with, in bytes.
const SMALLEST_BUFFER: usize = 8192;

/// What every server is told before it starts.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// Where it listens; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Names by which pages ask for it, beside those of this machine and of local networks.
    pub hosts: Vec<HostName>,
    /// The bounds of HTTP.
    pub limits: Limits,
    /// Gets signs of life from the loop that serves.
    pub pulse: Pulse,
}

impl Default for ServerConfig {
    fn default() -> Self {
        let (listen, hosts) = (([127, 0, 0, 1], 9000).into(), Vec::new());
        Self { listen, hosts, limits: Limits::default(), pulse: Pulse::default() }
    }
}

/// What is served, and how.
pub struct Service {
    /// All addresses that are answered. The router and everything it holds is gone when the server has
    /// stopped.
    pub router: Router,
    /// The answer to a connection over the limit.
    pub full: &'static str,
    /// What requests cost.
    pub costs: Costs,
    /// What the server does at the moment, with this many connections, for the pulse.
    pub status: Box<dyn Fn(usize) -> String + Send>,
    /// Called when the server ends, before the answers under way get their last moment.
    pub ending: Box<dyn FnOnce() + Send>,
    /// Threads that end once `ending` was called and the router is gone.
    pub threads: Vec<JoinHandle<()>>,
}

/// A socket that listens, and the event loop that will serve it.
pub struct Listener {
    name: &'static str,
    addr: SocketAddr,
    hosts: Vec<HostName>,
    limits: Limits,
    pulse: Pulse,
    socket: TcpListener,
    runtime: Runtime,
}

impl Listener {
    /// Listens, without accepting connections yet. The name is that of the thread and stands in the log.
    ///
    /// # Errors
    /// See [`ServeError`].
    pub fn open(name: &'static str, config: ServerConfig) -> Result<Self, ServeError> {
        let ServerConfig { listen: addr, hosts, limits, pulse } = config;
        // Tokens need it: no server runs without.
        getrandom::fill(&mut [0; 8]).map_err(|error| ServeError::System("random bytes", error.to_string()))?;
        let refused = |error| ServeError::Listen(addr, error);
        let listener = std::net::TcpListener::bind(addr).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| ServeError::System("event loop", error.to_string()))?;
        let bound = listener.local_addr().map_err(refused)?;
        let listener = {
            let _inside = runtime.enter();
            TcpListener::from_std(listener).map_err(refused)?
        };
        Ok(Self { name, addr: bound, hosts, limits, pulse, socket: listener, runtime })
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
    pub fn serve(self, mut service: Service) -> Result<Server, ServeError> {
        let Self { name, addr, .. } = self;
        let (stop, stopped) = watch::channel(false);
        let others = std::mem::take(&mut service.threads);
        let thread = std::thread::Builder::new()
            .name(name.into())
            .spawn(move || run(self, service, stopped))
            .map_err(|error| ServeError::System("thread", error.to_string()))?;
        // The serving thread first: it holds what keeps the others.
        let threads = std::iter::once(thread).chain(others).collect();
        Ok(Server { name, addr, stop, threads })
    }
}

/// A running server. It ends when this is dropped.
pub struct Server {
    name: &'static str,
    addr: SocketAddr,
    stop: watch::Sender<bool>,
    threads: Vec<JoinHandle<()>>,
}

impl Server {
    /// Where it listens.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Ends it: answers under way go out, results are stored. Returns when nothing is left of it but
    /// tasks that block.
    pub fn stop(self) {
        drop(self);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                log::error!("a thread of the {} has panicked", self.name);
            }
        }
    }
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be used: it is taken, not of this machine, or not allowed.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, io::Error),
    /// The system gives no thread, no event loop or no random bytes.
    #[error("the system gives no {0}: {1}")]
    System(&'static str, String),
}

/// What all connections share.
struct Shared {
    router: Router,
    limits: Limits,
    /// What a client is told for whom there is no room.
    full: &'static str,
    costs: Costs,
    guests: RateLimits,
    /// Turns on the thread that serves.
    turns: Arc<Line>,
    names: Names,
}

/// The life of the serving thread.
fn run(server: Listener, service: Service, mut stopped: watch::Receiver<bool>) {
    let Listener { hosts: given, limits, pulse, socket: listener, runtime, .. } = server;
    let Service { router, full, costs, status, ending, .. } = service;
    let alone = listener.local_addr().is_ok_and(|addr| addr.ip().to_canonical().is_loopback());
    let names = Names { alone, given };
    runtime.block_on(async {
        let connections = Arc::new(Connections::new(&limits));
        let guests = RateLimits::new(&limits);
        // One for each connection, those that have to make room included until they have ended.
        let most = limits.connections * 2;
        let open = Arc::new(Semaphore::new(most));
        let shared = Arc::new(Shared { router, limits, full, costs, guests, turns: Arc::default(), names });
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
                _ = clock.tick(), if pulse.is_heard() => {
                    pulse.status(format_args!("{}", status(connections.count())));
                    continue;
                }
                () = the_end(&mut stopped) => break,
            };
            let permit = Arc::clone(&open).try_acquire_owned().ok();
            let trusted = shared.limits.proxies.holds(addr.ip().to_canonical());
            let entered = permit.and_then(|permit| Some((permit, connections.knock(addr.ip(), trusted).ok()?)));
            if let Some(entered) = entered {
                tokio::spawn(connection(stream, entered, Arc::clone(&shared), stopped.clone()));
            } else if let Ok(permit) = Arc::clone(&refusals).try_acquire_owned() {
                tokio::spawn(refuse(stream, permit, Arc::clone(&shared)));
            }
        }
        ending();
        drop(listener);
        // Connections close as their answers go out; what waits for others does not end.
        let all = u32::try_from(most).unwrap_or(u32::MAX);
        let _ = tokio::time::timeout(FAREWELL, open.acquire_many(all)).await;
    });
    runtime.shutdown_background();
}

impl Shared {
    /// The answer where a client has its share.
    fn full(&self) -> Response {
        let mut response = answer::respond(StatusCode::SERVICE_UNAVAILABLE, answer::TEXT, self.full);
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        answer::again_later(response)
    }
}

/// Waits until the server ends.
async fn the_end(stopped: &mut watch::Receiver<bool>) {
    // If nobody is left who could say so, that is the end, too.
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

/// One connection, from its first request to its end.
async fn connection(
    stream: TcpStream,
    (_permit, connection): (OwnedSemaphorePermit, Connection),
    shared: Arc<Shared>,
    mut stopped: watch::Receiver<bool>,
) {
    let Ok(local) = prepared(&stream, &shared.limits) else { return };
    let requests = Requests::default();
    let connection = Arc::new(connection);
    let io = TokioIo::new(TimedStream::new(stream, (requests.clone(), Arc::clone(&connection)), &shared.limits));
    let own = Arc::clone(&connection);
    let refused = AtomicU32::new(0);
    let of_all = Arc::clone(&shared);
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let (requests, own) = (requests.clone(), Arc::clone(&own));
        let waited = requests.begin();
        let mut request: Request = request.map(Body::new);
        let guest = ClientAddr(of_all.limits.proxies.client(own.addr, request.headers()));
        let cost = (of_all.costs)(&request);
        let refusal = if of_all.guests.admit(guest.0, &cost, &request, Instant::now()) {
            of_all.names.refusal(&mut request).map(|refusal| (refusal, Duration::ZERO))
        } else {
            let last = refused.fetch_add(1, Relaxed) + 1 >= of_all.limits.refusals;
            Some((rate_limits::refusal(last), REFUSED_AFTER))
        };
        let mut owner = Owner::at(guest.0);
        if let (Cost::Proven(rate), None) = (&cost, &refusal) {
            owner = owner.with_key(rate.key);
        }
        let busy = own.begin(owner);
        request.extensions_mut().insert(Local(local));
        request.extensions_mut().insert(guest);
        request.extensions_mut().insert(ConnectionHandle(Arc::clone(&own)));
        let of_all = Arc::clone(&of_all);
        async move {
            let Ok(busy) = busy else { return Ok(of_all.full()) };
            // The HTTP library takes up to 16 requests in a turn, and the event loop looks for what others
            // have sent every 61 turns: a client that sends many at once has one answered for each look.
            if !waited {
                tokio::task::yield_now().await;
            }
            let response = match refusal {
                Some((refusal, after)) => {
                    if !after.is_zero() {
                        tokio::time::sleep(after).await;
                    }
                    Ok(refusal)
                }
                None => of_all.turns.run(owner, of_all.router.clone().oneshot(request)).await,
            };
            response.map(unkept).map(|answer| {
                requests.end(&answer);
                Metered::wrap(answer, busy).unwrap_or_else(|_| of_all.full())
            })
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        // Counts from the end of the last answer, so it bounds idleness; heads are bounded
        // by the connection itself.
        .header_read_timeout(shared.limits.idle_time)
        .max_buf_size(shared.limits.head_bytes.max(SMALLEST_BUFFER))
        // A client that has sent its request and closes is still served: its move counts.
        .half_close(true)
        // One buffer, one write for head and body.
        .writev(false);
    let mut serving = std::pin::pin!(http.serve_connection(io, service));
    // A connection that is new waits for its turn like a request.
    // A connection that is new waits for its turn like a request.
    let turns = Arc::clone(&shared.turns);
    let charged = turns.charged(|| connection.owner(), poll_fn(|cx| serving.as_mut().poll(cx)));
    let outcome = tokio::select! {
        outcome = turns.run(Owner::at(connection.addr), charged) => outcome,
        // Without an answer: the client knows that it holds this many connections.
        () = connection.evicted() => return,
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
    // A client that vanished without a word acknowledges nothing more, while what is sent to it
    // fits into the system's buffer for long. One that is there and does not read is told the end before.
    #[cfg(target_os = "linux")]
    SockRef::from(stream).set_tcp_user_timeout(Some(limits.write_time * 3 / 2))?;
    // What waits to be taken waits here, where it is counted, not in the system's buffers.
    SockRef::from(stream).set_send_buffer_size(SEND_BUFFER)?;
    stream.local_addr()
}

/// Tells a connection over the limit that it is.
async fn refuse(stream: TcpStream, _permit: OwnedSemaphorePermit, shared: Arc<Shared>) {
    // The request is taken first: closing with unread bytes would take the answer back.
    if let Ok(Ok(())) = tokio::time::timeout(FAREWELL, stream.readable()).await {
        let _ = stream.try_read(&mut [0; 4096]);
    }
    let head = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close";
    let _ =
        stream.try_write(format!("{head}\r\ncontent-length: {}\r\n\r\n{}", shared.full.len(), shared.full).as_bytes());
}

#[cfg(test)]
mod tests;
