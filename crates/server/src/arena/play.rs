//! A move on its way to its game, and where the answer to it goes.

use super::answer::Answer;
use crate::web::connections::ConnectionHandle;
use boardbots_vindinium::board::Dir;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// Where the answer to a request goes, and when it is due.
pub enum Waiting {
    /// A client of the protocol: the state, when it is the hero's turn.
    Turn {
        /// The host that was asked, for the addresses in the answer.
        host: String,
        /// Where the answer goes.
        reply: oneshot::Sender<Answer>,
        /// The connection on which it goes there.
        standing: Option<ConnectionHandle>,
    },
    /// A person's page: at once, whether the move was taken.
    Receipt {
        /// The turn that the person saw.
        turn: u32,
        /// Where the answer goes.
        reply: oneshot::Sender<bool>,
    },
}

impl Waiting {
    /// Answers something else than the state that the sender hopes for.
    pub fn refuse(self, answer: Answer) {
        // Nobody takes it if the client has gone away; the game goes on.
        match self {
            Self::Turn { reply, .. } => drop(reply.send(answer)),
            Self::Receipt { reply, .. } => drop(reply.send(false)),
        }
    }

    /// Whether a move that waits like this is meant for this turn. The protocol does not say.
    pub fn means(&self, now: u32) -> bool {
        match self {
            Self::Turn { .. } => true,
            Self::Receipt { turn, .. } => *turn == now,
        }
    }
}

/// A move that has been received.
pub struct Play {
    /// Names the hero.
    pub token: String,
    /// The move.
    pub dir: Dir,
    /// When its last byte came in.
    pub received: Instant,
    /// Where the answer goes.
    pub waiting: Waiting,
}
