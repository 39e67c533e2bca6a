//! The past: tables that have ended, their games step by step, and everybody's statistics.
//!
//! Games are played again on a thread of its own, so that neither connections nor bots wait for people who look back.
//! Statistics are counted anew only when a table has ended, or the owner of a name has changed.

use super::playthrough::{Playthrough, STOPPED};
use super::refusal::{Answer, TableError};
use super::store::Store;
use super::table::{Step, Table};
use super::workers::{Urgency, Workers};
use crate::cache::{Cache, PAUSE, listed};
use crate::shares::{Claim, Holdings, Line, Owner, Rank, Use, network};
use crate::web::answer::PART;
use axum::body::Bytes;
use boardbots_base::invalid::InputError;
use boardbots_base::thread::lock;
use serde_json::json;
use std::collections::{HashMap, VecDeque};
use std::fmt::Write as _;
use std::io;
use std::net::IpAddr;
use std::ops::Range;
use std::sync::{Arc, Mutex, Weak};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::{MutexGuard, OwnedSemaphorePermit, Semaphore};

/// Ended tables that stay in memory.
const SHELF: usize = 16;
/// Most answers about the past that are under way at once, until they are taken.
const PLACES: usize = 6;
/// Most of them for one address; more wait until they come to be looked for.
const SHARE: usize = 2;
/// Tables that cannot be played again whose reasons are remembered.
const ASIDE: usize = 1000;
/// Longer than any game takes to be played again: a guest who looks back ends it by going away.
const LONG: Duration = Duration::from_hours(1);
/// Players whose statistics are told.
const PLAYERS: usize = 1000;
/// A place to look back, until it is dropped.
pub struct LookBack {
    _own: OwnedSemaphorePermit,
    _all: Claim,
}

/// The tables that have ended, and everybody's statistics.
pub struct Archive {
    /// The threads that replay games.
    pub reader: Workers,
    shelf: Mutex<VecDeque<Arc<Table>>>,
    /// Tables that readers look at, on the shelf or not any more: all see the same one.
    looked_at: Mutex<HashMap<String, Weak<Table>>>,
    /// In front of the tables that have ended.
    line: Arc<Line>,
    recovering: tokio::sync::Mutex<()>,
    places: Arc<Holdings>,
    shares: Mutex<HashMap<IpAddr, Weak<Semaphore>>>,
    /// Tables that cannot be played again, and why; those found last.
    aside: Mutex<VecDeque<(String, InputError)>>,
    /// Everybody's statistics, as JSON.
    reached: Cache,
}

impl Archive {
    /// Nothing yet, and the thread that ends when the reader does.
    ///
    /// # Errors
    /// If the system has no thread to give.
    pub fn open() -> io::Result<(Self, Vec<JoinHandle<()>>)> {
        let (reader, threads) = Workers::start(1, LONG)?;
        let archive = Self {
            reader,
            shelf: Mutex::default(),
            looked_at: Mutex::default(),
            line: Arc::default(),
            recovering: tokio::sync::Mutex::default(),
            places: Holdings::new(PLACES, |_| SHARE, Rank::Idle),
            shares: Mutex::default(),
            aside: Mutex::default(),
            reached: Cache::new(Duration::MAX, PAUSE),
        };
        Ok((archive, threads))
    }

    /// A table that has just ended.
    pub fn add(&self, table: &Arc<Table>) {
        self.count_again();
        self.put(table);
    }

    /// Marks everybody's statistics as out of date.
    pub fn count_again(&self) {
        self.reached.changed();
    }

    /// A table that has ended is at hand from now on.
    pub fn put(&self, table: &Arc<Table>) {
        let mut looked_at = lock(&self.looked_at);
        looked_at.retain(|_, table| table.strong_count() > 0);
        looked_at.insert(table.id.clone(), Arc::downgrade(table));
        drop(looked_at);
        let mut shelf = lock(&self.shelf);
        if !shelf.iter().any(|known| known.id == table.id) {
            shelf.push_front(Arc::clone(table));
            shelf.truncate(SHELF);
        }
    }

    /// A table that is at hand.
    pub fn known(&self, id: &str) -> Option<Arc<Table>> {
        lock(&self.looked_at).get(id).and_then(Weak::upgrade)
    }

    /// Notes that a table cannot be played again; true if that is news.
    pub fn set_aside(&self, id: &str, why: &InputError) -> bool {
        let mut aside = lock(&self.aside);
        if aside.iter().any(|(known, _)| known == id) {
            return false;
        }
        aside.push_front((id.to_string(), why.clone()));
        aside.truncate(ASIDE);
        true
    }

    /// The fault of a table that cannot be played again, if it is known.
    pub fn why_aside(&self, id: &str) -> Option<InputError> {
        lock(&self.aside).iter().find(|(known, _)| known == id).map(|(_, why)| why.clone())
    }

    /// Waits until nobody else takes a table from the database that ran when the server ended.
    pub async fn recovering(&self) -> MutexGuard<'_, ()> {
        self.recovering.lock().await
    }

    /// Waits for the turn of a guest to take a table from the database that has ended: many who want the same one
    /// have it played again once.
    pub async fn turn(&self, guest: Owner) -> Use {
        self.line.enter(guest).await
    }

    /// A table that is played again.
    ///
    /// # Errors
    /// Data that cannot be played again, or the end of the server.
    pub async fn again(
        &self,
        whose: (Urgency, Owner),
        again: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> Result<Table, InputError> + Send + 'static,
    ) -> Answer<Arc<Table>> {
        let table = self.reader.ask(whose, again).found().await;
        // At the end it was only told to stop.
        let table = table.filter(|_| !self.reader.has_ended()).ok_or(ENDING)?;
        table.map(Arc::new).map_err(TableError::Aside)
    }

    /// The result of looking back, for a guest who has a place; the search stops when it is told to.
    ///
    /// # Errors
    /// Data that cannot be played again, or the end of the server.
    pub async fn look_back<T: Send + 'static>(
        &self,
        guest: IpAddr,
        find: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> Result<T, InputError> + Send + 'static,
    ) -> Answer<T> {
        let found = self.reader.ask((Urgency::Advice, Owner::at(guest)), find).found().await;
        found.ok_or(ENDING)?.map_err(TableError::Aside)
    }

    /// A place for a guest to look back, which is waited for if the guest looks back elsewhere.
    ///
    /// # Errors
    /// Too many look back.
    pub async fn place(&self, guest: IpAddr) -> Answer<LookBack> {
        let own = self.share(network(guest)).acquire_owned().await.map_err(|_| ENDING)?;
        let all = self.places.claim(Owner::at(guest), 1).map_err(|_| TableError::Full("who look back"))?;
        Ok(LookBack { _own: own, _all: all })
    }

    /// The places of an address.
    fn share(&self, guest: IpAddr) -> Arc<Semaphore> {
        let mut shares = lock(&self.shares);
        shares.retain(|_, share| share.strong_count() > 0);
        shares.get(&guest).and_then(Weak::upgrade).unwrap_or_else(|| {
            let share = Arc::new(Semaphore::new(SHARE));
            shares.insert(guest, Arc::downgrade(&share));
            share
        })
    }

    /// Everybody's statistics, as JSON.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn statistics(&self, store: &Store) -> Answer<Bytes> {
        let reached = self.reached.get((), async || {
            let (tallies, counting) = store.statistics(PLAYERS).await?;
            let players = listed(&tallies, |tally| {
                json!({
                    "name": tally.name,
                    "kind": tally.kind,
                    "player": tally.player,
                    "protected": tally.protected,
                    "game": tally.game,
                    "played": tally.played,
                    "won": tally.won,
                    "place": f64::from(tally.places) / f64::from(tally.played.max(1)),
                })
            });
            let counting = if counting { ",\"counting\":true" } else { "" };
            Ok(format!("{{\"players\":{}{counting}}}", players.await).into())
        });
        reached.await
    }
}

/// The refusal of all who wait when the server ends.
pub const ENDING: TableError = TableError::Ending;

/// Choices that are played again before others get a turn.
const BREATH: usize = 50;

/// The history of a table: JSON that is written part by part, while the game is played again.
pub struct History {
    table: Arc<Table>,
    total: usize,
    playthrough: Playthrough,
    /// The steps that are told, by their numbers from 0.
    told: Range<usize>,
    /// The number of choices that have been played again.
    n: usize,
    begun: bool,
    ended: bool,
}

impl History {
    /// This many steps after the first `from` ones, each with what was seen after it; with what was seen at the
    /// start if they begin there. Choices that are still secret are left out.
    ///
    /// # Errors
    /// A table that cannot be played again.
    pub fn open(table: Arc<Table>, from: usize, count: usize) -> Result<Self, InputError> {
        let (playthrough, total) = (Playthrough::open(table.game, table.beginning())?, table.n());
        let told = from..from.saturating_add(count).min(total);
        Ok(Self { table, total, playthrough, told, n: 0, begun: false, ended: false })
    }

    /// The next part of the text, which is empty where nothing was to be told; nothing after the last one, or
    /// when it is told to stop.
    ///
    /// # Errors
    /// A table that cannot be played again, or a stop.
    pub fn part(&mut self, stop: &dyn Fn() -> bool) -> Result<Option<String>, InputError> {
        if self.ended {
            return Ok(None);
        }
        let mut text = String::new();
        // Writing to a text does not fail.
        if !std::mem::replace(&mut self.begun, true) {
            text.push('{');
            if self.told.start == 0 {
                let _ = write!(text, "\"first\":{{\"view\":{}}},", self.playthrough.now().view(None));
            }
            text.push_str("\"steps\":[");
        }
        // Choices are never changed; those taken back stay, too.
        for (choice, veils) in self.table.record(self.n..self.told.end.min(self.n + BREATH)) {
            if stop() {
                return Err(STOPPED.into());
            }
            let attempted = self.playthrough.attempt(choice)?;
            let step = Step::new(self.n + 1, &attempted.choice, &attempted.events);
            self.playthrough.go(attempted);
            if self.told.contains(&self.n) {
                text.push_str(if self.n > self.told.start { "," } else { "" });
                step.tell(&mut text, veils, None);
                let _ = write!(text, ",\"view\":{}}}", self.playthrough.now().view(None));
            }
            self.n += 1;
            if text.len() >= PART {
                return Ok(Some(text));
            }
        }
        if self.n >= self.told.end {
            self.ended = true;
            let _ = write!(text, "],\"total\":{}}}", self.total);
        }
        Ok(Some(text))
    }
}

#[cfg(test)]
mod tests {
    use super::super::playthrough::{By, MadeChoice};
    use super::super::services::ELSEWHERE;
    use super::super::trial::pile::{self, Pile};
    use super::*;
    use crate::shares::Owner;
    use serde_json::{Value, json};

    #[test]
    fn parts_make_the_whole() {
        let choices = [(0, By::Seat), (1, By::Seat), (0, By::Undo), (0, By::Clock), (1, By::Seat)];
        let choice = |(seat, by)| MadeChoice { seat, by, text: "1".into(), at: 0 };
        let kept = pile::kept(3, choices.map(choice).to_vec());
        let table = Arc::new(Table::of_kept(&Pile, kept, Owner::at(ELSEWHERE), &|| false).expect("a table"));
        let open = |from, count| History::open(Arc::clone(&table), from, count).expect("a table");
        let part = |from, count| {
            let (mut history, mut all) = (open(from, count), String::new());
            while let Some(text) = history.part(&|| false).expect("played before") {
                all.push_str(&text);
            }
            let told: Value = serde_json::from_str(&all).expect("JSON");
            // As a value of all steps would be written.
            assert_eq!(told.to_string(), all);
            told
        };
        let whole = part(0, 50);
        let stones = |step: &Value| step["view"]["stones"].as_i64().expect("a number");
        let all = whole["steps"].as_array().expect("a list");
        let start = stones(&whole["first"]);
        assert_eq!(all.iter().map(|step| start - stones(step)).collect::<Vec<_>>(), [1, 2, 0, 1, 2]);
        assert_eq!(all.iter().map(|step| step["n"].as_u64()).collect::<Vec<_>>(), [1, 2, 3, 4, 5].map(Some));
        assert_eq!(
            (&all[2]["choice"], &all[2]["by"], &all[3]["by"]),
            (&json!("undo"), &json!("seat"), &json!("clock"))
        );
        assert_eq!(part(1, 3), json!({ "total": 5, "steps": all[1..4] }));
        assert_eq!(part(9, 3), json!({ "total": 5, "steps": [] }));
        assert!(open(0, 50).part(&|| true).is_err(), "it stops");
    }
}
