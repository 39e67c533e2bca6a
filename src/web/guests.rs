//! Who is connected, by address, and how much each address may ask.
//!
//! An address has so many connections at once, and a bucket of requests that fills steadily
//! ([`Limits`]). Devices have whole networks of IPv6, so such addresses count by their first 64
//! bits; an IPv4 address that is written as IPv6 is itself. So many addresses are remembered;
//! beyond that, the one that was silent longest is forgotten.

use super::answer;
use super::limits::Limits;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use serde_json::json;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The client's address; every request has it as an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guest(pub IpAddr);

/// Parts of a request that an address pays with.
const WHOLE: u32 = 10;

/// What a request costs in tenths, unless the service gives it away: a tenth for pages, scripts
/// and lists, the whole for addresses under `/api/` and for whatever changes something.
fn cost(method: &Method, path: &str) -> u32 {
    let reads = matches!(*method, Method::GET | Method::HEAD) && !answer::is_api(path);
    if reads { 1 } else { WHOLE }
}

/// All addresses that are known.
pub struct Guests {
    /// Connections at once, of another machine and of this one.
    connections: [usize; 2],
    /// After how long a tenth of a request has flowed back into a bucket.
    refill: Duration,
    /// How long an empty bucket takes to be full.
    full: Duration,
    most: usize,
    known: Mutex<HashMap<IpAddr, Account>>,
}

struct Account {
    connections: usize,
    /// When the bucket will be full again; it is if that is past.
    full_at: Instant,
    seen: Instant,
}

impl Guests {
    /// Nobody yet, with these limits.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        let refill = Duration::from_secs(1) / limits.requests_per_second.max(1) / WHOLE;
        Self {
            connections: [limits.address_connections, limits.loopback_connections],
            refill,
            full: refill * limits.request_burst * WHOLE,
            most: limits.addresses.max(1),
            known: Mutex::default(),
        }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<IpAddr, Account>> {
        self.known.lock().expect("nobody panics while holding it")
    }

    /// Counts a connection of this address, until the visit is dropped; `None` if there are as
    /// many as it may have.
    #[must_use]
    pub fn enter(self: &Arc<Self>, addr: IpAddr, now: Instant) -> Option<Visit> {
        let key = key(addr);
        let most = self.connections[usize::from(key.is_loopback())];
        let mut known = self.known();
        let account = account(&mut known, key, now, self.most);
        if account.connections >= most {
            return None;
        }
        account.connections += 1;
        Some(Visit { guests: Arc::clone(self), addr: addr.to_canonical(), key })
    }

    /// Whether an address can have a request that costs so many tenths; if so, it has paid.
    #[must_use]
    fn admit(&self, key: IpAddr, tenths: u32, now: Instant) -> bool {
        let mut known = self.known();
        let account = account(&mut known, key, now, self.most);
        let full_at = account.full_at.max(now) + self.refill * tenths;
        let admitted = full_at.duration_since(now) <= self.full;
        if admitted {
            account.full_at = full_at;
        }
        admitted
    }
}

/// What is known of an address; if it is a new one, and there are too many, one that has no
/// connections is forgotten for it.
fn account(known: &mut HashMap<IpAddr, Account>, key: IpAddr, now: Instant, most: usize) -> &mut Account {
    if known.len() >= most && !known.contains_key(&key) {
        let idle = known.iter().filter(|(_, account)| account.connections == 0);
        let oldest = idle.min_by_key(|(_, account)| account.seen).map(|(&key, _)| key);
        // Those who are connected are never forgotten; they are bounded by their connections.
        if let Some(oldest) = oldest {
            known.remove(&oldest);
        }
    }
    let account = known.entry(key).or_insert(Account { connections: 0, full_at: now, seen: now });
    account.seen = now;
    account
}

/// What an address counts as.
fn key(addr: IpAddr) -> IpAddr {
    match addr.to_canonical() {
        IpAddr::V6(addr) if !addr.is_loopback() => {
            IpAddr::V6(Ipv6Addr::from_bits(addr.to_bits() & !u128::from(u64::MAX)))
        }
        addr => addr,
    }
}

/// A connection that is counted.
pub struct Visit {
    guests: Arc<Guests>,
    addr: IpAddr,
    key: IpAddr,
}

impl Visit {
    /// Who it is, for handlers.
    #[must_use]
    pub fn guest(&self) -> Guest {
        Guest(self.addr)
    }

    /// Whether the address can have this request, which is not free, now; if so, it has paid for
    /// it.
    #[must_use]
    pub fn admits(&self, method: &Method, path: &str, now: Instant) -> bool {
        self.guests.admit(self.key, cost(method, path), now)
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        if let Some(account) = self.guests.known().get_mut(&self.key) {
            account.connections -= 1;
        }
    }
}

/// What is answered to who asks too much.
pub fn refusal(last: bool) -> Response {
    let error = json!({ "error": "too many requests from your address; try again in a second" });
    let mut response = answer::json(StatusCode::TOO_MANY_REQUESTS, &error);
    let headers = response.headers_mut();
    headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    if last {
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guests(limits: &Limits) -> Arc<Guests> {
        Arc::new(Guests::new(limits))
    }

    fn addr(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_bucket_empties_and_fills() {
        let guests = guests(&Limits { requests_per_second: 10, request_burst: 30, ..Limits::default() });
        let start = Instant::now();
        let (one, other) = (addr("10.0.0.1"), addr("10.0.0.2"));
        let admitted = |addr, tenths, at| (0..1000).filter(|_| guests.admit(addr, tenths, at)).count();
        assert_eq!(admitted(one, WHOLE, start), 30);
        assert_eq!(admitted(other, 1, start), 300, "another address, at a tenth");
        // Refused requests cost nothing.
        assert_eq!(admitted(one, WHOLE, start + Duration::from_secs(1)), 10);
        assert_eq!(admitted(one, WHOLE, start + Duration::from_mins(1)), 30, "no more than full");
    }

    #[test]
    fn connections_are_counted_by_address() {
        let guests = guests(&Limits { address_connections: 2, loopback_connections: 3, ..Limits::default() });
        let now = Instant::now();
        let enter = |text: &str| guests.enter(addr(text), now);
        let first = [enter("192.0.2.1"), enter("::ffff:192.0.2.1")];
        assert!(first.iter().all(Option::is_some), "one address in two notations");
        assert_eq!(first[1].as_ref().map(Visit::guest), Some(Guest(addr("192.0.2.1"))));
        assert!(enter("192.0.2.1").is_none());
        assert!(enter("192.0.2.2").is_some());
        drop(first);
        assert!(enter("192.0.2.1").is_some());
        let net = [enter("2001:db8:1:2::1"), enter("2001:db8:1:2:ffff::2")];
        assert!(net.iter().all(Option::is_some) && enter("2001:db8:1:2::3").is_none(), "a network counts as one");
        assert!(enter("2001:db8:1:3::1").is_some());
        for home in ["127.0.0.1", "::1"] {
            let held: Vec<Visit> = (0..9).map_while(|_| enter(home)).collect();
            assert_eq!(held.len(), 3, "{home}");
        }
    }

    #[test]
    fn who_was_silent_longest_is_forgotten_unless_connected() {
        let guests = guests(&Limits { addresses: 2, request_burst: 1, ..Limits::default() });
        let start = Instant::now();
        let at = |micros| start + Duration::from_micros(micros);
        let connected = guests.enter(addr("10.0.0.1"), at(0));
        assert!(connected.is_some());
        assert!(guests.admit(addr("10.0.0.2"), WHOLE, at(1)));
        assert!(!guests.admit(addr("10.0.0.2"), WHOLE, at(2)));
        assert!(guests.admit(addr("10.0.0.3"), WHOLE, at(3)));
        assert_eq!(guests.known().len(), 2);
        assert!(guests.known().contains_key(&addr("10.0.0.1")));
        assert!(guests.admit(addr("10.0.0.2"), WHOLE, at(4)), "forgotten, and so is what it owed");
    }

    #[test]
    fn pages_cost_little() {
        for (method, path, tenths) in [
            (Method::POST, "/api/tables/abcdefgh/choose", WHOLE),
            (Method::GET, "/api/tables", WHOLE),
            (Method::GET, "/api", WHOLE),
            (Method::GET, "/apis", 1),
            (Method::GET, "/assets/table.js", 1),
            (Method::GET, "/", 1),
            (Method::POST, "/register", WHOLE),
        ] {
            assert_eq!(cost(&method, path), tenths, "{method} {path}");
        }
    }
}
