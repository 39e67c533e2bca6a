//! A person's seat: the state that they may know, how they leave, and all such seats by the tokens that prove them.

use super::record::Record;
use super::store::GameKind;
use crate::shares::{Claim, Owner};
use crate::tokens::{self, Hash, hash};
use crate::web::HttpLimits;
use crate::web::answer::extended;
use crate::web::rate_limits::SeatRate;
use boardbots_base::thread::lock;
use boardbots_vindinium::board::HEROES;
use serde_json::json;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;
use tokio::time::Instant;

/// Turns in a row that a person can miss: their hero stays where it is. With the last of them they are out.
const MISSES: u32 = 3;

/// A seat that a person has taken. The lobby and the game write what happens at it; the pages
/// that show it follow.
pub struct Seat {
    /// The token that proves the seat.
    pub token: String,
    /// The name that the person chose.
    pub name: String,
    /// The owner to whom the seat is counted.
    pub owner: Owner,
    /// The place that it takes, until its game has begun or the person has left.
    place: Mutex<Option<Claim>>,
    /// The person's rate limit.
    pub rate: Arc<SeatRate>,
    /// The kind of game that they asked for.
    pub kind: GameKind,
    /// The time for which they may think about a move.
    pub limit: Duration,
    desk: watch::Sender<Desk>,
    seen: Mutex<Instant>,
}

/// The state of a seat, apart from the game itself.
#[derive(Clone, Default)]
pub struct Desk {
    /// The number of players in the game that still waits for others, this one included.
    joined: usize,
    /// The game and the person's hero in it, from 0, once it has begun.
    place: Option<(Arc<Record>, usize)>,
    /// The turn that they are asked to play, and the time at which it is played for them, in Unix milliseconds.
    asked: Option<(u32, u64)>,
    /// Turns in a row that were played for them.
    missed: u32,
    /// True if they have given up the seat.
    left: bool,
}

impl Seat {
    /// A seat without a game.
    pub fn new(token: String, name: String, (owner, place): (Owner, Claim), kind: GameKind, limit: Duration) -> Self {
        let rate = SeatRate::limited(&HttpLimits::default(), SeatRate::key_of(&token));
        let desk = watch::Sender::new(Desk::default());
        let place = Mutex::new(Some(place));
        Self { token, name, owner, place, rate, kind, limit, desk, seen: Mutex::new(Instant::now()) }
    }

    /// Notes how many wait for the game to begin.
    pub fn wait_with(&self, joined: usize) {
        self.desk.send_modify(|desk| desk.joined = joined);
    }

    /// Notes that the game has begun.
    pub fn begin(&self, record: &Arc<Record>, hero: usize) {
        self.desk.send_modify(|desk| desk.place = Some((Arc::clone(record), hero)));
    }

    /// Asks for the move of this turn.
    pub fn ask(&self, turn: u32) {
        let deadline = now() + u64::try_from(self.limit.as_millis()).unwrap_or(u64::MAX);
        self.desk.send_modify(|desk| desk.asked = Some((turn, deadline)));
    }

    /// Notes that the person has moved.
    pub fn moved(&self) {
        self.desk.send_modify(|desk| (desk.asked, desk.missed) = (None, 0));
    }

    /// Notes that the person has missed a turn; true if they may stay in the game.
    pub fn missed(&self) -> bool {
        self.desk.send_modify(|desk| (desk.asked, desk.missed) = (None, desk.missed + 1));
        self.desk.borrow().missed < MISSES
    }

    /// Has everybody who watches the seat look again, when its game has ended.
    pub fn end(&self) {
        self.desk.send_modify(|desk| desk.asked = None);
    }

    /// The place that it takes, for the game that begins.
    pub fn take_place(&self) -> Option<Claim> {
        lock(&self.place).take()
    }

    /// Gives up the seat.
    pub fn leave(&self) {
        drop(self.take_place());
        self.desk.send_modify(|desk| desk.left = true);
    }

    /// Comes back when the seat has been given up.
    pub async fn left(&self) {
        // The sender is this seat's own: it is there as long as a task waits.
        let _ = self.desk.subscribe().wait_for(|desk| desk.left).await;
    }

    /// Says when there is more to know.
    pub fn watch(&self) -> watch::Receiver<Desk> {
        self.desk.subscribe()
    }

    /// The game, once it has begun.
    pub fn game(&self) -> Option<Arc<Record>> {
        self.desk.borrow().place.as_ref().map(|(record, _)| Arc::clone(record))
    }

    /// True if nothing can happen at this seat any more.
    pub fn over(&self) -> bool {
        let desk = self.desk.borrow();
        desk.place.as_ref().map_or(desk.left, |(record, _)| record.ended().is_some())
    }

    /// Notes that its person was here.
    pub fn visit(&self) {
        *lock(&self.seen) = Instant::now();
    }

    /// True if the seat has been without a viewer for as long as a move can take.
    pub fn deserted(&self) -> bool {
        let seen = *lock(&self.seen);
        self.desk.receiver_count() == 0 && seen.elapsed() >= self.limit
    }

    /// All that its person may know, as JSON; `docs/seats.md` says what is what. The second is
    /// whether this is the end.
    pub fn state(&self) -> (String, bool) {
        let over = self.over();
        let desk = self.desk.borrow().clone();
        let mut head = json!({
            "phase": if desk.left { "left" } else { "waiting" },
            "kind": self.kind.name(),
            "name": self.name,
            "joined": desk.joined,
            "wanted": HEROES,
            "game": null,
            "hero": null,
            "turn": null,
            "deadline": null,
            "limit": u64::try_from(self.limit.as_millis()).unwrap_or(u64::MAX),
            "missed": desk.missed,
            "misses": MISSES,
            "now": now(),
        });
        let Some((record, hero)) = &desk.place else { return (head.to_string(), over) };
        let state = record.state();
        // A move that has just been taken is no longer asked for.
        let asked = desk.asked.filter(|&(turn, _)| turn == state.turn && !over);
        head["phase"] = match asked {
            _ if over => "over",
            _ if desk.left || state.heroes[*hero].crashed => "out",
            Some(_) => "yours",
            None => "others",
        }
        .into();
        head["game"] = record.id.as_str().into();
        head["hero"] = (hero + 1).into();
        head["turn"] = state.turn.into();
        head["deadline"] = asked.map(|(_, deadline)| deadline).into();
        // The game object keeps the bytes of the protocol.
        (extended(head.to_string(), &[("state", record.at(&state).json())]), over)
    }
}

/// Unix time in milliseconds.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// All seats of persons: those that wait or play, and those of games still in memory.
pub struct SeatRegistry {
    /// By the hashes of their tokens, so that finding one says nothing about others.
    seats: Mutex<HashMap<Hash, Arc<Seat>>>,
    /// The time for which a person may think about a move; with 0 there are no seats for persons.
    limit: Duration,
}

impl SeatRegistry {
    /// A registry without seats.
    pub fn new(limit: Duration) -> Self {
        Self { seats: Mutex::default(), limit }
    }

    /// True if persons can play here at all.
    pub fn is_open(&self) -> bool {
        !self.limit.is_zero()
    }

    /// A seat for a person, who has this place among all heroes.
    pub fn take(&self, name: String, place: (Owner, Claim), kind: GameKind) -> Arc<Seat> {
        let seat = Arc::new(Seat::new(tokens::token(), name, place, kind, self.limit));
        lock(&self.seats).insert(hash(&[], &seat.token), Arc::clone(&seat));
        seat
    }

    /// The seat of a token; its person counts as here.
    pub fn find(&self, token: &str) -> Option<Arc<Seat>> {
        let seat = lock(&self.seats).get(&hash(&[], token)).map(Arc::clone)?;
        seat.visit();
        Some(seat)
    }

    /// The rate limit of the person with this token.
    pub fn rate(&self, token: &str) -> Option<Arc<SeatRate>> {
        lock(&self.seats).get(&hash(&[], token)).map(|seat| Arc::clone(&seat.rate))
    }

    /// Forgets a seat.
    pub fn forget(&self, token: &str) {
        lock(&self.seats).remove(&hash(&[], token));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shares::{Holdings, Rank};

    #[test]
    fn an_address_has_so_many_seats_and_gets_them_back() {
        let (seats, heroes) = (SeatRegistry::new(Duration::from_secs(1)), Holdings::new(9, |_| 2, Rank::Idle));
        let [home, away] = [1, 2].map(|last| Owner::at([10, 0, 0, last].into()));
        let sit = |guest| Some(seats.take("Ada".into(), (guest, heroes.claim(guest, 1).ok()?), GameKind::Arena));
        let (first, second) = (sit(home).unwrap(), sit(home).unwrap());
        assert!(first.token != second.token && first.token.len() >= 25);
        assert!(sit(home).is_none() && sit(away).is_some());
        // A seat that was given up no longer counts, even while its token is known.
        first.leave();
        let third = sit(home);
        assert!(seats.find(&first.token).is_some() && third.is_some() && sit(home).is_none());
        seats.forget(&second.token);
        drop(second);
        assert!(sit(home).is_some());
    }
}
