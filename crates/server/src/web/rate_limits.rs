//! Rate limits: the client of a request, and how much each address may ask.
//!
//! A request that proves a seat never depends on what others do at the same address: it pays from an allowance of that
//! seat. All others pay with their address ([`HttpLimits`]), from three allowances: one for requests in general, one for
//! joining games, and one for tokens that prove nothing. A refused request is answered late, so that a flood of them
//! leaves room for others behind its address.

use super::answer;
use super::limits::HttpLimits;
use crate::shares::network;
use crate::tokens::hash;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use boardbots_base::thread::lock;
use serde_json::json;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The delay of the answer to a refused request.
pub const REFUSED_AFTER: Duration = Duration::from_secs(1);
/// Parts of a request that an address pays with.
const WHOLE: u32 = 10;

/// The client's address; every request has it as an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddr(pub IpAddr);

impl ClientAddr {
    /// The address of the client of a request. Without a server before it everybody counts as one.
    #[must_use]
    pub fn of(request: &Request) -> IpAddr {
        request.extensions().get::<Self>().map_or(IpAddr::from([0, 0, 0, 0]), |guest| guest.0)
    }
}

/// The kind of a request, as far as it costs something.
#[derive(Clone)]
pub enum Cost {
    /// Reading or changing something: a tenth for pages, scripts and lists, the whole for addresses under
    /// `/api/` and for whatever changes something.
    Usual,
    /// Joining a game.
    Join,
    /// It has the token of a seat.
    Proven(Arc<SeatRate>),
    /// It has a token of no seat.
    Wrong,
}

/// The function that gives each request's cost.
pub type Costs = Arc<dyn Fn(&Request) -> Cost + Send + Sync>;

/// The costs that this function knows, or the usual one. They do not hold the state: it ends before them.
pub fn costs<A: Send + Sync + 'static>(app: &Arc<A>, known: fn(&A, &Request) -> Option<Cost>) -> Costs {
    let app = Arc::downgrade(app);
    Arc::new(move |request| app.upgrade().and_then(|app| known(&app, request)).unwrap_or(Cost::Usual))
}

/// The rate limit of a seat's owner, wherever the requests come from.
pub struct SeatRate {
    /// `None` where the game itself sets the pace.
    rate: Option<Buckets<()>>,
    /// The key of the seat's owner.
    pub key: u64,
}

impl SeatRate {
    /// As many requests as an address may make in general, for the owner of a key.
    #[must_use]
    pub fn limited(limits: &HttpLimits, key: u64) -> Arc<Self> {
        let rate = allowance(limits.requests_per_second, limits.request_burst, 1, 1);
        Arc::new(Self { rate: Some(rate), key })
    }

    /// As many requests as the owner of this key wants.
    #[must_use]
    pub fn unlimited(key: u64) -> Arc<Self> {
        Arc::new(Self { rate: None, key })
    }

    /// The key of the one who has this name among all others.
    #[must_use]
    pub fn key_of(name: &str) -> u64 {
        let [first, ..] = *hash(&[], name).as_chunks().0 else { return 0 };
        u64::from_le_bytes(first)
    }

    fn take(&self, now: Instant) -> bool {
        self.rate.as_ref().is_none_or(|rate| rate.draw((), 1, now))
    }
}

/// Buckets of `burst` requests, which fill at `per_second`; each request is counted in parts.
fn allowance<K: Clone + Eq + Hash>(per_second: u32, burst: u32, parts: u32, keys: usize) -> Buckets<K> {
    let burst = burst.max(1);
    Buckets::new(burst * parts, Duration::from_secs(1) * burst / per_second.max(1), keys)
}

/// The rate limits of all addresses.
pub struct RateLimits {
    asked: Buckets,
    joins: Buckets,
    wrong: Buckets,
}

impl RateLimits {
    /// Allowances with these limits.
    #[must_use]
    pub fn new(limits: &HttpLimits) -> Self {
        let keys = limits.addresses;
        Self {
            asked: allowance(limits.requests_per_second, limits.request_burst, WHOLE, keys),
            joins: allowance(limits.joins_per_second, limits.join_burst, 1, keys),
            wrong: allowance(limits.wrong_tokens_per_second, limits.wrong_token_burst, 1, keys),
        }
    }

    /// True if a request of this address can be done now; then it has been paid for.
    #[must_use]
    pub fn admit(&self, addr: IpAddr, cost: &Cost, request: &Request, now: Instant) -> bool {
        match cost {
            Cost::Usual => self.asked.take(addr, tenths(request.method(), request.uri().path()), now),
            Cost::Join => self.joins.take(addr, 1, now),
            Cost::Proven(rate) => rate.take(now),
            Cost::Wrong => self.wrong.take(addr, 1, now),
        }
    }
}

/// The cost of a request of the usual kind, in tenths.
fn tenths(method: &Method, path: &str) -> u32 {
    let reads = matches!(*method, Method::GET | Method::HEAD) && !answer::is_api(path);
    if reads { 1 } else { WHOLE }
}

/// The answer to a client that asks too often.
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
    use axum::body::Body;

    fn request(method: &Method, path: &str) -> Request {
        Request::builder().method(method).uri(path).body(Body::empty()).unwrap()
    }

    #[test]
    fn each_cost_has_an_allowance_of_its_own() {
        let guests = RateLimits::new(&HttpLimits {
            requests_per_second: 1,
            request_burst: 3,
            joins_per_second: 1,
            join_burst: 4,
            wrong_tokens_per_second: 1,
            wrong_token_burst: 5,
            ..HttpLimits::default()
        });
        let limits = HttpLimits { requests_per_second: 1, request_burst: 6, ..HttpLimits::default() };
        let (limited, unlimited) = (SeatRate::limited(&limits, 1), SeatRate::unlimited(2));
        let (now, home) = (Instant::now(), IpAddr::from([192, 0, 2, 1]));
        let post = request(&Method::POST, "/api/x");
        let count = |cost: &Cost, addr| (0..100).filter(|_| guests.admit(addr, cost, &post, now)).count();
        assert_eq!(count(&Cost::Usual, home), 3);
        assert_eq!(count(&Cost::Join, home), 4);
        assert_eq!(count(&Cost::Wrong, home), 5, "a wrong token costs");
        assert_eq!(count(&Cost::Wrong, IpAddr::from([192, 0, 2, 2])), 5);
        assert_eq!(count(&Cost::Proven(limited), home), 6, "the address owes, the seat does not");
        assert_eq!(count(&Cost::Proven(unlimited), home), 100);
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
            assert_eq!(super::tenths(&method, path), tenths, "{method} {path}");
        }
    }

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
