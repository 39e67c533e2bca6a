//! Every bound on what clients can make a server hold or wait for, as far as HTTP goes.

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
    /// How long a connection stays open between requests.
    pub idle_time: Duration,
    /// How long a client can take nothing of an answer that is due to him.
    pub write_time: Duration,
    /// Connections at once; more are answered with 503 and closed.
    pub connections: usize,
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
        }
    }
}
