//! Every bound on what clients can make a server hold or wait for, as far as HTTP goes.

use super::forwarded::Proxies;
use super::share::Share;
use std::time::Duration;

/// Every bound on what clients can make a server hold or wait for, as far as HTTP goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
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

impl Default for Limits {
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
