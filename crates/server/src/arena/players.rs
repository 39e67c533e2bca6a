//! Who plays in a game, and the game that waits for players.

use super::play::Waiting;
use super::seat::Seat;
use super::store::User;
use crate::shares::{Claim, Owner};
use boardbots_vindinium::hero::Hero;
use boardbots_vindinium::map::Map;
use std::net::IpAddr;
use std::sync::Arc;

/// Who plays a hero.
pub enum Participant {
    /// A user, with the join request that waits for an answer, and the place that the hero takes.
    User(User, Option<Waiting>, (Owner, Claim)),
    /// A person at the keyboard.
    Person(Arc<Seat>),
    /// A house bot.
    Bot(Hero),
}

impl Participant {
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
    /// What decides house bots and the bonus.
    pub seed: u64,
    /// Who plays, in the order of their heroes.
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

    /// Whether a player from the same network waits in it.
    pub fn has_network(&self, network: IpAddr) -> bool {
        self.players.iter().filter_map(Participant::owner).any(|owner| owner.addr == network)
    }

    /// Tells the persons how many wait.
    pub fn tell(&self) {
        self.persons().for_each(|person| person.wait_with(self.players.len()));
    }
}
