//! Every limit of the client in one place.

use std::time::Duration;

/// Timeouts, sizes and pauses. The defaults fit the original server and home networks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The server's time for a move. Nothing breaks if it is more; until it has passed,
    /// failures are answered with short pauses, afterwards with long ones.
    pub turn: Duration,
    /// Looking up the server's name.
    pub resolve: Duration,
    /// Connecting, over all addresses of the server. Within a turn it is less.
    pub connect: Duration,
    /// Sending a request's head, and again its body.
    pub send: Duration,
    /// From a move to the head of its answer: the other three heroes move in between.
    pub answer: Duration,
    /// From a request for a training game to the head of the answer.
    pub training: Duration,
    /// From joining an arena game to the head of the answer. The original keeps a seat for
    /// 24 hours. A server that died meanwhile is noticed by TCP keep-alive, so this bound
    /// can be as long: asking again earlier would only fill the lobby with abandoned seats.
    pub lobby: Duration,
    /// Receiving an answer's body.
    pub body: Duration,
    /// Silence on a connection after which TCP asks whether the other side lives.
    pub keepalive: Duration,
    /// Pause between these questions; the fourth without an answer ends the connection.
    pub keepalive_interval: Duration,
    /// The most bytes of an answer's head.
    pub head_bytes: usize,
    /// The most bytes of an answer's body; the largest board needs less than 4 KiB.
    pub body_bytes: usize,
    /// Pauses after failures within a game: from, to.
    pub game_pause: (Duration, Duration),
    /// Pauses after failures between games: from, to.
    pub lobby_pause: (Duration, Duration),
    /// Pause before a move is offered again to a server that says it is not our turn.
    pub not_yet: Duration,
    /// Time to choose a move when the state is not known but predicted.
    pub blind: Duration,
    /// A game that gives no state for this long is lost; the next one begins.
    pub patience: Duration,
    /// The longest pause that a server can ask for with `Retry-After`.
    pub retry_after: Duration,
    /// A game that gives no state for this long is lost even if the server keeps asking for pauses.
    pub put_off: Duration,
    /// The same as `patience` when the process has been asked to stop.
    pub parting: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let (ms, s) = (Duration::from_millis, Duration::from_secs);
        Self {
            turn: s(1),
            resolve: s(5),
            connect: s(5),
            send: s(5),
            answer: s(30),
            training: s(30),
            lobby: s(24 * 60 * 60),
            body: s(10),
            keepalive: s(30),
            keepalive_interval: s(10),
            head_bytes: 8 * 1024,
            body_bytes: 256 * 1024,
            game_pause: (ms(20), s(5)),
            lobby_pause: (ms(200), s(30)),
            not_yet: ms(40),
            blind: ms(150),
            patience: s(300),
            retry_after: s(60),
            put_off: s(60 * 60),
            parting: s(10),
        }
    }
}
