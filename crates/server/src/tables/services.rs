//! Parts of the server that tables use: the database, threads, the lobby, places for new tables.

use super::refusal::Refusal;
use super::store::Store;
use super::workers::Workers;
use crate::cache::Cache;
use crate::shares::{Claim, Full, Holdings, Owner, Rank};
use crate::web::buckets::Buckets;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::time::Instant;

/// Parts of the server that tables use.
pub struct Services {
    /// The database.
    pub store: Store,
    /// The threads on which bots think.
    pub thinkers: Workers,
    /// One thread for work of some milliseconds, so that connections do not wait.
    pub background: Workers,
    /// Streams of those who only look on, at tables and in the lobby.
    pub viewers: Arc<Holdings>,
    /// The lobby as an event.
    pub lobby: Cache,
}

/// The address of makers that are not known: those of tables that ran when the server ended.
pub const ELSEWHERE: IpAddr = IpAddr::V6(Ipv6Addr::UNSPECIFIED);

/// Places for tables, `most` in all and `running` for each address.
pub fn places(most: usize, running: usize) -> Arc<Holdings> {
    Holdings::new(most, move |addr| if addr == ELSEWHERE { usize::MAX } else { running }, Rank::Idle)
}

/// Open seats where nobody has chosen yet that a network gets, however few are free.
pub const OPEN: usize = 4;

/// A claim to an open seat of which so many are free, until a person has chosen at its table. A network has at most as
/// many as it leaves free, and [`OPEN`].
///
/// # Errors
/// [`Refusal::TooMany`].
pub fn open_seat(taken: &Arc<Holdings>, guest: Owner, free: usize) -> Result<Claim, Refusal> {
    let too_many = |_| Refusal::TooMany("open seats of yours where nobody has made a choice yet");
    taken.claim_half(guest, free, OPEN).map_err(too_many)
}

/// A place for a table of this maker. If there is none, a table of the owner that has most makes room, the one at which
/// nobody has chosen or looked for the longest time.
///
/// # Errors
/// [`Refusal::TooMany`] or [`Refusal::Full`].
pub fn place(places: &Arc<Holdings>, makers: &Buckets, maker: Owner) -> Result<Claim, Refusal> {
    if !makers.take(maker.addr, 1, Instant::now()) {
        return Err(Refusal::TooMany("tables made from this address"));
    }
    places.claim(maker, 1).map_err(|full| match full {
        Full::Address => Refusal::TooMany("tables of yours run"),
        Full::All => Refusal::Full("tables"),
    })
}
