//! The process's side of an arena: threads, the accept loop, the end.

use super::clocked::{Clocked, Requests};
use super::config::Config;
use super::error::ArenaError;
use super::hall::Hall;
use super::maps::Maps;
use super::request::Local;
use super::store::{Database, Store};
use super::{api, lists, pages, register};
use crate::service::pulse::Pulse;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::routing::{get, post};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt;

/// Threads for house bots that think.
const THINKERS: usize = 2;
/// How long answers that are under way get when the arena ends.
const FAREWELL: Duration = Duration::from_millis(500);
/// How often the loop that serves says that it lives, and what it does.
const BEAT: Duration = Duration::from_secs(5);
/// How long nobody is let in after the system had no room for a connection.
const BREATHER: Duration = Duration::from_millis(50);
/// Connections over the limit that are told so at once; further ones are just closed.
const REFUSALS: usize = 32;
/// What they are told.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\n\
    connection: close\r\ncontent-length: 58\r\n\r\nVindinium - There are too many connections, try again soon";
/// Smallest buffer that the HTTP library works with, in bytes.
const SMALLEST_BUFFER: usize = 8192;

/// A running arena. It ends when this is dropped.
pub struct Arena {
    addr: SocketAddr,
    stop: watch::Sender<bool>,
    threads: Vec<JoinHandle<()>>,
}

impl Arena {
    /// Where it listens.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Ends it: answers under way go out, finished games are kept, running games are lost.
    /// Returns when everything has ended.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        self.stop.send_replace(true);
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                log::error!("a thread of the arena has panicked");
            }
        }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        self.end();
    }
}

/// Starts an arena on threads of its own; returns once it listens.
///
/// # Errors
/// Why it cannot: see [`ArenaError`].
pub fn start(config: Config) -> Result<Arena, ArenaError> {
    config.check()?;
    let filling = config.fill.as_ref().map(|fill| fill.heroes().map(|heroes| (fill.after, heroes)));
    let filling = filling.transpose().map_err(ArenaError::Fill)?;
    let pulse = config.pulse.clone();
    let mut random = [0; 8];
    getrandom::fill(&mut random).map_err(|error| ArenaError::System("random bytes", error.to_string()))?;
    let seed = config.seed.unwrap_or(u64::from_ne_bytes(random));
    let maps = Maps::load(config.maps.as_deref())?;
    let refused = |error| ArenaError::Listen(config.listen, error);
    let listener = TcpListener::bind(config.listen).map_err(refused)?;
    listener.set_nonblocking(true).map_err(refused)?;
    let addr = listener.local_addr().map_err(refused)?;
    let database = Database::open(config.db.as_deref())?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(THINKERS)
        .thread_name("arena-thinker")
        .build()
        .map_err(|error| ArenaError::System("event loop", error.to_string()))?;
    let listener = {
        let _inside = runtime.enter();
        tokio::net::TcpListener::from_std(listener).map_err(refused)?
    };
    let no_thread = |error: std::io::Error| ArenaError::System("thread", error.to_string());
    let (store, keeper) = Store::start(database).map_err(no_thread)?;
    let (stop, stopped) = watch::channel(false);
    let hall = Arc::new(Hall::new(config, filling, seed, maps, store));
    let server = std::thread::Builder::new()
        .name("arena".into())
        .spawn(move || serve(runtime, &hall, listener, stopped, &pulse))
        .map_err(no_thread)?;
    if !addr.ip().is_loopback() {
        log::warn!("{addr} can be reached from the network, without encryption");
    }
    Ok(Arena { addr, stop, threads: vec![server, keeper] })
}

/// The life of the serving thread. When it ends, so does the database's.
fn serve(
    runtime: Runtime,
    hall: &Arc<Hall>,
    listener: tokio::net::TcpListener,
    mut stopped: watch::Receiver<bool>,
    pulse: &Pulse,
) {
    runtime.block_on(async {
        let connections = Arc::new(Semaphore::new(hall.limits.connections));
        let refusals = Arc::new(Semaphore::new(REFUSALS));
        let router = router(hall);
        let mut beat = tokio::time::interval(BEAT);
        loop {
            let stream = tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) => stream,
                    Err(error) => {
                        log::warn!("a connection could not be accepted: {error}");
                        tokio::time::sleep(BREATHER).await;
                        continue;
                    }
                },
                _ = beat.tick(), if pulse.is_heard() => {
                    let guests = hall.limits.connections - connections.available_permits();
                    pulse.status(format_args!("{} games run or wait for players, {guests} connections", hall.games()));
                    continue;
                }
                () = the_end(&mut stopped) => break,
            };
            if let Ok(permit) = Arc::clone(&connections).try_acquire_owned() {
                tokio::spawn(connection(stream, permit, Arc::clone(hall), router.clone(), stopped.clone()));
            } else if let Ok(permit) = Arc::clone(&refusals).try_acquire_owned() {
                tokio::spawn(refuse(stream, permit));
            }
        }
        hall.ending.store(true, Ordering::Relaxed);
        drop(listener);
        // Connections close as their answers go out; games that wait for players do not end.
        let all = u32::try_from(hall.limits.connections).unwrap_or(u32::MAX);
        let _ = tokio::time::timeout(FAREWELL, connections.acquire_many(all)).await;
    });
    runtime.shutdown_background();
}

/// Waits until the arena ends.
async fn the_end(stopped: &mut watch::Receiver<bool>) {
    // Nobody left who could say so is the end, too.
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

/// All addresses that the arena answers.
fn router(hall: &Arc<Hall>) -> Router {
    Router::new()
        .route("/", get(pages::index))
        .route("/assets/{file}", get(pages::asset))
        .route("/{game}", get(pages::game))
        .route("/games.json", get(lists::games))
        .route("/leaderboard.json", get(lists::leaderboard))
        .route("/events/{game}", get(lists::events))
        .route("/now-playing", get(lists::now_playing))
        .route("/register", get(register::form).post(register::register))
        .route("/api/training", post(api::training))
        .route("/api/arena", post(api::arena))
        .route("/api/{game}/{token}/play", post(api::play))
        .fallback(pages::not_found)
        .method_not_allowed_fallback(pages::not_found)
        .with_state(Arc::clone(hall))
}

/// One connection, from its first request to its end.
async fn connection(
    stream: TcpStream,
    _permit: OwnedSemaphorePermit,
    hall: Arc<Hall>,
    router: Router,
    mut stopped: watch::Receiver<bool>,
) {
    // Without this, answers wait for the client's acknowledgement of the one before.
    if stream.set_nodelay(true).is_err() {
        return;
    }
    let Ok(local) = stream.local_addr() else { return };
    let requests = Requests::default();
    let io = TokioIo::new(Clocked::new(stream, requests.clone(), &hall.limits));
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let (router, requests) = (router.clone(), requests.clone());
        requests.begin();
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(Local(local));
        async move {
            let response = router.oneshot(request).await;
            requests.end();
            response
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        // Counts from the end of the last answer, so it bounds idleness; heads are bounded
        // by the connection itself.
        .header_read_timeout(hall.limits.idle_time)
        .max_buf_size(hall.limits.head_bytes.max(SMALLEST_BUFFER))
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

/// Tells a connection over the limit that it is.
async fn refuse(stream: TcpStream, _permit: OwnedSemaphorePermit) {
    // The request is taken first: closing with unread bytes would take the answer back.
    if let Ok(Ok(())) = tokio::time::timeout(FAREWELL, stream.readable()).await {
        let _ = stream.try_read(&mut [0; 4096]);
    }
    let _ = stream.try_write(FULL);
}
