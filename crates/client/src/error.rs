//! Why a session ends before its games are played.

use std::time::Duration;

/// Why a session ended early. All texts are fit for a log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
    /// The server does not know the key, and says so in the protocol's own words.
    #[error("{server} rejects the key; register there, or check that the key file belongs to this server")]
    KeyRejected {
        /// The server.
        server: String,
    },
    /// The server refuses a game in the protocol's own words: a wrong map or number of turns.
    #[error("{server} does not give a game (status {status}: {text:?}); check --map, --turns and the key file")]
    Refused {
        /// The server.
        server: String,
        /// The status of the answer.
        status: u16,
        /// Its text.
        text: String,
    },
    /// Nothing worked for as long as was to be tried.
    #[error("nothing worked with {server} for {} s, gave up; at last: {last}", .after.as_secs())]
    GaveUp {
        /// The server.
        server: String,
        /// How long nothing worked.
        after: Duration,
        /// The last failure.
        last: String,
    },
    /// The system gives no thread to play on; why.
    #[error("there is no thread for it: {0}; raise TasksMax= or ulimit -u")]
    NoThread(String),
}
