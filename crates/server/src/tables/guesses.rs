//! How often passphrases can be tried, and names protected.
//!
//! Each try costs its address one, right or wrong: so much work can it cause. A wrong one costs the name, at this
//! address and in all. One address alone comes to its own end long before that of the name, so it cannot lock
//! out the owner; where the owner has shown the passphrase before, only the address's share counts. Keys are not
//! counted at all: with 128 bits of chance they are not guessed, and a browser that has one goes on.

use super::refusal::Refusal;
use crate::shares::{Owner, network};
use crate::sync::lock;
use crate::web::buckets::Buckets;
use crate::web::quotas::{Quota, Slot};
use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, SemaphorePermit};

/// Within what time an address gets all names back that it may protect.
const PROTECTED_WITHIN: Duration = Duration::from_hours(24);
/// Within what time all tries come back.
const WITHIN: Duration = Duration::from_hours(1);
/// Tries of an address, however few players it stands for.
const LEAST: u32 = 30;
/// Wrong tries for a name: from one address, and from all.
const WRONG: (u32, u32) = (10, 50);
/// Tries that wait at once: of all, and of an address.
const WAITING: (usize, usize) = (16, 4);
/// Addresses of owners that are remembered.
const OWNERS: usize = 1000;

/// Where a name was tried.
type Place = (IpAddr, String);

/// How often passphrases can be tried, and names protected.
pub struct Guesses {
    protected: Buckets,
    tried: Buckets,
    here: Buckets<Place>,
    anywhere: Buckets<String>,
    owners: Mutex<VecDeque<Place>>,
    all: Semaphore,
    shares: Arc<Quota>,
    alone: Semaphore,
}

/// A try that is paid for.
pub struct Guess<'a> {
    guesses: &'a Guesses,
    place: Place,
    /// Whether it was paid for as of a stranger.
    strange: bool,
    _waiting: (SemaphorePermit<'a>, Slot),
}

impl Guesses {
    /// As many names for each address, and as many tries, of a limited number of addresses.
    pub fn new(names: u32, addresses: usize) -> Self {
        Self {
            protected: Buckets::new(names, PROTECTED_WITHIN, addresses),
            tried: Buckets::new(names.max(LEAST), WITHIN, addresses),
            here: Buckets::new(WRONG.0, WITHIN, addresses),
            anywhere: Buckets::new(WRONG.1, WITHIN, addresses),
            owners: Mutex::default(),
            all: Semaphore::new(WAITING.0),
            shares: Quota::new(WAITING.1),
            alone: Semaphore::new(1),
        }
    }

    /// Counts a name that an address protects.
    ///
    /// # Errors
    /// [`Refusal::TooMany`].
    pub fn protects(&self, guest: IpAddr) -> Result<(), Refusal> {
        let free = self.protected.take(guest, 1, Instant::now());
        if free { Ok(()) } else { Err(Refusal::TooMany("names protected from your address")) }
    }

    /// Room for a try at the passphrase of a name from an address, or for making the first one.
    ///
    /// # Errors
    /// [`Refusal::TooMany`] or [`Refusal::Full`].
    pub fn begin(&self, guest: IpAddr, name: &str) -> Result<Guess<'_>, Refusal> {
        let now = Instant::now();
        let place = (network(guest), name.to_string());
        let share = self.shares.take(guest).ok_or(Refusal::TooMany("passphrases at once from your address"))?;
        let waiting = self.all.try_acquire().map_err(|_| Refusal::Full("passphrases that wait to be checked"))?;
        let strange = !lock(&self.owners).contains(&place);
        if !self.tried.take(guest, 1, now) {
            return Err(Refusal::TooMany("passphrases from your address"));
        }
        if !self.here.draw(place.clone(), 1, now) {
            return Err(Refusal::TooMany("wrong passphrases of this name from your address"));
        }
        if strange && !self.anywhere.draw(place.1.clone(), 1, now) {
            return Err(Refusal::TooMany("wrong passphrases of this name"));
        }
        Ok(Guess { guesses: self, place, strange, _waiting: (waiting, share) })
    }
}

impl Guess<'_> {
    /// From where it comes.
    pub fn owner(&self) -> Owner {
        Owner::at(self.place.0)
    }

    /// Waits until no other try is looked at: each takes 8 MiB.
    pub async fn alone(&self) -> Option<SemaphorePermit<'_>> {
        self.guesses.alone.acquire().await.ok()
    }

    /// It was right: it costs the name nothing, and the owner is known here.
    pub fn was_right(self) {
        let Self { guesses, place, strange, .. } = self;
        guesses.here.put_back(&place, 1);
        if strange {
            guesses.anywhere.put_back(&place.1, 1);
        }
        let mut owners = lock(&guesses.owners);
        owners.retain(|known| *known != place);
        owners.push_front(place);
        owners.truncate(OWNERS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addr(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    fn tries(guesses: &Guesses, from: u8, name: &str) -> usize {
        (0..1000).take_while(|_| guesses.begin(addr(from), name).is_ok()).count()
    }

    #[test]
    fn one_address_cannot_lock_out_the_owner() {
        let guesses = Guesses::new(1000, 100);
        assert_eq!(tries(&guesses, 1, "Ada"), 10);
        assert_eq!(tries(&guesses, 1, "Eve"), 10, "another name");
        guesses.begin(addr(2), "Ada").expect("the owner").was_right();
        // Many addresses can, but not where the owner has been.
        assert_eq!((3..9).map(|from| tries(&guesses, from, "Ada")).sum::<usize>(), 40);
        assert!(guesses.begin(addr(9), "Ada").is_err_and(|why| why.text().contains("of this name,")));
        for _ in 0..20 {
            guesses.begin(addr(2), "Ada").expect("the owner again").was_right();
        }
        assert_eq!(tries(&guesses, 2, "Ada"), 10, "another client there");
    }

    #[test]
    fn an_address_causes_so_much_work() {
        let guesses = Guesses::new(3, 100);
        let right = (0..100).take_while(|_| guesses.begin(addr(1), "Ada").map(Guess::was_right).is_ok()).count();
        assert_eq!(right, 30);
        assert_eq!(tries(&guesses, 2, "Ada"), 10);
    }

    #[test]
    fn few_wait_at_once() {
        let guesses = Guesses::new(1000, 100);
        let hold = |from, count: usize| -> Vec<Guess<'_>> {
            (0..count).map_while(|number| guesses.begin(addr(from), &number.to_string()).ok()).collect()
        };
        let held: Vec<_> = (1..=4).map(|from| hold(from, 9)).collect();
        assert!(held.iter().all(|held| held.len() == 4));
        assert!(guesses.begin(addr(5), "Ada").is_err_and(|why| matches!(why, Refusal::Full(_))));
        drop(held);
        assert_eq!(hold(1, 9).len(), 4);
    }
}
