//! Holdings: a scarce thing of which many owners hold some.

use super::owner::{ADDRESS, LEVELS, NETWORK, Node, Owner, Tree};
use boardbots_base::thread::lock;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::sync::Notify;

/// Order in which an owner's things make room: of one rank, the thing that has been longest without progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Nothing is done with it.
    Idle,
    /// It is in use.
    Used,
    /// An answer is due on it.
    Due,
}

/// Reason for which a claim is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FullError {
    /// The address has all that an address can have.
    Address,
    /// All is given out, and the owner has its share.
    All,
}

/// Everything of one kind that owners hold.
pub struct Holdings {
    most: usize,
    of_address: Box<dyn Fn(IpAddr) -> usize + Send + Sync>,
    /// Things of this rank make no room for others of the same owner.
    kept: Rank,
    epoch: Instant,
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    tree: Tree,
    things: HashMap<u64, Thing>,
    /// Numbers of things by their owners' own nodes.
    of_owner: HashMap<Node, HashSet<u64>>,
    last: u64,
}

struct Thing {
    owner: Owner,
    units: usize,
    state: Arc<State>,
}

/// State of a thing, as those who use it see it.
struct State {
    rank: AtomicU8,
    /// Microseconds from the epoch to its last progress.
    progress: AtomicU64,
    evicted: Arc<Notify>,
}

impl Holdings {
    /// Nothing held yet of `most` units, of which an address holds at most what `of_address` says. Things of the
    /// rank `kept` and above never make room for others of their own owner: a claim is refused instead; it is
    /// [`Rank::Idle`] where claims are of several units.
    #[must_use]
    pub fn new(most: usize, of_address: impl Fn(IpAddr) -> usize + Send + Sync + 'static, kept: Rank) -> Arc<Self> {
        let of_address = Box::new(of_address);
        Arc::new(Self { most, of_address, kept, epoch: Instant::now(), held: Mutex::default() })
    }

    /// Units that are held.
    #[must_use]
    pub fn count(&self) -> usize {
        lock(&self.held).tree.amount(Node::ROOT)
    }

    /// Things that are held.
    #[must_use]
    pub fn things(&self) -> usize {
        lock(&self.held).things.len()
    }

    /// Claims a thing of this many units, at least one, until it is dropped. If there is no room, things of the
    /// owner that holds most are evicted; of several that hold as much, that without progress for the longest time.
    ///
    /// # Errors
    /// [`FullError`] if the owner has its share.
    pub fn claim(self: &Arc<Self>, owner: Owner, units: usize) -> Result<Claim, FullError> {
        self.claim_for(owner, units, Arc::default())
    }

    /// The same for one of several things that are evicted together: this is notified.
    ///
    /// # Errors
    /// As [`claim`](Self::claim).
    pub fn claim_for(self: &Arc<Self>, owner: Owner, units: usize, evicted: Arc<Notify>) -> Result<Claim, FullError> {
        let mut held = lock(&self.held);
        self.make_room(&mut held, owner, units, usize::MAX)?;
        Ok(self.add(&mut held, owner, units, evicted))
    }

    /// Claims a unit of which a network gets at most half, or `least`, as long as so many others are `free`.
    ///
    /// # Errors
    /// As [`claim`](Self::claim).
    pub fn claim_half(self: &Arc<Self>, owner: Owner, free: usize, least: usize) -> Result<Claim, FullError> {
        let mut held = lock(&self.held);
        let most = usize::midpoint(held.tree.amount(owner.node(NETWORK)), free).max(least);
        self.make_room(&mut held, owner, 1, most)?;
        Ok(self.add(&mut held, owner, 1, Arc::default()))
    }

    /// Evicts a thing of the owner that holds most, if its network holds more than this.
    pub fn relieve(&self, most: usize) {
        let mut held = lock(&self.held);
        let nobody = Owner::at(Ipv6Addr::UNSPECIFIED.into());
        if let Some(number) = held.victim(nobody, most, 0, Rank::Idle) {
            held.evict(number);
        }
    }

    fn add(self: &Arc<Self>, held: &mut Held, owner: Owner, units: usize, evicted: Arc<Notify>) -> Claim {
        let progress = AtomicU64::new(self.micros());
        let state = Arc::new(State { rank: AtomicU8::new(Rank::Idle as u8), progress, evicted });
        held.last += 1;
        let number = held.last;
        held.put(number, Thing { owner, units, state: Arc::clone(&state) });
        Claim { all: Arc::clone(self), number, state }
    }

    /// Makes room for a claim of an owner whose network gets at most so much.
    fn make_room(&self, held: &mut Held, owner: Owner, units: usize, of_network: usize) -> Result<(), FullError> {
        let limits = [
            (ADDRESS, (self.of_address)(owner.addr), FullError::Address),
            (NETWORK, of_network, FullError::All),
            (0, self.most, FullError::All),
        ];
        for (level, most, why) in limits {
            while held.tree.amount(owner.node(level)) + units > most {
                let number = held.victim(owner, units, level, self.kept).ok_or(why)?;
                held.evict(number);
            }
        }
        Ok(())
    }

    fn micros(&self) -> u64 {
        u64::try_from(self.epoch.elapsed().as_micros()).unwrap_or(u64::MAX)
    }
}

impl Held {
    /// The thing that makes room for a claim, below the owner's node at a level.
    fn victim(&self, owner: Owner, units: usize, level: usize, kept: Rank) -> Option<u64> {
        let (mut nodes, mut own) = (vec![owner.node(level)], true);
        for level in level + 1..=LEVELS {
            let mine = owner.node(level);
            let largest = |node: &Node| {
                let others = self.tree.children(*node).iter().filter(|child| !own || **child != mine);
                let most = others.clone().map(|child| self.tree.amount(*child)).max().unwrap_or(0);
                (most, others.copied().filter(move |child| self.tree.amount(*child) == most))
            };
            // An owner that holds more than this one would with its claim has more than its share.
            if own && nodes.iter().all(|node| largest(node).0 <= self.tree.amount(mine) + units) {
                nodes = vec![mine];
            } else {
                nodes = nodes.iter().flat_map(|node| largest(node).1).collect();
                own = false;
            }
        }
        let numbers = nodes.iter().filter_map(|node| self.of_owner.get(node)).flatten();
        let ranks = numbers.filter_map(|number| {
            let state = &self.things.get(number)?.state;
            Some((state.rank.load(Relaxed), state.progress.load(Relaxed), *number))
        });
        let (rank, _, number) = ranks.min()?;
        (!own || rank < kept as u8).then_some(number)
    }

    fn put(&mut self, number: u64, thing: Thing) {
        self.tree.add(thing.owner, thing.units);
        self.of_owner.entry(thing.owner.node(LEVELS)).or_default().insert(number);
        self.things.insert(number, thing);
    }

    fn evict(&mut self, number: u64) {
        self.remove(number).inspect(|thing| thing.state.evicted.notify_one());
    }

    fn remove(&mut self, number: u64) -> Option<Thing> {
        let thing = self.things.remove(&number)?;
        self.tree.take(thing.owner, thing.units);
        if let Entry::Occupied(mut numbers) = self.of_owner.entry(thing.owner.node(LEVELS)) {
            numbers.get_mut().remove(&number);
            if numbers.get().is_empty() {
                numbers.remove();
            }
        }
        Some(thing)
    }
}

/// A thing that is held until this is dropped, or evicted.
pub struct Claim {
    all: Arc<Holdings>,
    number: u64,
    state: Arc<State>,
}

impl Claim {
    /// Comes back when it has to make room. It counts no more then.
    pub async fn evicted(&self) {
        self.state.evicted.notified().await;
    }

    /// Notes its rank, and that it makes progress.
    pub fn progress(&self, rank: Rank) {
        self.state.rank.store(rank as u8, Relaxed);
        self.touch();
    }

    /// Notes that it makes progress.
    pub fn touch(&self) {
        self.state.progress.store(self.all.micros(), Relaxed);
    }

    /// Its owner; `None` if it has been evicted.
    #[must_use]
    pub fn owner(&self) -> Option<Owner> {
        lock(&self.all.held).things.get(&self.number).map(|thing| thing.owner)
    }

    /// Gives it to another owner, which takes its place as with a new claim. Without success it is gone.
    ///
    /// # Errors
    /// [`FullError`], also if it has been evicted.
    pub fn hand_to(&self, owner: Owner) -> Result<(), FullError> {
        let mut held = lock(&self.all.held);
        match held.things.get(&self.number) {
            Some(thing) if thing.owner == owner => return Ok(()),
            _ => {}
        }
        let thing = held.remove(self.number).ok_or(FullError::All)?;
        self.all.make_room(&mut held, owner, thing.units, usize::MAX)?;
        held.put(self.number, Thing { owner, ..thing });
        Ok(())
    }

    /// Gives back units, all but one at most.
    pub fn give_back(&self, units: usize) {
        let mut held = lock(&self.all.held);
        let Some(thing) = held.things.get_mut(&self.number) else { return };
        let units = units.min(thing.units - 1);
        thing.units -= units;
        let owner = thing.owner;
        held.tree.take(owner, units);
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        lock(&self.all.held).remove(self.number);
    }
}

#[cfg(test)]
mod tests;
