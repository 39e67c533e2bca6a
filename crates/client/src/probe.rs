//! A probe of a server: one request without a key, over the same connections as games, shows whether it is an arena.

use super::addresses::Addresses;
use super::limits::Limits;
use super::outcome::FORGOT_KEY;
use super::server::Server;
#[cfg(feature = "tls")]
use super::trust::Untrusted;
use super::wire::{self, Interrupt};
use boardbots_base::thread::{Promise, STACK, spawn};
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};
use ureq::{Agent, Error};

/// Bytes of an answer that are read.
const MOST: u64 = 64 * 1024;

/// The reason for a server's absence.
#[derive(Debug)]
pub enum Absence {
    /// Its name has no address, or no name server answers.
    NoName,
    /// No connection in time, or no way there.
    NoRoute,
    /// Nothing listens on its port.
    Refused,
    /// It takes a connection, but does not answer in time.
    Silent,
    /// It answers with something else than HTTP.
    NotHttp,
    /// Anything else, a wrong certificate for example: in words.
    Other(String),
}

/// The answer of a server to a request for a game without a key: its status, and whether its text is the protocol's.
/// `patience` is the time for each of the look-up, the connection and the answer.
///
/// # Errors
/// The first of them that fails.
pub fn probe(server: &Server, patience: Duration) -> Result<(u16, bool), Absence> {
    connect(&look_up(server, patience)?, patience).map_err(|error| match error.kind() {
        ErrorKind::ConnectionRefused => Absence::Refused,
        ErrorKind::TimedOut | ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable => Absence::NoRoute,
        _ => Absence::Other(error.to_string()),
    })?;
    let limits = Limits::default();
    let config = wire::agent_config(server, &limits).timeout_global(Some(2 * patience)).build();
    let connector = wire::connector(Interrupt::default(), &limits);
    let agent = Agent::with_parts(config, connector, Addresses::default());
    match agent.post(server.at("/api/training")).send_empty() {
        Ok(mut answer) => {
            let text = answer.body_mut().with_config().limit(MOST).read_to_string().unwrap_or_default();
            Ok((answer.status().as_u16(), text.trim() == FORGOT_KEY))
        }
        Err(Error::Timeout(_)) => Err(Absence::Silent),
        Err(Error::Protocol(_) | Error::LargeResponseHeader(..) | Error::Http(_)) => Err(Absence::NotHttp),
        Err(error) => Err(Absence::Other(in_words(server, &error))),
    }
}

/// The reason why a request failed, for people.
fn in_words(server: &Server, error: &Error) -> String {
    #[cfg(feature = "tls")]
    if let Some(untrusted) = Untrusted::of(error) {
        return untrusted.told(server.authorities()).why;
    }
    #[cfg(not(feature = "tls"))]
    let _ = server;
    error.to_string()
}

/// The addresses of a server. A look-up has no time limit of its own, so its thread may stay.
fn look_up(server: &Server, patience: Duration) -> Result<Vec<SocketAddr>, Absence> {
    let (host, port) = server.place();
    let host = host.to_string();
    let found = Promise::default();
    let kept = found.clone();
    let ask = move || kept.keep((host.as_str(), port).to_socket_addrs());
    spawn("look-up".into(), STACK, Box::new(ask)).map_err(|error| Absence::Other(error.to_string()))?;
    match found.wait(patience) {
        Some(Ok(addresses)) => Ok(addresses.collect()),
        Some(Err(_)) | None => Err(Absence::NoName),
    }
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
