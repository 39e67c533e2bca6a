//! Single requests to the server: those of a game, and the one without a key that shows whether it is an arena.

use super::answer::{Answer, Classified, FORGOT_KEY, Head, ServerError, classify};
use super::limits::ClientLimits;
use super::server::Server;
use super::trust::{Authorities, Untrusted};
use super::wire::{self, Addresses, BrokenOff, Interrupt, Reach, Unreached};
use boardbots_base::credentials::Key;
use boardbots_base::pulse::Pulse;
use boardbots_base::thread::{Promise, STACK, spawn};
use boardbots_vindinium::board::Dir;
use form_urlencoded::Serializer;
use std::io::{self, ErrorKind, Read};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};
use ureq::http::{Response, Uri, header};
use ureq::{Agent, Body, Error, Timeout};

/// The kind of games to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Against other clients, for rating.
    Arena,
    /// Against bots of the server.
    Training {
        /// Name or text of the map; the server draws one if there is none.
        map: Option<String>,
        /// Turns of every hero, 1 to 600; the server's default is 300.
        turns: Option<u16>,
    },
}

/// The settings of a session.
#[derive(Clone, Debug)]
pub struct Config {
    /// The server.
    pub server: Server,
    /// The key to it.
    pub key: Key,
    /// The kind of games.
    pub mode: Mode,
    /// The number of games; without end if `None`. Games that vanish do not count.
    pub games: Option<u32>,
    /// The time for which nothing may work before the session gives up; for ever if `None`.
    pub give_up: Option<Duration>,
    /// Time for a decision, from the arrival of the state.
    pub deadline: Duration,
    /// Timeouts, sizes and pauses.
    pub limits: ClientLimits,
    /// Decides the jitter of pauses.
    pub seed: u64,
    /// Gets signs of life from the loop that plays and waits.
    pub pulse: Pulse,
}

/// The connection to one server with one key. One request at a time; the buffers are kept.
pub struct Exchange {
    agent: Agent,
    addresses: Addresses,
    authorities: Option<Authorities>,
    interrupt: Interrupt,
    limits: ClientLimits,
    join_at: Uri,
    join_form: String,
    join_time: Duration,
    play_form: String,
    /// Length of what stands before the direction in `play_form`.
    play_stem: usize,
    body: Vec<u8>,
}

impl Exchange {
    /// A client with these settings; nothing is sent yet.
    ///
    /// # Panics
    /// Never: addresses of a [`Server`] are valid.
    pub fn new(config: &Config, interrupt: Interrupt) -> Self {
        let Config { server, key, mode, limits, .. } = config;
        let config = wire::agent_config(server, limits)
            .input_buffer_size(2 * limits.head_bytes)
            .output_buffer_size(4 * 1024)
            .max_idle_connections(1)
            .max_idle_connections_per_host(1)
            .max_idle_age(limits.answer)
            .timeout_resolve(Some(limits.resolve))
            .timeout_connect(Some(limits.connect))
            .timeout_send_request(Some(limits.send))
            .timeout_send_body(Some(limits.send))
            .timeout_recv_response(Some(limits.answer))
            .timeout_recv_body(Some(limits.body))
            .build();
        let addresses = Addresses::default();
        let connector = Reach(wire::connector(interrupt.clone(), limits));
        let agent = Agent::with_parts(config, connector, addresses.clone());

        let mut join_form = keyed(key);
        let (path, join_time) = match mode {
            Mode::Arena => ("/api/arena", limits.lobby),
            Mode::Training { map, turns } => {
                join_form.extend_pairs(map.iter().map(|map| ("map", map)));
                join_form.extend_pairs(turns.iter().map(|turns| ("turns", turns.to_string())));
                ("/api/training", limits.training)
            }
        };
        // The original ignores the key of a move, but its documentation asks for it.
        let play_form = keyed(key).append_pair("dir", "").finish();
        Self {
            agent,
            addresses,
            authorities: server.authorities.clone(),
            interrupt,
            limits: limits.clone(),
            join_at: server.at(path).parse().expect("a server's address and a plain path are a URI"),
            join_form: join_form.finish(),
            join_time,
            play_stem: play_form.len(),
            play_form,
            body: Vec::with_capacity(8 * 1024),
        }
    }

    /// Asks for a game and waits until the first turn of it. Only this wait is broken off
    /// when the process is to stop.
    pub fn join(&mut self) -> Answer<'_> {
        self.addresses.refresh();
        self.interrupt.set_in_lobby(true);
        let times = (self.limits.connect, self.join_time);
        let sent = send(&self.agent, &self.join_at, &self.join_form, times, self.limits.body_bytes, &mut self.body);
        self.interrupt.set_in_lobby(false);
        self.read(sent)
    }

    /// Sends a move and waits until the next turn. `time` is what is left of this turn: no
    /// connection attempt takes longer.
    pub fn play(&mut self, at: &Uri, dir: Dir, time: Duration) -> Answer<'_> {
        self.play_form.truncate(self.play_stem);
        self.play_form.push_str(dir.name());
        // Not less than a moment, or a missed turn could never be told from a dead server.
        let connect = time.clamp(self.limits.turn.min(self.limits.connect) / 2, self.limits.connect);
        let times = (connect, self.limits.answer);
        let sent = send(&self.agent, at, &self.play_form, times, self.limits.body_bytes, &mut self.body);
        self.read(sent)
    }

    fn read(&mut self, sent: Result<(Instant, Head), Error>) -> Answer<'_> {
        match sent {
            Ok((received, head)) => Answer { received, outcome: classify(&head, &self.body) },
            Err(error) => {
                if let Some(untrusted) = Untrusted::of(&error) {
                    let Untrusted { why, by_clock } = untrusted.told(self.authorities.as_ref());
                    let outcome = Classified::Fault(ServerError::Untrusted { why, by_clock });
                    return Answer { received: Instant::now(), outcome };
                }
                let outcome = failure(&error);
                if matches!(outcome, Classified::Fault(ServerError::Unreachable(_))) {
                    self.addresses.doubt();
                }
                Answer { received: Instant::now(), outcome }
            }
        }
    }
}

/// Sends a request and reads the body of its answer: when the head of it came, and what it says. The times are those to
/// connect and to answer, which differ between requests.
fn send(
    agent: &Agent,
    at: &Uri,
    form: &str,
    (connect, answer): (Duration, Duration),
    most: usize,
    body: &mut Vec<u8>,
) -> Result<(Instant, Head), Error> {
    body.clear();
    let request = agent
        .post(at.clone())
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .config()
        .timeout_connect(Some(connect))
        .timeout_resolve(Some(connect))
        .timeout_recv_response(Some(answer))
        .build();
    let mut answer = request.send(form)?;
    let received = Instant::now();
    let text = |name| answer.headers().get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    let head = Head {
        status: answer.status().as_u16(),
        location: text(header::LOCATION),
        retry_after: text(header::RETRY_AFTER).and_then(|text| seconds(&text)),
    };
    let most = u64::try_from(most).unwrap_or(u64::MAX);
    answer.body_mut().with_config().limit(most).reader().read_to_end(body)?;
    Ok((received, head))
}

/// A number of seconds. Dates, which `Retry-After` may have as well, are left out: a board's clock
/// may be wrong.
fn seconds(text: &str) -> Option<Duration> {
    let text = text.trim();
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| Duration::from_secs(text.parse().unwrap_or(u64::MAX)))
}

/// The meaning of a failed request.
fn failure(error: &Error) -> Classified<'static> {
    if let Error::Other(cause) = error {
        if cause.is::<BrokenOff>() {
            return Classified::Left;
        }
        if cause.is::<Unreached>() {
            return Classified::Fault(ServerError::Unreachable(cause.to_string()));
        }
    }
    Classified::Fault(match error {
        Error::HostNotFound | Error::ConnectionFailed | Error::Timeout(Timeout::Resolve | Timeout::Connect) => {
            ServerError::Unreachable(error.to_string())
        }
        Error::BodyExceedsLimit(most) => ServerError::Malformed(format!("the answer is longer than {most} bytes")),
        _ => ServerError::Lost(error.to_string()),
    })
}

/// A form that begins with the key.
fn keyed(key: &Key) -> Serializer<'static, String> {
    let mut form = Serializer::new(String::new());
    form.append_pair("key", key.expose());
    form
}

/// Bytes of an answer that are read.
const MOST: u64 = 64 * 1024;

/// The reason for a server's absence.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// Its name has no address, or no name server answers.
    #[error("has no address")]
    NoName,
    /// No connection in time, or no way there.
    #[error("is out of reach")]
    NoRoute,
    /// Nothing listens on its port.
    #[error("refuses the connection")]
    Refused,
    /// It takes a connection, but does not answer in time.
    #[error("accepts a connection, but does not answer in time")]
    Silent,
    /// It answers with something else than HTTP.
    #[error("answers, but not with HTTP")]
    NotHttp,
    /// Anything else, a wrong certificate for example: in words.
    #[error("breaks off: {0}")]
    Other(String),
}

/// The answer of a server to a request for a game without a key: its status, and whether its text is the protocol's.
/// `patience` is the time for each of the look-up, the connection and the answer.
///
/// # Errors
/// The first of them that fails.
pub fn probe(server: &Server, patience: Duration) -> Result<(u16, bool), ProbeError> {
    let (status, text) = ask(server, patience, |agent| agent.post(server.at("/api/training")).send_empty())?;
    Ok((status, text.trim() == FORGOT_KEY))
}

/// The answer of a server of this program that is asked whether it is well: its status, and JSON that says more.
/// `patience` is the time for each of the look-up, the connection and the answer.
///
/// # Errors
/// The first of them that fails.
pub fn health(server: &Server, patience: Duration) -> Result<(u16, String), ProbeError> {
    ask(server, patience, |agent| agent.get(server.at("/health")).call())
}

/// The status and the text of one answer.
fn ask(
    server: &Server,
    patience: Duration,
    request: impl FnOnce(&Agent) -> Result<Response<Body>, Error>,
) -> Result<(u16, String), ProbeError> {
    connect(&look_up(server, patience)?, patience).map_err(|error| match error.kind() {
        ErrorKind::ConnectionRefused => ProbeError::Refused,
        ErrorKind::TimedOut | ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable => ProbeError::NoRoute,
        _ => ProbeError::Other(error.to_string()),
    })?;
    let limits = ClientLimits::default();
    let config = wire::agent_config(server, &limits).timeout_global(Some(2 * patience)).build();
    let connector = wire::connector(Interrupt::default(), &limits);
    let agent = Agent::with_parts(config, connector, Addresses::default());
    match request(&agent) {
        Ok(mut answer) => {
            let text = answer.body_mut().with_config().limit(MOST).read_to_string().unwrap_or_default();
            Ok((answer.status().as_u16(), text))
        }
        Err(Error::Timeout(_)) => Err(ProbeError::Silent),
        Err(Error::Protocol(_) | Error::LargeResponseHeader(..) | Error::Http(_)) => Err(ProbeError::NotHttp),
        Err(error) => Err(ProbeError::Other(in_words(server, &error))),
    }
}

/// The reason why a request failed, for people.
pub(crate) fn in_words(server: &Server, error: &Error) -> String {
    match (Untrusted::of(error), error) {
        (Some(untrusted), _) => untrusted.told(server.authorities.as_ref()).why,
        (None, Error::Other(cause)) => cause.to_string(),
        _ => error.to_string(),
    }
}

/// The addresses of a server. A look-up has no time limit of its own, so its thread may stay.
fn look_up(server: &Server, patience: Duration) -> Result<Vec<SocketAddr>, ProbeError> {
    let (host, port) = server.place();
    let host = host.to_string();
    let found = Promise::default();
    let kept = found.clone();
    let ask = move || kept.keep((host.as_str(), port).to_socket_addrs());
    spawn("look-up".into(), STACK, Box::new(ask)).map_err(|error| ProbeError::Other(error.to_string()))?;
    found.wait(patience).and_then(Result::ok).map(Iterator::collect).ok_or(ProbeError::NoName)
}

/// Connects to the first address that can be reached; all share the time.
fn connect(addresses: &[SocketAddr], patience: Duration) -> io::Result<()> {
    let until = Instant::now() + patience;
    let mut failure = io::Error::from(ErrorKind::TimedOut);
    for (tried, address) in addresses.iter().enumerate() {
        let others = u32::try_from(addresses.len() - tried).unwrap_or(u32::MAX);
        let time = until.saturating_duration_since(Instant::now()) / others;
        match TcpStream::connect_timeout(address, time.max(Duration::from_millis(50))) {
            Ok(_) => return Ok(()),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn causes_are_told_without_the_name_of_their_kind() {
        let server: Server = "http://127.0.0.1:1".parse().expect("an address");
        assert_eq!(in_words(&server, &Error::Other("nobody listens".into())), "nobody listens");
    }

    #[test]
    fn pauses_that_servers_ask_for() {
        let s = Duration::from_secs;
        for (text, due) in [("1", Some(s(1))), (" 120 ", Some(s(120))), ("99999999999999999999999", Some(s(u64::MAX)))]
        {
            assert_eq!(seconds(text), due, "{text}");
        }
        for text in ["", "-1", "+1", "1.5", "soon", "Wed, 21 Oct 2026 07:28:00 GMT"] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }

    #[test]
    fn the_first_address_that_can_be_reached_counts() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let there = listener.local_addr().unwrap();
        let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let patience = Duration::from_secs(20);
        assert!(connect(&[closed, there], patience).is_ok());
        assert_eq!(connect(&[closed], patience).unwrap_err().kind(), ErrorKind::ConnectionRefused);
        assert_eq!(connect(&[], patience).unwrap_err().kind(), ErrorKind::TimedOut);
    }

    #[test]
    fn literal_addresses_are_their_own() {
        for (url, due) in [("http://127.0.0.1:9000/x", "127.0.0.1:9000"), ("http://[::1]", "[::1]:80")] {
            let found = look_up(&url.parse().unwrap(), Duration::from_secs(20)).unwrap();
            assert_eq!(found, [due.parse().unwrap()]);
        }
    }
}
