//! How many things of a kind each address holds at once.

use crate::shares::network;
use crate::sync::lock;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

/// Counts what addresses hold, up to the same number for each.
pub struct Quota {
    most: usize,
    held: Mutex<HashMap<IpAddr, usize>>,
}

impl Quota {
    /// This many for each address.
    #[must_use]
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, held: Mutex::default() })
    }

    /// One for this address, unless it has as many as it can have.
    #[must_use]
    pub fn take(self: &Arc<Self>, addr: IpAddr) -> Option<Slot> {
        let key = network(addr);
        let mut held = lock(&self.held);
        let count = held.entry(key).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Slot { places: Arc::clone(self), key })
    }
}

/// One of the things that an address holds, until this is dropped.
pub struct Slot {
    places: Arc<Quota>,
    key: IpAddr,
}

impl Slot {
    /// The [network] that holds it.
    #[must_use]
    pub const fn network(&self) -> IpAddr {
        self.key
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut held = lock(&self.places.held);
        if let Some(count) = held.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_come_back() {
        let places = Quota::new(2);
        let take = |text: &str| places.take(text.parse().unwrap());
        let held = [take("2001:db8::1"), take("2001:db8::2")];
        assert!(held.iter().all(Option::is_some) && take("2001:db8::3").is_none(), "a network counts as one");
        assert!(take("192.0.2.1").is_some() && take("2001:db8:0:1::").is_some());
        drop(held);
        assert!(lock(&places.held).is_empty() && take("2001:db8::3").is_some());
    }
}
