//! Token buckets: limits on what each address may do in the long run, and at once after a pause.

use crate::shares::network;
use crate::sync::lock;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A bucket for each address, or for what else is counted, that empties with what it does, and fills steadily.
///
/// A bounded number of addresses is remembered; beyond that, the one that owes least is forgotten, so that
/// nobody gets rid of a debt by coming from many addresses, and no new address is turned away.
pub struct Buckets<K = IpAddr> {
    /// The time in which one unit flows back.
    refill: Duration,
    /// The time in which an empty bucket fills.
    full: Duration,
    most: usize,
    /// The time at which each bucket will be full again; it is if that is past.
    full_at: Mutex<HashMap<K, Instant>>,
}

impl Buckets {
    /// Takes units from the bucket of an address; false if there are too few.
    #[must_use]
    pub fn take(&self, addr: IpAddr, units: u32, now: Instant) -> bool {
        self.draw(network(addr), units, now)
    }
}

impl<K: Clone + Eq + Hash> Buckets<K> {
    /// Buckets of `units` (at least one) that fill within this time, for a limited number of addresses.
    #[must_use]
    pub fn new(units: u32, within: Duration, addresses: usize) -> Self {
        let refill = within / units.max(1);
        Self { refill, full: refill * units.max(1), most: addresses.max(1), full_at: Mutex::default() }
    }

    /// Takes units from a bucket; false if there are too few.
    #[must_use]
    pub fn draw(&self, key: K, units: u32, now: Instant) -> bool {
        let mut known = lock(&self.full_at);
        let full_at = known.get(&key).copied().unwrap_or(now);
        let Some(full_at) = pay(full_at, self.refill * units, self.full, now) else { return false };
        if known.len() >= self.most && !known.contains_key(&key) {
            make_room(&mut known, self.most, now);
        }
        known.insert(key, full_at);
        true
    }

    /// The time in which a bucket will be full again.
    #[must_use]
    pub fn debt(&self, key: &K, now: Instant) -> Duration {
        lock(&self.full_at).get(key).map_or(Duration::ZERO, |full_at| full_at.saturating_duration_since(now))
    }

    /// Puts units back that were taken from a bucket.
    pub fn put_back(&self, key: &K, units: u32) {
        if let Some(full_at) = lock(&self.full_at).get_mut(key) {
            *full_at = full_at.checked_sub(self.refill * units).unwrap_or(*full_at);
        }
    }
}

/// The time at which a bucket is full again after a payment, which takes `units` of time to flow back; `None` if it
/// does not hold so much. An empty bucket takes `full` to fill.
fn pay(full_at: Instant, units: Duration, full: Duration, now: Instant) -> Option<Instant> {
    let next = full_at.max(now) + units;
    (next.duration_since(now) <= full).then_some(next)
}

/// Forgets those that owe nothing, or else the one that owes least.
fn make_room<K: Clone + Eq + Hash>(known: &mut HashMap<K, Instant>, most: usize, now: Instant) {
    known.retain(|_, full_at| *full_at > now);
    if known.len() >= most
        && let Some(least) = known.iter().min_by_key(|(_, full_at)| **full_at).map(|(key, _)| key.clone())
    {
        known.remove(&least);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addr(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_bucket_empties_and_fills() {
        let allowance = Buckets::new(300, Duration::from_secs(30), 10);
        let start = Instant::now();
        let (one, other) = (addr("10.0.0.1"), addr("10.0.0.2"));
        let taken = |addr, units, at| (0..1000).filter(|_| allowance.take(addr, units, at)).count();
        assert_eq!(taken(one, 10, start), 30);
        assert_eq!(taken(other, 1, start), 300, "another address, in small parts");
        // What was refused costs nothing.
        assert_eq!(taken(one, 10, start + Duration::from_secs(1)), 1);
        assert_eq!(taken(one, 10, start + Duration::from_mins(1)), 30, "no more than full");
    }

    #[test]
    fn what_is_put_back_can_be_taken_again() {
        let allowance = Buckets::new(3, Duration::from_hours(1), 10);
        let now = Instant::now();
        let taken = || (0..10).filter(|_| allowance.draw("Ada", 1, now)).count();
        assert_eq!(taken(), 3);
        allowance.put_back(&"Ada", 2);
        allowance.put_back(&"Eve", 2);
        assert_eq!(taken(), 2);
    }

    #[test]
    fn a_network_of_ipv6_has_one_bucket() {
        let allowance = Buckets::new(2, Duration::from_secs(1), 10);
        let now = Instant::now();
        assert!(allowance.take(addr("2001:db8:1:2::1"), 1, now) && allowance.take(addr("2001:db8:1:2::2"), 1, now));
        assert!(!allowance.take(addr("2001:db8:1:2:ffff::3"), 1, now));
        assert!(allowance.take(addr("2001:db8:1:3::1"), 1, now));
    }

    #[test]
    fn ten_thousand_addresses_neither_keep_others_out_nor_lose_their_debts() {
        let allowance = Buckets::new(20, Duration::from_hours(1), 1000);
        let now = Instant::now();
        let debtor = addr("192.0.2.1");
        assert!((0..20).all(|_| allowance.take(debtor, 1, now)));
        for number in 0..10_000_u32 {
            assert!(allowance.take(IpAddr::V4((0x0a00_0000 + number).into()), 1, now), "{number}");
        }
        assert!(!allowance.take(debtor, 1, now), "it owes most and is remembered");
        assert!(allowance.take(addr("192.0.2.2"), 1, now));
        assert_eq!(lock(&allowance.full_at).len(), 1000);
    }
}
