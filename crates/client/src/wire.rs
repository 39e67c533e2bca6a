//! TCP connections of the client: every wait bounded, a dead peer noticed, and a wait in a lobby that can be broken off. The
//! server's addresses are looked up between games only.

use super::limits::ClientLimits;
use super::server::Server;
use super::trust::{self, Untrusted};
use boardbots_base::pulse::Pulse;
use boardbots_base::thread::lock;
use socket2::{SockRef, TcpKeepalive};
use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use ureq::config::{Config, ConfigBuilder};
use ureq::http::Uri;
use ureq::typestate::AgentScope;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{Buffers, ConnectionDetails, Connector, LazyBuffers, NextTimeout, Transport};
use ureq::{Agent, Error, Timeout};

/// Longest wait without a sign of life, and without a look whether to go on. The signal that
/// asks to stop ends a wait at once; only one that comes between two waits is seen this late.
const LOOK: Duration = Duration::from_millis(1500);
/// Longest sleep without a look whether to go on.
const SLICE: Duration = Duration::from_millis(250);
/// Keep-alive questions without an answer that end a connection.
const QUESTIONS: u32 = 4;
/// The shortest time for one address of a server that has several.
const MIN_CONNECT: Duration = Duration::from_millis(50);

/// The conditions that a wait looks at: a signal that asks to stop, heeded only while the wait may be broken off, and a
/// pulse that hears that the client waits and does not hang.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    stop: Arc<AtomicBool>,
    in_lobby: Arc<AtomicBool>,
    pulse: Pulse,
}

impl Interrupt {
    /// Waits that end, while they may, as soon as `stop` is raised.
    pub fn new(stop: Arc<AtomicBool>, pulse: Pulse) -> Self {
        Self { stop, in_lobby: Arc::default(), pulse }
    }

    /// The client goes round its loop.
    pub fn beat(&self) {
        self.pulse.beat();
    }

    /// Sleeps, with signs of life; wakes up soon after the process is asked to stop.
    pub fn sleep(&self, time: Duration) {
        self.sleep_while(false, time);
    }

    /// Sleeps in a game, with signs of life. It wakes up soon after the process is asked to stop,
    /// but sleeps its time if that was asked for before.
    pub fn sleep_in_game(&self, time: Duration) {
        self.sleep_while(self.stopping(), time);
    }

    /// Sleeps as long as the process is to stop, or is not.
    fn sleep_while(&self, stopping: bool, time: Duration) {
        let until = Instant::now() + time;
        while self.stopping() == stopping {
            self.beat();
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            std::thread::sleep(left.min(SLICE));
        }
    }

    /// True if the process is to stop.
    #[must_use]
    pub fn stopping(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// From now on waits may (or may not) be broken off.
    pub fn set_in_lobby(&self, may: bool) {
        self.in_lobby.store(may, Ordering::Relaxed);
    }

    fn breakable(&self) -> bool {
        self.in_lobby.load(Ordering::Relaxed)
    }
}

/// The error of a wait that was broken off.
#[derive(Debug, thiserror::Error)]
#[error("broken off because the process is to stop")]
pub struct BrokenOff;

/// The error of a server that was not reached: no request can have been sent.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unreached(pub String);

impl Unreached {
    /// This error as one of the HTTP client.
    pub fn error(why: impl fmt::Display) -> Error {
        Error::Other(Box::new(Self(why.to_string())))
    }
}

/// The configuration that all clients of this program share: statuses are answers, no redirects, no proxy, its name, a
/// bound on heads, and the trusted certificates.
pub fn agent_config(server: &Server, limits: &ClientLimits) -> ConfigBuilder<AgentScope> {
    let config = Agent::config_builder();
    let config = if server.secure { trust::secure(config, server.authorities.as_ref()) } else { config };
    config
        .http_status_as_error(false)
        .max_redirects(0)
        .proxy(None)
        .user_agent(concat!("boardbots/", env!("CARGO_PKG_VERSION")))
        .max_response_header_size(limits.head_bytes)
}

/// Connections as [`Wire`] opens them, with TLS where the address asks for it and the build has it.
pub fn connector(interrupt: Interrupt, limits: &ClientLimits) -> impl Connector {
    trust::connector(Wire::new(interrupt, limits.keepalive, limits.keepalive_interval))
}

/// Opens the connections. Proxies that the environment names are not used: they end
/// requests that wait for opponents.
#[derive(Debug)]
pub struct Wire {
    interrupt: Interrupt,
    keepalive: TcpKeepalive,
}

impl Wire {
    /// Connections that ask whether the other side lives after `silence`, and again after
    /// every `interval`.
    pub fn new(interrupt: Interrupt, silence: Duration, interval: Duration) -> Self {
        let keepalive = TcpKeepalive::new().with_time(silence).with_interval(interval).with_retries(QUESTIONS);
        Self { interrupt, keepalive }
    }

    fn open(&self, address: SocketAddr, time: Duration) -> io::Result<TcpStream> {
        let stream = TcpStream::connect_timeout(&address, time)?;
        // A move is one small packet that must not wait for another.
        stream.set_nodelay(true)?;
        SockRef::from(&stream).set_tcp_keepalive(&self.keepalive)?;
        Ok(stream)
    }
}

impl Connector for Wire {
    type Out = Line;

    fn connect(&self, details: &ConnectionDetails<'_>, _: Option<()>) -> Result<Option<Line>, Error> {
        let until = Instant::now() + *details.timeout.not_zero().unwrap_or_else(|| LOOK.into());
        let mut failure = String::from("no address");
        for (tried, &address) in details.addrs.iter().enumerate() {
            // The addresses still to try share what is left of the time.
            let left = until.saturating_duration_since(Instant::now());
            let others = u32::try_from(details.addrs.len() - tried).unwrap_or(u32::MAX);
            match self.open(address, (left / others).max(MIN_CONNECT)) {
                Ok(stream) => {
                    let config = details.config;
                    return Ok(Some(Line {
                        stream,
                        buffers: LazyBuffers::new(config.input_buffer_size(), config.output_buffer_size()),
                        interrupt: self.interrupt.clone(),
                        times: (None, None),
                    }));
                }
                Err(error) => failure = format!("{address}: {error}"),
            }
        }
        Err(Unreached::error(failure))
    }
}

/// Connects as another connector does, and says of every failure that the server was not
/// reached: a handshake that fails sends no request either.
#[derive(Debug)]
pub struct Reach<C>(pub C);

impl<C: Connector> Connector for Reach<C> {
    type Out = C::Out;

    fn connect(&self, details: &ConnectionDetails<'_>, chained: Option<()>) -> Result<Option<C::Out>, Error> {
        self.0.connect(details, chained).map_err(|error| match error {
            // Ours, and says more.
            Error::Other(_) => error,
            other if Untrusted::of(&other).is_some() => other,
            other => Unreached::error(other),
        })
    }
}

/// One connection.
pub struct Line {
    stream: TcpStream,
    buffers: LazyBuffers,
    interrupt: Interrupt,
    /// The timeouts that the socket has now: reading, writing.
    times: (Option<Duration>, Option<Duration>),
}

impl fmt::Debug for Line {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Line").field("peer", &self.stream.peer_addr().ok()).finish_non_exhaustive()
    }
}

/// Sets a timeout of a socket, unless it has that already.
fn limit(has: &mut Option<Duration>, time: Option<Duration>, set: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    if *has != time {
        set()?;
        *has = time;
    }
    Ok(())
}

/// The time left until `until`, `None` without a bound; an error if none is left.
fn left(until: Option<Instant>, reason: Timeout) -> Result<Option<Duration>, Error> {
    let Some(until) = until else { return Ok(None) };
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(Error::Timeout(reason)) } else { Ok(Some(left)) }
}

fn end(timeout: NextTimeout) -> Option<Instant> {
    if timeout.after.is_not_happening() { None } else { Instant::now().checked_add(*timeout.after) }
}

fn time_is_up(error: &io::Error) -> bool {
    // A signal interrupts a wait that has a bound; what is left of it follows.
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

impl Transport for Line {
    fn buffers(&mut self) -> &mut dyn Buffers {
        &mut self.buffers
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        let timeout = timeout.for_write();
        let until = end(timeout);
        let mut sent = 0;
        while sent < amount {
            let time = left(until, timeout.reason)?;
            limit(&mut self.times.1, time, || self.stream.set_write_timeout(time))?;
            match self.stream.write(&self.buffers.output()[sent..amount]) {
                Ok(0) => return Err(io::Error::from(ErrorKind::WriteZero).into()),
                Ok(more) => sent += more,
                Err(error) if time_is_up(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        let timeout = timeout.for_read();
        let until = end(timeout);
        loop {
            if self.interrupt.breakable() && self.interrupt.stopping() {
                return Err(Error::Other(Box::new(BrokenOff)));
            }
            self.interrupt.beat();
            let time = Some(left(until, timeout.reason)?.map_or(LOOK, |time| time.min(LOOK)));
            limit(&mut self.times.0, time, || self.stream.set_read_timeout(time))?;
            match self.stream.read(self.buffers.input_append_buf()) {
                Ok(amount) => {
                    self.buffers.input_appended(amount);
                    return Ok(amount > 0);
                }
                Err(error) if time_is_up(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn is_open(&mut self) -> bool {
        // An idle connection has nothing to read: bytes would be a rest of something, and
        // an end or an error means that the server closed it.
        let probe = |stream: &TcpStream| -> io::Result<bool> {
            stream.set_nonblocking(true)?;
            let silent = matches!(stream.peek(&mut [0]), Err(error) if error.kind() == ErrorKind::WouldBlock);
            stream.set_nonblocking(false)?;
            Ok(silent)
        };
        probe(&self.stream).unwrap_or(false)
    }
}

/// Age at which addresses are looked up again when a game is joined.
const FRESH: Duration = Duration::from_mins(1);
/// Addresses of one name that are tried.
const MOST: usize = 4;

/// Finds the addresses of the one server that a client talks to.
///
/// A look-up takes its time, and some turns would be missed by it. So addresses stay as they
/// are during a game; before a game they are looked up again if they are old or did not
/// work, and when that fails the old ones are tried once more.
#[derive(Clone, Debug, Default)]
pub struct Addresses(Arc<Mutex<Known>>);

#[derive(Debug, Default)]
struct Known {
    addresses: Vec<SocketAddr>,
    looked_up: Option<Instant>,
    doubtful: bool,
}

impl Addresses {
    /// A game is about to be joined: there is time to look again.
    pub fn refresh(&self) {
        let mut known = lock(&self.0);
        known.doubtful |= known.looked_up.is_none_or(|at| at.elapsed() >= FRESH);
    }

    /// The next request may look again, whatever the age of what is known.
    pub fn doubt(&self) {
        lock(&self.0).doubtful = true;
    }
}

/// The address that a host already is.
fn literal(uri: &Uri) -> Option<SocketAddr> {
    let host = uri.host()?;
    let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let port = uri.port_u16().unwrap_or(if uri.scheme_str() == Some("https") { 443 } else { 80 });
    Some(SocketAddr::new(host.parse::<IpAddr>().ok()?, port))
}

impl Resolver for Addresses {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let mut found = self.empty();
        if let Some(address) = literal(uri) {
            found.push(address);
            return Ok(found);
        }
        let mut known = lock(&self.0);
        if known.doubtful || known.addresses.is_empty() {
            match DefaultResolver::default().resolve(uri, config, timeout) {
                Ok(addresses) => {
                    known.addresses = addresses.iter().copied().take(MOST).collect();
                    known.looked_up = Some(Instant::now());
                    known.doubtful = false;
                }
                Err(error) if known.addresses.is_empty() => {
                    return Err(Unreached::error(format!("no address of {}: {error}", uri.host().unwrap_or("?"))));
                }
                Err(error) => log::debug!("looking up the server again failed ({error}); its last addresses are tried"),
            }
        }
        known.addresses.iter().for_each(|&address| found.push(address));
        Ok(found)
    }
}

#[cfg(test)]
mod tests;
