//! Events of a session, and the errors that end it early.

use super::summary::Summary;
use boardbots_vindinium::board::{Board, HEROES};
use boardbots_vindinium::notation::Seat;
use boardbots_vindinium::rules::State;
use std::time::Duration;

/// An event of a session.
pub enum Event<'a> {
    /// A game is asked for.
    Joining,
    /// No game was given; why, fit for a log.
    Refused(&'a str),
    /// A game begins.
    Began {
        /// The server's name of it.
        id: &'a str,
        /// The address at which it can be watched.
        view_url: &'a str,
        /// The board.
        board: &'a Board,
        /// Index (0 to 3) of our hero.
        hero: usize,
        /// The players, in order of their heroes.
        seats: &'a [Seat; HEROES],
    },
    /// The server told a state: it is our turn, or the game is over.
    State {
        /// The state.
        state: &'a State,
        /// Index (0 to 3) of our hero.
        hero: usize,
    },
    /// A game is over.
    Ended(&'a Summary),
}

/// An error that ended a session early. All texts are fit for a log.
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
    /// The server's certificate is not trusted.
    #[error("{server}: {why}")]
    Untrusted {
        /// The server.
        server: String,
        /// The reason, and advice.
        why: String,
        /// True if it would be trusted at another time: the clock may be wrong.
        by_clock: bool,
    },
    /// Nothing worked for as long as was to be tried.
    #[error("nothing worked with {server} for {} s, gave up; at last: {last}", .after.as_secs())]
    GaveUp {
        /// The server.
        server: String,
        /// The time for which nothing worked.
        after: Duration,
        /// The last failure.
        last: String,
    },
    /// The system gives no thread to play on; why.
    #[error("there is no thread for it: {0}; raise TasksMax= or ulimit -u")]
    NoThread(String),
}
