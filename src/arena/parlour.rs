//! The seats that persons have taken, by the tokens that prove them.

use super::seat::Seat;
use super::secret;
use super::store::GameKind;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// All seats of persons: those that wait or play, and those of games still in memory.
pub struct Parlour {
    seats: Mutex<HashMap<String, Arc<Seat>>>,
    /// Seats of one address at once.
    most: usize,
    /// How long a person may think about a move; nobody sits here if it is 0.
    limit: Duration,
}

impl Parlour {
    /// A parlour that gives one address so many seats, and a person so much time for a move.
    pub fn new(most: usize, limit: Duration) -> Self {
        Self { seats: Mutex::default(), most, limit }
    }

    /// Whether persons can play here at all.
    pub fn is_open(&self) -> bool {
        !self.limit.is_zero()
    }

    /// A seat for a person from this address, unless it has as many as it can have.
    pub fn sit(&self, name: String, guest: IpAddr, kind: GameKind) -> Option<Arc<Seat>> {
        let mut seats = self.seats();
        if seats.values().filter(|seat| seat.guest == guest && !seat.over()).count() >= self.most {
            return None;
        }
        let seat = Arc::new(Seat::new(secret::seat(), name, guest, kind, self.limit));
        seats.insert(seat.token.clone(), Arc::clone(&seat));
        Some(seat)
    }

    /// The seat of a token; its person counts as here.
    pub fn find(&self, token: &str) -> Option<Arc<Seat>> {
        let seat = self.seats().get(token).map(Arc::clone)?;
        seat.visit();
        Some(seat)
    }

    /// Forgets a seat.
    pub fn forget(&self, token: &str) {
        self.seats().remove(token);
    }

    fn seats(&self) -> MutexGuard<'_, HashMap<String, Arc<Seat>>> {
        self.seats.lock().expect("nobody panics while holding it")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn an_address_has_so_many_seats_and_gets_them_back() {
        let parlour = Parlour::new(2, Duration::from_secs(1));
        let [home, away] = [1, 2].map(|last| IpAddr::V4(Ipv4Addr::new(10, 0, 0, last)));
        let sit = |guest| parlour.sit("Ada".into(), guest, GameKind::Arena);
        let (first, second) = (sit(home).unwrap(), sit(home).unwrap());
        assert!(first.token != second.token && first.token.len() >= 22);
        assert!(sit(home).is_none() && sit(away).is_some());
        // A seat that was given up no longer counts, even while its token is known.
        first.leave();
        assert!(parlour.find(&first.token).is_some() && sit(home).is_some() && sit(home).is_none());
        parlour.forget(&second.token);
        assert!(parlour.find(&second.token).is_none() && sit(home).is_some());
    }
}
