//! The meaning of an answer, the first answer of a game, and checks of those that follow it.

use super::server::Server;
use boardbots_base::credentials::Key;
use boardbots_base::invalid::InputError;
use boardbots_vindinium::board::{Board, HEROES};
use boardbots_vindinium::notation::Seat;
use boardbots_vindinium::reply::Reply;
use boardbots_vindinium::rules::State;
use std::time::{Duration, Instant};
use ureq::http::Uri;

/// An answer with the moment in which its head arrived; the hero's time runs from then on.
pub struct Answer<'a> {
    /// The time at which its head arrived.
    pub received: Instant,
    /// Its meaning.
    pub outcome: Classified<'a>,
}

/// The head of an answer, as far as it matters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The status.
    pub status: u16,
    /// The address at which the server wants to be asked instead.
    pub location: Option<String>,
    /// The pause that it asks for.
    pub retry_after: Option<Duration>,
}

/// The meaning of one exchange.
// The large variant is the usual one, and boxing it would allocate on every turn.
#[allow(clippy::large_enum_variant)]
pub enum Classified<'a> {
    /// It is this hero's turn, or the game is over: the state.
    State(Reply<'a>),
    /// It is not this hero's turn; an earlier order has arrived.
    NotYourTurn,
    /// The hero missed a turn; the server moves it from now on.
    TimedOut,
    /// The game is over, and its last state was given to another client.
    Finished,
    /// The server does not know the key.
    KeyRejected,
    /// The server does not know the game, or the token.
    NotFound(&'a str),
    /// The server understood and does not want to: status and text, one of the protocol's own.
    Refused(u16, &'a str),
    /// It did not work; it may work later.
    Fault(ServerError),
    /// The wait for opponents was broken off because the process is to stop.
    Left,
}

/// A failure that need not last.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ServerError {
    /// The server was not reached, so that it cannot have seen the request.
    #[error("the server cannot be reached: {0}")]
    Unreachable(String),
    /// The server's certificate is not trusted, so that nothing was sent.
    #[error("{why}")]
    Untrusted {
        /// The reason, the server that was asked, and advice.
        why: String,
        /// True if it would be trusted at another time: the clock may be wrong.
        by_clock: bool,
    },
    /// The connection broke, or took too long, before the answer was complete.
    #[error("the answer was lost: {0}")]
    Lost(String),
    /// The answer was complete and makes no sense.
    #[error("{0}")]
    Malformed(String),
    /// The server, or something before it, is in trouble or too busy: the status, and the pause
    /// that it asks for.
    #[error("the server {} (status {})", if *.0 == TOO_MANY { "takes no more requests now" } else { "has a problem" }, .0)]
    Server(u16, Option<Duration>),
    /// The answer is not the game protocol's: that of a proxy, a captive portal, another server.
    #[error(
        "the answer does not come from a Vindinium server (status {0}); a proxy or the login page of a network may \
         stand between, or --server is wrong"
    )]
    Foreign(u16),
    /// The server wants to be asked elsewhere: status and address. It is not followed: a
    /// redirected move would become a `GET`, and the key would go to who knows whom.
    #[error("the server points elsewhere (status {0}) to {1:?}, which is not followed; is --server right?")]
    Redirect(u16, String),
}

impl ServerError {
    /// True if the server has certainly not taken the request, so that it can be sent again as it is.
    pub fn undelivered(&self) -> bool {
        matches!(
            self,
            Self::Unreachable(_)
                | Self::Untrusted { .. }
                | Self::Redirect(..)
                | Self::Foreign(_)
                | Self::Server(TOO_MANY | UNAVAILABLE, _)
        )
    }

    /// The pause that the server asks for.
    pub fn retry_after(&self) -> Option<Duration> {
        if let Self::Server(_, pause) = self { *pause } else { None }
    }
}

const TOO_MANY: u16 = 429;
const UNAVAILABLE: u16 = 503;

/// The beginning of the protocol's own errors, except [`FORGOT_KEY`].
const OWN: &str = "Vindinium - ";
pub(crate) const FORGOT_KEY: &str = "Did you forget the key parameter?";
/// The words by which the original tells its errors apart.
const KEY_NOT_FOUND: &str = "Key not found";
const WAIT: &str = "Wait, you're not supposed to play now";
const NOT_YOUR_TURN: &str = "Not your turn to move";
const TIME_OUT: &str = "Time out! You must play faster";
const FINISHED: &str = "The game is finished";

/// The meaning of a complete answer.
///
/// Only a text of the protocol's own rejects anything. Whatever else has a status of the client's
/// errors comes from something that stands between, and may be gone with the next request.
pub fn classify<'a>(head: &Head, body: &'a [u8]) -> Classified<'a> {
    let status = head.status;
    match status {
        200 => match Reply::parse(body) {
            Ok(reply) => Classified::State(reply),
            Err(error) => Classified::Fault(ServerError::Malformed(error.to_string())),
        },
        300..=399 => {
            let to = head.location.as_deref().unwrap_or("nowhere");
            Classified::Fault(ServerError::Redirect(status, to.into()))
        }
        408 | 425 | TOO_MANY | 500..=599 => Classified::Fault(ServerError::Server(status, head.retry_after)),
        400..=499 => error(status, body).unwrap_or(Classified::Fault(ServerError::Foreign(status))),
        _ => Classified::Fault(ServerError::Malformed(format!(
            "the answer has status {status}, which has no meaning here"
        ))),
    }
}

/// The meaning of an error, if it is one of the protocol's own.
fn error(status: u16, body: &[u8]) -> Option<Classified<'_>> {
    let text = std::str::from_utf8(body).ok()?.trim();
    let own = text.strip_prefix(OWN);
    match (status, own) {
        (400, Some(KEY_NOT_FOUND)) => Some(Classified::KeyRejected),
        (400, Some(WAIT | NOT_YOUR_TURN)) => Some(Classified::NotYourTurn),
        (400, Some(TIME_OUT)) => Some(Classified::TimedOut),
        (400, Some(FINISHED)) => Some(Classified::Finished),
        (404, Some(_)) => Some(Classified::NotFound(text)),
        (400 | 413, Some(_)) => Some(Classified::Refused(status, text)),
        (400, None) if text == FORGOT_KEY => Some(Classified::Refused(status, text)),
        _ => None,
    }
}

/// Most moves, and most gold of a hero, that are believed. No game comes near; from far
/// larger numbers a search could not compute on.
const MOST: u32 = 10_000_000;

/// Most bytes of a game's name, and most characters of its address that are kept: both reach the log.
const LONGEST: usize = 300;

/// Checks that the numbers of a state can be true.
fn check(state: &State) -> Result<(), InputError> {
    let most = i32::try_from(MOST).expect("a constant in range");
    if state.turn > MOST || state.max_turns > most || state.heroes.iter().any(|hero| hero.gold > MOST) {
        return Err(
            format!("the answer has numbers that no game reaches: turn {} of {}", state.turn, state.max_turns).into()
        );
    }
    Ok(())
}

/// The first answer of a game.
pub struct FirstAnswer {
    /// The server's name of the game.
    pub id: String,
    /// The address at which it can be watched.
    pub view_url: String,
    /// The board.
    pub board: Board,
    /// Index (0 to 3) of our hero.
    pub hero: usize,
    /// The players, by hero.
    pub seats: [Seat; HEROES],
    /// The address for moves.
    pub play_at: Uri,
    /// The first state.
    pub state: State,
    /// The time at which it came.
    pub received: Instant,
}

impl FirstAnswer {
    /// Reads the answer to a request for a game.
    ///
    /// # Errors
    /// A board, a state or an address in it that cannot be right.
    pub fn read(reply: &Reply<'_>, received: Instant, server: &Server, key: &Key) -> Result<Self, InputError> {
        let board = reply.board().map_err(|error| error.to_string())?;
        let state = reply.state(&board).map_err(|error| error.to_string())?;
        check(&state)?;
        let hero = reply.hero();
        if !state.finished() && state.mover() != hero {
            return Err(format!("the first state is of turn {}, which is not ours", state.turn).into());
        }
        if reply.game_id().len() > LONGEST {
            return Err("the game has a very long id".into());
        }
        let play_at = server.play_address(&reply.play_url).and_then(|address| address.parse().ok());
        let play_at = play_at.ok_or("the answer has no address for moves")?;
        Ok(Self {
            id: key.redact(reply.game_id()),
            view_url: key.redact(&reply.view_url).chars().take(LONGEST).collect(),
            board,
            hero,
            seats: reply.seats(),
            play_at,
            state,
            received,
        })
    }

    /// The state of this game that a later answer shows, after the state `last`.
    ///
    /// # Errors
    /// A state that cannot follow, or one of another game.
    pub fn next(&self, last: &State, reply: &Reply<'_>, key: &Key) -> Result<State, InputError> {
        let state = reply.state(&self.board).map_err(|error| error.to_string())?;
        check(&state)?;
        let ours = reply.hero() == self.hero && key.redact(reply.game_id()) == self.id;
        if !ours || state.max_turns != last.max_turns {
            return Err("the answer is about another game".into());
        }
        if state.turn <= last.turn {
            return Err(format!("the answer shows turn {} again", state.turn).into());
        }
        if !state.finished() && state.mover() != self.hero {
            return Err(format!("the answer shows turn {}, which is not ours", state.turn).into());
        }
        Ok(state)
    }
}

#[cfg(test)]
mod tests;
