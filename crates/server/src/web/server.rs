//! The process's side of a server: the listening socket, the accept loop, the end.
//!
//! One thread runs all connections and whatever tasks the handlers spawn.

use super::addresses::HostName;
use super::connections::Connections;
use super::conversation::{FAREWELL, Shared, converse, refuse, the_end};
use super::limits::HttpLimits;
use super::metrics::{Numbers, OwnMetrics};
use super::origin::Names;
use super::rate_limits::{Costs, RateLimits};
use crate::tokens::Hash;
use axum::Router;
use boardbots_base::pulse::Pulse;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::{Handle, Runtime};
use tokio::sync::{Semaphore, watch};

/// The time between two signs of life of the loop that serves, each with what it does.
const BEAT: Duration = Duration::from_secs(5);
/// The time for which nobody is let in after the system had no room for a connection.
const BREATHER: Duration = Duration::from_millis(50);
/// Connections over the limit that are told so at once; further ones are just closed.
const REFUSALS: usize = 32;

/// The settings that every server has.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// The address on which it listens; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Names by which pages ask for it, beside those of this machine and of local networks.
    pub hosts: Vec<HostName>,
    /// The bounds of HTTP.
    pub limits: HttpLimits,
    /// Gets signs of life from the loop that serves.
    pub pulse: Pulse,
}

impl Default for ServerConfig {
    fn default() -> Self {
        let (listen, hosts) = (([127, 0, 0, 1], 9000).into(), Vec::new());
        Self { listen, hosts, limits: HttpLimits::default(), pulse: Pulse::default() }
    }
}

/// A service: the addresses that are answered, their costs and the end.
pub struct Service {
    /// All addresses that are answered. The router and everything it holds is gone when the server has
    /// stopped.
    pub router: Router,
    /// The answer to a connection over the limit.
    pub full: &'static str,
    /// The costs of requests.
    pub costs: Costs,
    /// The status of the server at the moment, with this many connections, for the pulse.
    pub status: Box<dyn Fn(usize) -> String + Send>,
    /// Adds the server's own numbers to its metrics.
    pub metrics: OwnMetrics,
    /// The hash, without salt, of the key with which other machines can read the metrics.
    pub admin: Option<Hash>,
    /// Called when the server ends, before the answers under way get their last moment.
    pub ending: Box<dyn FnOnce() + Send>,
    /// Threads that end once `ending` was called and the router is gone.
    pub threads: Vec<JoinHandle<()>>,
}

/// A socket that listens, and the event loop that will serve it.
pub struct Listener {
    name: &'static str,
    addr: SocketAddr,
    config: ServerConfig,
    socket: TcpListener,
    runtime: Runtime,
}

impl Listener {
    /// Listens, without accepting connections yet. The name is that of the thread and stands in the log.
    ///
    /// # Errors
    /// See [`ServeError`].
    pub fn open(name: &'static str, config: ServerConfig) -> Result<Self, ServeError> {
        let addr = config.listen;
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
        Ok(Self { name, addr: bound, config, socket: listener, runtime })
    }

    /// The address on which it listens.
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
        Ok(Server { name, addr, stop, threads, close: Box::new(|| 0) })
    }
}

/// A running server. It ends when this is dropped.
pub struct Server {
    name: &'static str,
    addr: SocketAddr,
    stop: watch::Sender<bool>,
    threads: Vec<JoinHandle<()>>,
    close: Box<dyn Fn() -> usize + Send + Sync>,
}

impl Server {
    /// The same server, of which [`close`](Self::close) calls this function.
    #[must_use]
    pub fn closing_by(mut self, close: impl Fn() -> usize + Send + Sync + 'static) -> Self {
        self.close = Box::new(close);
        self
    }

    /// Begins nothing that would end with the server. Returns how much of that still runs.
    #[must_use]
    pub fn close(&self) -> usize {
        (self.close)()
    }

    /// The address on which it listens.
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

/// An error that keeps a server from starting.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be used: it is taken, not of this machine, or not allowed.
    #[error("cannot listen on {0}: {1}{remedy}", remedy = remedy(.1))]
    Listen(SocketAddr, io::Error),
    /// The system gives no thread, no event loop or no random bytes.
    #[error("the system gives no {0}: {1}")]
    System(&'static str, String),
}

/// The remedy where an address cannot be listened on, as a message ends.
#[must_use]
pub fn remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            "; give --listen another port, or stop the program that has this one (ss -ltnp names it)"
        }
        io::ErrorKind::AddrNotAvailable => "; write an address of this machine, or 0.0.0.0 for all of them",
        io::ErrorKind::PermissionDenied => "; choose a port from 1024 on, or see boardbots unit for one below",
        _ => "",
    }
}

/// The life of the serving thread.
fn run(server: Listener, service: Service, mut stopped: watch::Receiver<bool>) {
    let Listener { config: ServerConfig { hosts: given, limits, pulse, .. }, socket: listener, runtime, .. } = server;
    let Service { router, full, costs, status, metrics, admin, ending, .. } = service;
    let alone = listener.local_addr().is_ok_and(|addr| addr.ip().to_canonical().is_loopback());
    let names = Names { alone, given };
    runtime.block_on(async {
        let connections = Arc::new(Connections::new(&limits));
        let guests = RateLimits::new(&limits);
        let numbers = Numbers::new(Arc::clone(&connections), metrics, admin);
        // One for each connection, those that have to make room included until they have ended.
        let most = limits.connections * 2;
        let open = Arc::new(Semaphore::new(most));
        let turns = Arc::default();
        let shared = Arc::new(Shared { router, limits, full, costs, guests, turns, names, numbers });
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
                tokio::spawn(converse(stream, entered, Arc::clone(&shared), stopped.clone()));
                continue;
            }
            shared.numbers.turn_away();
            if let Ok(permit) = Arc::clone(&refusals).try_acquire_owned() {
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

#[cfg(test)]
mod tests;
