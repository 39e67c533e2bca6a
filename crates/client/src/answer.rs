//! The meaning of an answer, the first answer of a game, and checks of those that follow it.

use super::server::Server;
use boardbots_base::credentials::Key;
use boardbots_base::invalid::InputError;
use boardbots_vindinium::board::{Board, HEROES};
use boardbots_vindinium::notation::Seat;
use boardbots_vindinium::reply::Reply;
use boardbots_vindinium::rules::State;
use std::fmt;
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerError {
    /// The server was not reached, so that it cannot have seen the request.
    Unreachable(String),
    /// The server's certificate is not trusted, so that nothing was sent.
    #[cfg_attr(not(feature = "tls"), expect(dead_code, reason = "without certificates nobody lacks trust"))]
    Untrusted {
        /// The reason, the server that was asked, and advice.
        why: String,
        /// True if it would be trusted at another time: the clock may be wrong.
        by_clock: bool,
    },
    /// The connection broke, or took too long, before the answer was complete.
    Lost(String),
    /// The answer was complete and makes no sense.
    Malformed(String),
    /// The server, or something before it, is in trouble or too busy: the status, and the pause
    /// that it asks for.
    Server(u16, Option<Duration>),
    /// The answer is not the game protocol's: that of a proxy, a captive portal, another server.
    Foreign(u16),
    /// The server wants to be asked elsewhere: status and address. It is not followed: a
    /// redirected move would become a `GET`, and the key would go to who knows whom.
    Redirect(u16, String),
}

impl ServerError {
    /// True if the server has certainly not taken the request, so that it can be sent again as it is.
    #[must_use]
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
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        if let Self::Server(_, pause) = self { *pause } else { None }
    }
}

impl fmt::Display for ServerError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(why) => write!(out, "the server cannot be reached: {why}"),
            Self::Lost(why) => write!(out, "the answer was lost: {why}"),
            Self::Malformed(why) | Self::Untrusted { why, .. } => out.write_str(why),
            Self::Server(TOO_MANY, _) => write!(out, "the server takes no more requests now (status {TOO_MANY})"),
            Self::Server(status, _) => write!(out, "the server has a problem (status {status})"),
            Self::Foreign(status) => write!(
                out,
                "the answer does not come from a Vindinium server (status {status}); a proxy or the login page of \
                 a network may stand between, or --server is wrong"
            ),
            Self::Redirect(status, to) => {
                write!(
                    out,
                    "the server points elsewhere (status {status}) to {to:?}, which is not followed; is --server right?"
                )
            }
        }
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
#[must_use]
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
mod tests {
    use super::*;
    use boardbots_vindinium::map;
    use boardbots_vindinium::notation::Game as Shown;

    fn name(status: u16, body: &str) -> String {
        match classify(&Head { status, ..Head::default() }, body.as_bytes()) {
            Classified::State(_) => "state".into(),
            Classified::NotYourTurn => "not your turn".into(),
            Classified::TimedOut => "timed out".into(),
            Classified::Finished => "finished".into(),
            Classified::KeyRejected => "key rejected".into(),
            Classified::NotFound(text) => format!("not found: {text}"),
            Classified::Refused(status, text) => format!("refused {status}: {text}"),
            Classified::Fault(fault) => format!("fault: {fault:?}"),
            Classified::Left => "left".into(),
        }
    }

    #[test]
    fn the_original_s_texts() {
        for (status, body, due) in [
            (400, "Vindinium - Key not found", "key rejected"),
            (400, "Vindinium - Wait, you're not supposed to play now", "not your turn"),
            (400, "Vindinium - Not your turn to move", "not your turn"),
            (400, "Vindinium - Time out! You must play faster", "timed out"),
            (400, "Vindinium - The game is finished", "finished"),
            (404, "Vindinium - Unknown game abcdefgh", "not found: Vindinium - Unknown game abcdefgh"),
            (404, "Vindinium - Wrong or expired token", "not found: Vindinium - Wrong or expired token"),
            (400, "Did you forget the key parameter?", "refused 400: Did you forget the key parameter?"),
            (400, "Vindinium - @1@2@3", "refused 400: Vindinium - @1@2@3"),
            (413, "Vindinium - The request is too long", "refused 413: Vindinium - The request is too long"),
        ] {
            assert_eq!(name(status, body), due);
        }
    }

    #[test]
    fn what_is_not_the_protocol_s_own_rejects_nothing() {
        for status in 400..500 {
            for text in [
                "",
                "x",
                "Key not found",
                "<html>Vindinium - Key not found</html>",
                "<!DOCTYPE html><title>Log in to the network</title>",
            ] {
                assert!(name(status, text).starts_with("fault: "), "{status} {text:?}");
            }
        }
        for status in [401, 402, 403, 405, 407, 409, 410, 451] {
            assert_eq!(name(status, "Vindinium - Key not found"), format!("fault: Foreign({status})"));
        }
        assert_eq!(name(403, "Did you forget the key parameter?"), "fault: Foreign(403)");
    }

    #[test]
    fn other_statuses() {
        for (status, due) in [
            (405, "fault: Foreign(405)"),
            (429, "fault: Server(429, None)"),
            (408, "fault: Server(408, None)"),
            (500, "fault: Server(500, None)"),
            (503, "fault: Server(503, None)"),
            (302, "fault: Redirect(302, \"nowhere\")"),
            (307, "fault: Redirect(307, \"nowhere\")"),
        ] {
            assert_eq!(name(status, "x"), due);
        }
        assert!(name(204, "").starts_with("fault: Malformed"));
        assert!(name(200, "{").starts_with("fault: Malformed"));
        assert!(name(200, "Vindinium - The game is finished").starts_with("fault: Malformed"));
    }

    #[test]
    fn no_body_is_a_panic() {
        let map = map::parse(map::named("m1").unwrap()).unwrap();
        let seats = std::array::from_fn(|_| Seat { name: "x".into(), user_id: None, rating: None });
        let state = map.start(1200, false);
        let shown = Shown { id: "abcd0123", board: &map.board, state: &state, seats: &seats };
        let answer = shown.reply_json(1, "t0kn", "elsewhere:1").into_bytes();
        let head = |status| Head { status, ..Head::default() };
        assert!(matches!(classify(&head(200), &answer), Classified::State(_)));
        let (mut rng, mut replies) = (fastrand::Rng::with_seed(3), 0);
        for _ in 0..4000 {
            let mut body = answer.clone();
            for _ in 0..rng.usize(1..4) {
                let (at, to) = (rng.usize(..body.len()), rng.usize(..body.len()));
                match rng.u8(..4) {
                    0 => body.truncate(at + 1),
                    1 => drop(body.drain(at.min(to)..at.max(to))),
                    2 => body[at] = body[to],
                    _ => body[at] = rng.u8(..),
                }
                if body.is_empty() {
                    break;
                }
            }
            let status = if rng.bool() { 200 } else { rng.u16(0..700) };
            if let Classified::State(reply) = classify(&head(status), &body) {
                replies += 1;
                let key = Key::from_bytes(b"s3cr3t99").unwrap();
                let _ = FirstAnswer::read(&reply, Instant::now(), &"http://h/v".parse().unwrap(), &key);
            }
        }
        assert!(replies > 100, "only {replies} were read as replies");
    }

    /// What is said of an answer that shows this state of `m1` to the player of `hero`.
    fn opening(hero: usize, change: impl FnOnce(&mut State)) -> Result<FirstAnswer, InputError> {
        let map = map::parse(map::named("m1").unwrap()).unwrap();
        let mut state = map.start(1200, false);
        change(&mut state);
        let seats = std::array::from_fn(|_| Seat { name: "x".into(), user_id: None, rating: None });
        let shown = Shown { id: "abcd0123", board: &map.board, state: &state, seats: &seats };
        let json = shown.reply_json(hero, "t0kn", "elsewhere:1");
        let reply = Reply::parse(json.as_bytes()).unwrap();
        let key = Key::from_bytes(b"s3cr3t99").unwrap();
        FirstAnswer::read(&reply, Instant::now(), &"http://h/v".parse().unwrap(), &key)
    }

    #[test]
    fn first_answers() {
        let opened = opening(0, |_| {}).unwrap();
        assert_eq!((opened.id.as_str(), opened.hero), ("abcd0123", 0));
        assert_eq!(opened.play_at, "http://h/v/api/abcd0123/t0kn/play");
        assert!(opening(2, |state| state.turn = 2).is_ok());
        for (hero, turn) in [(1, 0), (0, 1), (3, 4)] {
            let problem = opening(hero, |state| state.turn = turn).err().expect("not our turn");
            assert!(problem.contains("not ours"), "{problem}");
        }
    }

    #[test]
    fn numbers_that_no_game_reaches() {
        for change in [
            (|state: &mut State| state.turn = 4 * MOST) as fn(&mut State),
            |state| state.max_turns = i32::MAX,
            |state| state.heroes[3].gold = u32::MAX,
        ] {
            assert!(opening(0, change).err().expect("refused").contains("no game reaches"));
        }
        assert!(opening(0, |state| state.max_turns = -4).is_ok());
    }
}
