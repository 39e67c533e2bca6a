//! The seats that persons have taken, by the tokens that prove them.

use super::seat::Seat;
use super::store::GameKind;
use crate::shares::{Claim, Owner};
use crate::sync::lock;
use crate::tokens;
use crate::tokens::hash;
use crate::web::rate_limits::SeatRate;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// All seats of persons: those that wait or play, and those of games still in memory.
pub struct SeatRegistry {
    /// By the hashes of their tokens, so that finding one says nothing about others.
    seats: Mutex<HashMap<[u8; 32], Arc<Seat>>>,
    /// The time for which a person may think about a move; with 0 there are no seats for persons.
    limit: Duration,
}

impl SeatRegistry {
    /// A registry without seats.
    pub fn new(limit: Duration) -> Self {
        Self { seats: Mutex::default(), limit }
    }

    /// True if persons can play here at all.
    pub fn is_open(&self) -> bool {
        !self.limit.is_zero()
    }

    /// A seat for a person, who has this place among all heroes.
    pub fn take(&self, name: String, place: (Owner, Claim), kind: GameKind) -> Arc<Seat> {
        let seat = Arc::new(Seat::new(tokens::token(), name, place, kind, self.limit));
        lock(&self.seats).insert(key(&seat.token), Arc::clone(&seat));
        seat
    }

    /// The seat of a token; its person counts as here.
    pub fn find(&self, token: &str) -> Option<Arc<Seat>> {
        let seat = lock(&self.seats).get(&key(token)).map(Arc::clone)?;
        seat.visit();
        Some(seat)
    }

    /// The rate limit of the person with this token.
    pub fn rate(&self, token: &str) -> Option<Arc<SeatRate>> {
        lock(&self.seats).get(&key(token)).map(|seat| Arc::clone(&seat.rate))
    }

    /// Forgets a seat.
    pub fn forget(&self, token: &str) {
        lock(&self.seats).remove(&key(token));
    }
}

/// The key under which the seat of a token is kept.
fn key(token: &str) -> [u8; 32] {
    hash(&[], token)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shares::{Holdings, Rank};

    #[test]
    fn an_address_has_so_many_seats_and_gets_them_back() {
        let (seats, heroes) = (SeatRegistry::new(Duration::from_secs(1)), Holdings::new(9, |_| 2, Rank::Idle));
        let [home, away] = [1, 2].map(|last| Owner::at([10, 0, 0, last].into()));
        let sit = |guest| Some(seats.take("Ada".into(), (guest, heroes.claim(guest, 1).ok()?), GameKind::Arena));
        let (first, second) = (sit(home).unwrap(), sit(home).unwrap());
        assert!(first.token != second.token && first.token.len() >= 25);
        assert!(sit(home).is_none() && sit(away).is_some());
        // A seat that was given up no longer counts, even while its token is known.
        first.leave();
        let third = sit(home);
        assert!(seats.find(&first.token).is_some() && third.is_some() && sit(home).is_none());
        seats.forget(&second.token);
        drop(second);
        assert!(sit(home).is_some());
    }
}
