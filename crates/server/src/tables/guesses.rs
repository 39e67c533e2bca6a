//! Limits on how often passphrases can be tried, and names protected.
//!
//! Each try costs its address one, right or wrong: so much work can it cause. A wrong one costs the name, at this
//! address and in all. One address alone comes to its own end long before that of the name, so it cannot lock
//! out the owner; where the owner has shown the passphrase before, only the address's share counts. Keys are not
//! counted at all: with 128 bits of chance they are not guessed, and a browser that has one goes on.
//!
//! One is looked at at a time, and few can wait: first those from addresses where the owner has signed in before, then
//! those from the networks that have tried least of late. One that comes before another takes its place.

use super::refusal::{Answer, TableError};
use crate::shares::{Claim, Holdings, Owner, Rank as Standing, network};
use crate::web::rate_limits::Buckets;
use boardbots_base::thread::lock;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The time within which an address gets all names back that it may protect.
const PROTECTED_WITHIN: Duration = Duration::from_hours(24);
/// The time within which all tries come back.
const WITHIN: Duration = Duration::from_hours(1);
/// Tries of an address, however few players it stands for.
const LEAST: u32 = 30;
/// Wrong tries for a name: from one address, and from all.
const WRONG: (u32, u32) = (10, 50);
/// Tries that wait at once: of all, and of an address.
const WAITING: (usize, usize) = (16, 4);
/// Tries by which networks are compared: a minute later one is forgotten, of at most so many.
const COMPARED: u32 = 1000;
/// Names whose owners' addresses are remembered, and addresses of each.
const OWNERS: (usize, usize) = (10_000, 8);

/// The place of a try: its address, and the name.
type GuessKey = (IpAddr, String);

/// The rank of a try in the line: true for a stranger's, the debt that its network's tries have left, and its number.
type Rank = (bool, Duration, u64);

/// The tries that wait, and the one that is looked at.
#[derive(Default)]
struct Line {
    waiting: BTreeMap<Rank, oneshot::Sender<()>>,
    turn: Option<Rank>,
    last: u64,
}

impl Line {
    /// Lets the first one in if nobody is.
    fn call(&mut self) {
        while self.turn.is_none()
            && let Some((rank, first)) = self.waiting.pop_first()
        {
            self.turn = first.send(()).ok().map(|()| rank);
        }
    }
}

/// The limits on tries of passphrases, and on the protection of names.
pub struct Guesses {
    protected: Buckets,
    tried: Buckets,
    here: Buckets<GuessKey>,
    anywhere: Buckets<String>,
    networks: Buckets,
    owners: Mutex<HashMap<String, VecDeque<IpAddr>>>,
    shares: Arc<Holdings>,
    line: Mutex<Line>,
}

/// A try that is paid for.
pub struct Guess<'a> {
    guesses: &'a Guesses,
    place: GuessKey,
    rank: Rank,
    turn: oneshot::Receiver<()>,
    _share: Claim,
}

impl Guesses {
    /// As many names for each address, and as many tries, of a limited number of addresses.
    pub fn new(names: u32, addresses: usize) -> Self {
        Self {
            protected: Buckets::new(names, PROTECTED_WITHIN, addresses),
            tried: Buckets::new(names.max(LEAST), WITHIN, addresses),
            here: Buckets::new(WRONG.0, WITHIN, addresses),
            anywhere: Buckets::new(WRONG.1, WITHIN, addresses),
            networks: Buckets::new(COMPARED, Duration::from_mins(1) * COMPARED, addresses),
            owners: Mutex::default(),
            shares: Holdings::new(usize::MAX, |_| WAITING.1, Standing::Idle),
            line: Mutex::default(),
        }
    }

    /// Counts a name that an address protects.
    ///
    /// # Errors
    /// [`TableError::TooMany`].
    pub fn protects(&self, guest: IpAddr) -> Answer<()> {
        let free = self.protected.take(guest, 1, Instant::now());
        if free { Ok(()) } else { Err(TableError::TooMany("names protected from your address")) }
    }

    /// Room for a try at the passphrase of a name from an address, or for making the first one.
    ///
    /// # Errors
    /// [`TableError::TooMany`] or [`TableError::Full`].
    pub fn begin(&self, guest: IpAddr, name: &str) -> Answer<Guess<'_>> {
        let now = Instant::now();
        let place = (network(guest), name.to_string());
        let full = |_| TableError::TooMany("passphrases at once from your address");
        let share = self.shares.claim(Owner::at(guest), 1).map_err(full)?;
        let strange = !lock(&self.owners).get(name).is_some_and(|known| known.contains(&place.0));
        if !self.tried.take(guest, 1, now) {
            return Err(TableError::TooMany("passphrases from your address"));
        }
        if !self.here.draw(place.clone(), 1, now) {
            return Err(TableError::TooMany("wrong passphrases of this name from your address"));
        }
        if strange && !self.anywhere.draw(place.1.clone(), 1, now) {
            return Err(TableError::TooMany("wrong passphrases of this name"));
        }
        let _ = self.networks.draw(home(guest), 1, now);
        let mut line = lock(&self.line);
        line.last += 1;
        let rank = (strange, self.networks.debt(&home(guest), now), line.last);
        if line.waiting.len() >= WAITING.0 && line.waiting.last_key_value().is_some_and(|(last, _)| *last > rank) {
            line.waiting.pop_last();
        }
        let (call, turn) = oneshot::channel();
        if line.waiting.len() < WAITING.0 {
            line.waiting.insert(rank, call);
            line.call();
        }
        Ok(Guess { guesses: self, place, rank, turn, _share: share })
    }

    /// Gives back what a try cost the name.
    fn put_back(&self, place: &GuessKey, (strange, ..): Rank) {
        self.here.put_back(place, 1);
        if strange {
            self.anywhere.put_back(&place.1, 1);
        }
    }
}

/// The network of a provider's client, who has many for addresses of IPv6: their first 48 bits.
fn home(guest: IpAddr) -> IpAddr {
    match network(guest) {
        IpAddr::V6(addr) => IpAddr::V6(Ipv6Addr::from_bits(addr.to_bits() >> 80 << 80)),
        addr @ IpAddr::V4(_) => addr,
    }
}

impl Guess<'_> {
    /// Waits until no other try is looked at: each takes 8 MiB.
    ///
    /// # Errors
    /// [`TableError::Full`] if others go before it; then it costs nothing but a share of the work.
    pub async fn turn(&mut self) -> Answer<()> {
        (&mut self.turn).await.map_err(|_| {
            self.guesses.put_back(&self.place, self.rank);
            TableError::Full("passphrases that wait to be checked")
        })
    }

    /// It was right: it costs the name nothing, and the owner is known here.
    pub fn was_right(self) {
        self.guesses.put_back(&self.place, self.rank);
        let mut owners = lock(&self.guesses.owners);
        let (addr, name) = &self.place;
        if owners.len() >= OWNERS.0 && !owners.contains_key(name) {
            let any = owners.keys().next().cloned();
            any.and_then(|any| owners.remove(&any));
        }
        let known = owners.entry(name.clone()).or_default();
        known.retain(|other| other != addr);
        known.push_front(*addr);
        known.truncate(OWNERS.1);
    }
}

impl Drop for Guess<'_> {
    /// The next one is called.
    fn drop(&mut self) {
        let mut line = lock(&self.guesses.line);
        line.waiting.remove(&self.rank);
        line.turn = line.turn.filter(|rank| *rank != self.rank);
        line.call();
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
        assert!(guesses.begin(addr(9), "Ada").is_err_and(|why| why.parts().1.contains("of this name,")));
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

    #[tokio::test]
    async fn few_wait_at_once_and_owners_go_first() {
        let guesses = Guesses::new(1000, 100);
        let full = |turn: Answer<()>| matches!(turn, Err(TableError::Full(_)));
        let begin = |from, name: &str| guesses.begin(addr(from), name).expect("a try");
        let hold = |from| -> Vec<Guess<'_>> {
            (0..9).map_while(|number| guesses.begin(addr(from), &number.to_string()).ok()).collect()
        };
        begin(100, "Ada").was_right();
        let mut held: Vec<_> = (1..=6).flat_map(hold).collect();
        assert_eq!(held.len(), 24, "four of an address");
        assert!(held[0].turn().await.is_ok(), "the first one");
        // One is looked at, 16 wait, those of all addresses in turn; others are told so.
        let mut refused = 0;
        for guess in &mut held[1..] {
            refused += usize::from(guess.turn.try_recv() == Err(oneshot::error::TryRecvError::Closed));
        }
        assert_eq!(refused, 7);
        // An owner where they were before goes first, and so does who has tried least, also for a busy line.
        let (mut owner, mut new) = (begin(100, "Ada"), begin(101, "Ada"));
        held.remove(0);
        assert!(owner.turn().await.is_ok() && new.turn.try_recv() == Err(oneshot::error::TryRecvError::Empty));
        owner.was_right();
        let before = held.iter_mut().filter_map(|guess| guess.turn.try_recv().ok()).count();
        assert_eq!(before, 1, "those who came earlier and have tried as little");
        // With owners alone in the line the last one waits outside.
        let names: Vec<String> = (0..17).map(|number| format!("owner {number}")).collect();
        let of = |number: usize| u8::try_from(120 + number / 4).expect("few");
        drop((held, new));
        names.iter().enumerate().for_each(|(number, name)| begin(of(number), name).was_right());
        let _first = begin(1, "Ada");
        let mut owners: Vec<_> = names.iter().enumerate().map(|(number, name)| begin(of(number), name)).collect();
        let is_out = |guess: &mut Guess<'_>| guess.turn.try_recv() == Err(oneshot::error::TryRecvError::Closed);
        let out: Vec<usize> = (0..17).filter(|&number| is_out(&mut owners[number])).collect();
        assert_eq!(out, [15], "the last one of the last address that has tried most");
        assert!(full(begin(1, "Eve").turn().await), "strangers");
        // What came to nothing was not counted as wrong.
        drop(owners);
        assert_eq!(tries(&guesses, 1, "Eve"), 10);
    }

    #[tokio::test]
    async fn addresses_of_one_home_count_together() {
        let guesses = Guesses::new(1000, 100);
        let home = |number: u16| -> IpAddr { Ipv6Addr::new(0x2001, 0xdb8, 1, number, 0, 0, 0, 1).into() };
        let held: Vec<_> = (0..40).map(|number| guesses.begin(home(number), "Bob").expect("a try")).collect();
        let mut owner = guesses.begin(addr(1), "Ada").expect("a try");
        drop(held);
        assert!(owner.turn().await.is_ok(), "at an address where nobody has been");
    }
}
