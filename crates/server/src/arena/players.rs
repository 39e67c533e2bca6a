//! The players in a game, the game that waits for players, and moves on their way to a game.

use super::protocol::Answer;
use super::seat::Seat;
use super::store::User;
use crate::shares::{Claim, Owner};
use crate::web::connections::ConnectionHandle;
use boardbots_vindinium::board::Dir;
use boardbots_vindinium::hero::Hero;
use boardbots_vindinium::map::Map;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// The player of a hero.
pub enum Participant {
    /// A user, with the join request that waits for an answer, and the place that the hero takes.
    User(User, Option<Waiting>, (Owner, Claim)),
    /// A person at the keyboard.
    Person(Arc<Seat>),
    /// A house bot.
    Bot(Hero),
}

impl Participant {
    /// The name that others see.
    pub fn name(&self) -> &str {
        match self {
            Self::User(user, ..) => &user.name,
            Self::Person(seat) => &seat.name,
            Self::Bot(hero) => hero.kind().name(),
        }
    }

    /// The owner of a player. House bots have none.
    pub fn owner(&self) -> Option<Owner> {
        match self {
            Self::User(_, _, (owner, _)) => Some(*owner),
            Self::Person(seat) => Some(seat.owner),
            Self::Bot(_) => None,
        }
    }
}

/// An arena game that waits for players.
pub struct WaitingGame {
    /// The name of the game.
    pub id: String,
    /// Its map.
    pub map: Map,
    /// The seed of house bots and the bonus.
    pub seed: u64,
    /// The players, in the order of their heroes.
    pub players: Vec<Participant>,
    /// Its place among the running games.
    pub place: Claim,
}

impl WaitingGame {
    /// The persons among the players.
    pub fn persons(&self) -> impl Iterator<Item = &Arc<Seat>> {
        self.players.iter().filter_map(|player| match player {
            Participant::Person(person) => Some(person),
            _ => None,
        })
    }

    /// True if a player from the same network waits in it.
    pub fn has_network(&self, network: IpAddr) -> bool {
        self.players.iter().filter_map(Participant::owner).any(|owner| owner.addr == network)
    }

    /// Tells the persons how many wait.
    pub fn tell(&self) {
        self.persons().for_each(|person| person.wait_with(self.players.len()));
    }
}

/// The recipient of an answer, by the time at which it is due.
pub enum Waiting {
    /// A client of the protocol: the state, when it is the hero's turn.
    Turn {
        /// The host that was asked, for the addresses in the answer.
        host: String,
        /// The sender of the answer.
        reply: oneshot::Sender<Answer>,
        /// The connection on which it goes there.
        standing: Option<ConnectionHandle>,
    },
    /// A person's page: at once, whether the move was taken.
    Receipt {
        /// The turn that the person saw.
        turn: u32,
        /// The sender of the answer.
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

    /// True if a move that waits like this is meant for this turn. A move of the protocol does not say, and is taken
    /// for it.
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
    /// The time at which its last byte came in.
    pub received: Instant,
    /// The recipient of the answer.
    pub waiting: Waiting,
}
