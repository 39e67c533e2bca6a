//! All connections, by address; those that prove nothing make room when there are too many.
//!
//! A player must get in although others hold connections open, even from the same address. So a
//! connection over a limit takes the place of another: of its own address if that has too many, else of
//! the address that has most. Connections on which a seat was proven, or on which a player waits for a
//! game, are never closed for this; of the others, idle ones go first, and of these the one that was
//! quiet longest.

use super::limits::Limits;
use super::network::network;
use crate::sync::lock;
use arrayvec::ArrayVec;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::sync::Notify;

/// Connections that one seat protects.
const PROTECTED: usize = 4;

/// Seats proven on a connection that are remembered. A client that plays game after game on one has a new seat
/// in each.
const REMEMBERED: usize = 8;

/// All connections.
pub struct Connections {
    most: usize,
    /// Of one address: of another machine, and of this one.
    of_address: [usize; 2],
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    by_number: HashMap<u64, Arc<Entry>>,
    by_address: HashMap<IpAddr, usize>,
    last: u64,
}

/// What is known of a connection.
struct Entry {
    number: u64,
    key: IpAddr,
    /// Whether its address has no limit of its own: a proxy.
    trusted: bool,
    /// Requests under way.
    busy: AtomicUsize,
    /// Reasons not to close it for others.
    protected: AtomicUsize,
    quiet_since: Mutex<Instant>,
    /// The seats proven on it last.
    proven: Mutex<ArrayVec<Arc<Sessions>, REMEMBERED>>,
    evicted: Notify,
}

impl Entry {
    /// When it was last heard of, idle ones first; `None` if it stays.
    fn rank(&self) -> Option<(bool, Instant)> {
        let quiet_since = *lock(&self.quiet_since);
        (!self.trusted && self.protected.load(Relaxed) == 0).then(|| (self.busy.load(Relaxed) > 0, quiet_since))
    }

    fn prove(&self, sessions: &Arc<Sessions>) {
        let mut proven = lock(&self.proven);
        if proven.iter().any(|known| Arc::ptr_eq(known, sessions)) || !sessions.enter() {
            return;
        }
        if proven.is_full() {
            proven.remove(0).leave();
        } else {
            self.protected.fetch_add(1, Relaxed);
        }
        proven.push(Arc::clone(sessions));
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        lock(&self.proven).iter().for_each(|sessions| sessions.leave());
    }
}

impl Connections {
    /// None yet, with these limits.
    #[must_use]
    pub fn new(limits: &Limits) -> Arc<Self> {
        let of_address = [limits.address_connections, limits.loopback_connections];
        Arc::new(Self { most: limits.connections, of_address, open: Mutex::default() })
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        lock(&self.open).by_number.len()
    }

    /// Counts a connection of this address until it is dropped; `None` if there are too many and all
    /// others stay. An address that is trusted has as many as there are.
    #[must_use]
    pub fn enter(self: &Arc<Self>, addr: IpAddr, trusted: bool, now: Instant) -> Option<Connection> {
        let key = network(addr);
        let most = if trusted { usize::MAX } else { self.of_address[usize::from(key.is_loopback())] };
        let mut open = lock(&self.open);
        if open.by_address.get(&key).is_some_and(|&count| count >= most) {
            open.evict(key)?;
        } else if open.by_number.len() >= self.most {
            open.evict_any()?;
        }
        open.last += 1;
        let entry = Arc::new(Entry {
            number: open.last,
            key,
            trusted,
            busy: AtomicUsize::new(0),
            protected: AtomicUsize::new(0),
            quiet_since: Mutex::new(now),
            proven: Mutex::default(),
            evicted: Notify::new(),
        });
        open.by_number.insert(entry.number, Arc::clone(&entry));
        *open.by_address.entry(key).or_default() += 1;
        Some(Connection { all: Arc::clone(self), addr: addr.to_canonical(), entry })
    }
}

impl Open {
    /// Closes a connection of this address.
    fn evict(&mut self, key: IpAddr) -> Option<()> {
        let of_key = self.by_number.values().filter(|entry| entry.key == key);
        let (_, number) = of_key.filter_map(|entry| Some((entry.rank()?, entry.number))).min()?;
        let entry = self.remove(number)?;
        entry.evicted.notify_one();
        Some(())
    }

    /// Closes a connection of the address that has most of those that can be closed.
    fn evict_any(&mut self) -> Option<()> {
        let mut counts: HashMap<IpAddr, usize> = HashMap::new();
        for entry in self.by_number.values().filter(|entry| entry.rank().is_some()) {
            *counts.entry(entry.key).or_default() += 1;
        }
        let (key, _) = counts.into_iter().max_by_key(|&(key, count)| (count, key))?;
        self.evict(key)
    }

    fn remove(&mut self, number: u64) -> Option<Arc<Entry>> {
        let entry = self.by_number.remove(&number)?;
        if let Some(count) = self.by_address.get_mut(&entry.key) {
            *count -= 1;
            if *count == 0 {
                self.by_address.remove(&entry.key);
            }
        }
        Some(entry)
    }
}

/// A connection that is counted.
pub struct Connection {
    all: Arc<Connections>,
    /// Where it comes from.
    pub addr: IpAddr,
    entry: Arc<Entry>,
}

impl Connection {
    /// Comes back when it has to make room for another.
    pub async fn evicted(&self) {
        self.entry.evicted.notified().await;
    }

    /// Notes that a request begins.
    pub fn begin(&self) {
        self.entry.busy.fetch_add(1, Relaxed);
    }

    /// Notes that a request has been answered.
    pub fn end(&self, now: Instant) {
        self.entry.busy.fetch_sub(1, Relaxed);
        *lock(&self.entry.quiet_since) = now;
    }

    /// Notes that a seat was proven on it: it is not closed for others, unless the seat has enough
    /// connections.
    pub fn prove(&self, sessions: &Arc<Sessions>) {
        self.entry.prove(sessions);
    }

    /// What lets handlers keep it from being closed for others.
    #[must_use]
    pub fn standing(&self) -> ConnectionHandle {
        ConnectionHandle(Arc::clone(&self.entry))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        lock(&self.all.open).remove(self.entry.number);
    }
}

/// The connections on which one seat was proven.
#[derive(Debug, Default)]
pub struct Sessions(AtomicUsize);

impl Sessions {
    fn enter(&self) -> bool {
        self.0.fetch_update(Relaxed, Relaxed, |count| (count < PROTECTED).then_some(count + 1)).is_ok()
    }

    fn leave(&self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

/// Lets a handler keep its client's connection from being closed for others; every request has one as an
/// extension.
#[derive(Clone)]
pub struct ConnectionHandle(Arc<Entry>);

impl ConnectionHandle {
    /// Notes that the owner of a seat is at its other end.
    pub fn prove(&self, sessions: &Arc<Sessions>) {
        self.0.prove(sessions);
    }

    /// Its client waits for what he has been promised: it stays until what comes back is dropped.
    #[must_use]
    pub fn hold(&self) -> Hold {
        self.0.protected.fetch_add(1, Relaxed);
        Hold(Arc::clone(&self.0))
    }
}

/// A connection that stays for as long as this is held.
pub struct Hold(Arc<Entry>);

impl Drop for Hold {
    fn drop(&mut self) {
        self.0.protected.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests;
