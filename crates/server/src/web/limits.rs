//! Every bound on what clients can make a server hold or wait for, as far as HTTP goes, and the share of a server that
//! one address gets.

use super::forwarded::Proxies;
use boardbots_base::invalid::InputError;
use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;
use std::time::Duration;

/// Every bound on what clients can make a server hold or wait for, as far as HTTP goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpLimits {
    /// Bytes of a request's line and headers; more is answered with 431.
    pub head_bytes: usize,
    /// Bytes of a request's body; more is answered with 413.
    pub body_bytes: usize,
    /// Time from the first byte of a request to the end of its headers.
    pub head_time: Duration,
    /// Time for a request's body.
    pub body_time: Duration,
    /// The time for which a connection stays open between requests.
    pub idle_time: Duration,
    /// The time for which a client can take nothing of an answer that is due to it; half as long again, and a client
    /// whose machine acknowledges nothing is taken for gone.
    pub write_time: Duration,
    /// Connections at once; more are answered with 503 and closed.
    pub connections: usize,
    /// Connections at once from one address of another machine; see [`crate::web::connections`].
    pub address_connections: usize,
    /// Connections at once from an address of this machine: farms of bots, a proxy.
    pub loopback_connections: usize,
    /// Bytes of answers that wait to be taken, of all; an address has a quarter at most.
    pub answer_bytes: usize,
    /// Requests that an address, or the owner of a seat, can make in the long run; more are answered with
    /// 429.
    pub requests_per_second: u32,
    /// Requests that they can make at once after they were quiet.
    pub request_burst: u32,
    /// Requests to join a game that an address can make in the long run; more: 429.
    pub joins_per_second: u32,
    /// Requests to join a game that it can make at once.
    pub join_burst: u32,
    /// Requests with a token of no seat that an address can make in the long run; more: 429.
    pub wrong_tokens_per_second: u32,
    /// Requests with a token of no seat that it can make at once.
    pub wrong_token_burst: u32,
    /// Refused requests after which a connection is closed.
    pub refusals: u32,
    /// Addresses that are remembered.
    pub addresses: usize,
    /// Proxies that say for which address they ask; it counts instead of theirs.
    pub proxies: Proxies,
}

impl Default for HttpLimits {
    fn default() -> Self {
        Self {
            head_bytes: 16 * 1024,
            body_bytes: 16 * 1024,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(10),
            idle_time: Duration::from_secs(150),
            write_time: Duration::from_secs(30),
            connections: 1000,
            address_connections: Share::default().connections(),
            loopback_connections: 600,
            answer_bytes: 8 << 20,
            requests_per_second: 100,
            request_burst: 300,
            joins_per_second: 200,
            join_burst: 600,
            wrong_tokens_per_second: 10,
            wrong_token_burst: 50,
            refusals: 16,
            addresses: 4096,
            proxies: Proxies::default(),
        }
    }
}

/// The number of players that one address may stand for: a class or a club behind one router, a proxy. All limits by
/// address follow from it, generously: each player has a few browser tabs and bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share(NonZeroU16);

impl Share {
    /// A share for this number of players, at least one.
    #[must_use]
    pub fn of(players: u16) -> Self {
        Self(NonZeroU16::new(players).unwrap_or(NonZeroU16::MIN))
    }

    fn players(self) -> usize {
        usize::from(self.0.get())
    }

    /// Connections at once.
    #[must_use]
    pub fn connections(self) -> usize {
        6 * self.players()
    }

    /// Heroes, seats or tables at once, of each kind.
    #[must_use]
    pub fn seats(self) -> usize {
        2 * self.players()
    }

    /// Streams at once of those who only watch.
    #[must_use]
    pub fn streams(self) -> usize {
        4 * self.players()
    }

    /// Requests at once that wait for a game to begin.
    #[must_use]
    pub fn joins(self) -> usize {
        4 * self.players()
    }

    /// New names at once, and in an hour.
    #[must_use]
    pub fn names(self) -> u32 {
        3 * u32::from(self.0.get())
    }

    /// New tables at once, and in an hour.
    #[must_use]
    pub fn tables(self) -> u32 {
        6 * u32::from(self.0.get())
    }
}

impl Default for Share {
    fn default() -> Self {
        Self::of(40)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl FromStr for Share {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let players = text.parse().map(Self);
        players.map_err(|_| InputError::new(format_args!("{text:?} is not a number of players from 1 to 65535")))
    }
}
