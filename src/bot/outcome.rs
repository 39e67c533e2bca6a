//! What an answer means.

use crate::games::vindinium::reply::Reply;
use std::fmt;

/// The meaning of one exchange.
// The large variant is the usual one, and boxing it would allocate on every turn.
#[allow(clippy::large_enum_variant)]
pub enum Outcome<'a> {
    /// It is this hero's turn, or the game is over: the state.
    State(Reply<'a>),
    /// It is not this hero's turn; an earlier order of his has arrived.
    NotYourTurn,
    /// The hero missed a turn; the server moves him from now on.
    TimedOut,
    /// The game is over, and its last state was given to somebody else.
    Finished,
    /// The server does not know the key, or does not let it in.
    KeyRejected,
    /// There is nothing at this address: a game that the server forgot, or a wrong path.
    NotFound(&'a str),
    /// The server understood and does not want to: status and text.
    Refused(u16, &'a str),
    /// It did not work; it may work later.
    Fault(Fault),
    /// The wait for opponents was broken off because the process is to stop.
    Left,
}

/// A failure that need not last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The server was not reached, so that it cannot have seen the request.
    Unreachable(String),
    /// The connection broke, or took too long, before the answer was complete.
    Lost(String),
    /// The answer was complete and makes no sense.
    Malformed(String),
    /// The server, or something before it, is in trouble or too busy: the status.
    Server(u16),
    /// The server wants to be asked elsewhere: status and address. It is not followed: a
    /// redirected move would become a `GET`, and the key would go to who knows whom.
    Redirect(u16, String),
}

impl Fault {
    /// Whether the server certainly did not see the request.
    #[must_use]
    pub fn undelivered(&self) -> bool {
        matches!(self, Self::Unreachable(_) | Self::Redirect(..))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(why) => write!(out, "the server cannot be reached: {why}"),
            Self::Lost(why) => write!(out, "the answer was lost: {why}"),
            Self::Malformed(why) => out.write_str(why),
            Self::Server(status) => write!(out, "the server has a problem (status {status})"),
            Self::Redirect(status, to) => {
                write!(
                    out,
                    "the server points elsewhere (status {status}) to {to:?}, which is not followed; is --server right?"
                )
            }
        }
    }
}

/// The words by which the original tells its errors apart.
const KEY_NOT_FOUND: &str = "Key not found";
const WAIT: &str = "Wait, you're not supposed to play now";
const NOT_YOUR_TURN: &str = "Not your turn to move";
const TIME_OUT: &str = "Time out! You must play faster";
const FINISHED: &str = "The game is finished";

/// The meaning of a complete answer: its status, where it points, and its body.
#[must_use]
pub fn classify<'a>(status: u16, location: Option<&str>, body: &'a [u8]) -> Outcome<'a> {
    // Error bodies are ASCII on the original; of anything else the valid beginning will do.
    let text = || body.utf8_chunks().next().map_or("", |chunk| chunk.valid()).trim();
    match status {
        200 => match Reply::parse(body) {
            Ok(reply) => Outcome::State(reply),
            Err(error) => Outcome::Fault(Fault::Malformed(error.to_string())),
        },
        300..=399 => Outcome::Fault(Fault::Redirect(status, location.unwrap_or("nowhere").into())),
        401 | 403 => Outcome::KeyRejected,
        404 | 410 => Outcome::NotFound(text()),
        408 | 425 | 429 | 500..=599 => Outcome::Fault(Fault::Server(status)),
        400..=499 => {
            let text = text();
            if text.contains(KEY_NOT_FOUND) {
                Outcome::KeyRejected
            } else if text.contains(WAIT) || text.contains(NOT_YOUR_TURN) {
                Outcome::NotYourTurn
            } else if text.contains(TIME_OUT) {
                Outcome::TimedOut
            } else if text.contains(FINISHED) {
                Outcome::Finished
            } else {
                Outcome::Refused(status, text)
            }
        }
        _ => Outcome::Fault(Fault::Malformed(format!("the answer has status {status}, which has no meaning here"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(status: u16, body: &str) -> String {
        match classify(status, None, body.as_bytes()) {
            Outcome::State(_) => "state".into(),
            Outcome::NotYourTurn => "not your turn".into(),
            Outcome::TimedOut => "timed out".into(),
            Outcome::Finished => "finished".into(),
            Outcome::KeyRejected => "key rejected".into(),
            Outcome::NotFound(text) => format!("not found: {text}"),
            Outcome::Refused(status, text) => format!("refused {status}: {text}"),
            Outcome::Fault(fault) => format!("fault: {fault:?}"),
            Outcome::Left => "left".into(),
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
            (400, "", "refused 400: "),
        ] {
            assert_eq!(name(status, body), due);
        }
    }

    #[test]
    fn other_statuses() {
        for (status, due) in [
            (401, "key rejected"),
            (403, "key rejected"),
            (405, "refused 405: x"),
            (429, "fault: Server(429)"),
            (408, "fault: Server(408)"),
            (500, "fault: Server(500)"),
            (503, "fault: Server(503)"),
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
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..2000 {
            let body: Vec<u8> = (0..rng.usize(0..60)).map(|_| rng.u8(..)).collect();
            let _ = classify(rng.u16(0..700), None, &body);
        }
    }
}
