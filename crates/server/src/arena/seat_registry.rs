//! The seats that persons have taken, by the tokens that prove them.

use super::seat::Seat;
use super::store::GameKind;
use crate::sync::lock;
use crate::tokens;
use crate::tokens::hash;
use crate::web::network::network;
use crate::web::rate_limits::SeatRate;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// All seats of persons: those that wait or play, and those of games still in memory.
pub struct SeatRegistry {
    /// By the hashes of their tokens, so that finding one says nothing about others.
    seats: Mutex<HashMap<[u8; 32], Arc<Seat>>>,
    /// Seats of one address at once.
    most: usize,
    /// How long a person may think about a move; 0 means there are no seats for persons.
    limit: Duration,
}

impl SeatRegistry {
    /// A registry that allows `most` seats for each address.
    pub fn new(most: usize, limit: Duration) -> Self {
        Self { seats: Mutex::default(), most, limit }
    }

    /// Whether persons can play here at all.
    pub fn is_open(&self) -> bool {
        !self.limit.is_zero()
    }

    /// A seat for a person from this address, unless it has as many as it can have.
    pub fn take(&self, name: String, guest: IpAddr, kind: GameKind) -> Option<Arc<Seat>> {
        let mut seats = lock(&self.seats);
        let network = network(guest);
        if seats.values().filter(|seat| seat.network == network && !seat.over()).count() >= self.most {
            return None;
        }
        let seat = Arc::new(Seat::new(tokens::token(), name, network, kind, self.limit));
        seats.insert(key(&seat.token), Arc::clone(&seat));
        Some(seat)
    }

    /// The seat of a token; its person counts as here.
    pub fn find(&self, token: &str) -> Option<Arc<Seat>> {
        let seat = lock(&self.seats).get(&key(token)).map(Arc::clone)?;
        seat.visit();
        Some(seat)
    }

    /// What the person with this token may ask.
    pub fn rate(&self, token: &str) -> Option<Arc<SeatRate>> {
        lock(&self.seats).get(&key(token)).map(|seat| Arc::clone(&seat.rate))
    }

    /// Forgets a seat.
    pub fn forget(&self, token: &str) {
        lock(&self.seats).remove(&key(token));
    }
}

/// Where the seat of a token is found.
fn key(token: &str) -> [u8; 32] {
    hash(&[], token)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn an_address_has_so_many_seats_and_gets_them_back() {
        let seats = SeatRegistry::new(2, Duration::from_secs(1));
        let [home, away] = [1, 2].map(|last| IpAddr::V4(Ipv4Addr::new(10, 0, 0, last)));
        let sit = |guest| seats.take("Ada".into(), guest, GameKind::Arena);
        let (first, second) = (sit(home).unwrap(), sit(home).unwrap());
        assert!(first.token != second.token && first.token.len() >= 25);
        assert!(sit(home).is_none() && sit(away).is_some());
        // A seat that was given up no longer counts, even while its token is known.
        first.leave();
        assert!(seats.find(&first.token).is_some() && sit(home).is_some() && sit(home).is_none());
        seats.forget(&second.token);
        assert!(seats.find(&second.token).is_none() && sit(home).is_some());
    }
}
