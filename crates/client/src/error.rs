//! Why a session ends before its games are played.

use std::fmt;
use std::time::Duration;

/// Why a session ended early. All texts are fit for a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    /// The server does not know the key, and says so in the protocol's own words.
    KeyRejected {
        /// The server.
        server: String,
    },
    /// The server refuses a game in the protocol's own words: a wrong map or number of turns.
    Refused {
        /// The server.
        server: String,
        /// The status of the answer.
        status: u16,
        /// Its text.
        text: String,
    },
    /// Nothing worked for as long as was to be tried.
    GaveUp {
        /// The server.
        server: String,
        /// How long nothing worked.
        after: Duration,
        /// The last failure.
        last: String,
    },
    /// The system gives no thread to play on; why.
    NoThread(String),
}

impl fmt::Display for SessionError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::KeyRejected { server } => {
                write!(
                    out,
                    "{server} rejects the key; register there, or check that the key file belongs to this server"
                )
            }
            Self::Refused { server, status, text } => {
                write!(
                    out,
                    "{server} does not give a game (status {status}: {text:?}); check --map, --turns and the key file"
                )
            }
            Self::GaveUp { server, after, last } => {
                write!(out, "nothing worked with {server} for {} s, gave up; at last: {last}", after.as_secs())
            }
            Self::NoThread(why) => write!(out, "there is no thread for it: {why}; raise TasksMax= or ulimit -u"),
        }
    }
}

impl std::error::Error for SessionError {}
