//! Viewers of a table, their reactions, which are not kept, and the rematch to which the table points.

use super::Table;
use crate::tables::refusal::{Answer, TableError};
use crate::tables::store::now;
use boardbots_base::thread::lock;
use boardbots_game::state::Seat;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// Streams of events that one seat can have: a few windows.
const STREAMS: usize = 8;

/// With more watchers than these, none is told of each that comes or goes.
const COUNTED: usize = 20;

impl Table {
    /// Counts a viewer until the returned value is dropped.
    ///
    /// # Errors
    /// If too many windows are open for a seat.
    pub fn attend(self: &Arc<Self>, you: Option<Seat>) -> Answer<Attendance> {
        let came = match you {
            None => self.watchers.fetch_add(1, Relaxed) < COUNTED,
            Some(seat) => {
                let mut inside = lock(&self.inside);
                let chair = &mut inside.chairs[seat];
                if chair.streams >= STREAMS {
                    return Err(TableError::Full("windows open for this seat"));
                }
                chair.streams += 1;
                chair.streams == 1
            }
        };
        self.used();
        if came {
            self.news.send_replace(());
        }
        Ok(Attendance { table: Arc::clone(self), you })
    }

    /// Shows a reaction of a seat to all that look at the table.
    ///
    /// # Errors
    /// There is no such reaction, or the last one was just before.
    pub fn react(&self, seat: Seat, name: &str) -> Answer<()> {
        lock(&self.inside).reactions.add(seat, name)?;
        self.news.send_replace(());
        Ok(())
    }

    /// The number of viewers without a seat.
    pub fn watching(&self) -> usize {
        self.watchers.load(Relaxed)
    }
}

/// A viewer of a table.
pub struct Attendance {
    /// The table.
    pub table: Arc<Table>,
    you: Option<Seat>,
}

impl Drop for Attendance {
    fn drop(&mut self) {
        let left = if let Some(seat) = self.you {
            let mut inside = lock(&self.table.inside);
            let chair = &mut inside.chairs[seat];
            chair.streams -= 1;
            chair.away_since = now();
            chair.streams == 0
        } else {
            self.table.watchers.fetch_sub(1, Relaxed) <= COUNTED
        };
        self.table.used();
        if left {
            self.table.news.send_replace(());
        }
    }
}

/// All reactions; pages have a sign and a text for each.
const REACTIONS: [&str; 6] = ["hello", "bravo", "laugh", "surprise", "sad", "thanks"];
/// The time for which a reaction is shown.
const SHOWN: Duration = Duration::from_secs(6);
/// The shortest time between two reactions of a seat.
const PAUSE: Duration = Duration::from_secs(1);
/// Reactions that are shown at once.
const MOST: usize = 12;

/// A reaction of a seat.
pub struct Reaction {
    seat: Seat,
    name: &'static str,
    at: Instant,
    number: u64,
}

/// The last reactions at a table.
#[derive(Default)]
pub struct Reactions {
    last: VecDeque<Reaction>,
    count: u64,
}

impl Reactions {
    /// The reactions that are still shown, each with a number of its own.
    pub fn shown(&self) -> Value {
        let shown = self.last.iter().filter(|reaction| reaction.at.elapsed() < SHOWN);
        shown.map(|one| json!({ "seat": one.seat, "reaction": one.name, "number": one.number })).collect()
    }

    /// Adds a reaction of a seat.
    ///
    /// # Errors
    /// There is no such reaction, or the last one was just before.
    pub fn add(&mut self, seat: Seat, name: &str) -> Answer<()> {
        let name = REACTIONS.into_iter().find(|known| *known == name);
        let name =
            name.ok_or_else(|| TableError::Bad(format!("reaction is one of {}", REACTIONS.join(", ")).into()))?;
        if self.last.iter().any(|last| last.seat == seat && last.at.elapsed() < PAUSE) {
            return Err(TableError::TooMany("reactions"));
        }
        self.count += 1;
        self.last.push_back(Reaction { seat, name, at: Instant::now(), number: self.count });
        if self.last.len() > MOST {
            self.last.pop_front();
        }
        Ok(())
    }
}

/// The rematch of a table that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rematch {
    /// The new table.
    pub id: String,
    /// The seats, of the table that has ended, of the people who are there.
    pub seats: Vec<Seat>,
}

impl Table {
    /// The seats of the people who have come.
    pub fn arrived(&self) -> Vec<Seat> {
        let inside = lock(&self.inside);
        let people = inside.chairs.iter().enumerate().filter(|(_, chair)| chair.kind() == "human");
        people.map(|(seat, _)| seat).collect()
    }

    /// Lets it point to its rematch.
    pub fn point_to(&self, rematch: Rematch) {
        lock(&self.inside).rematch = Some(rematch);
        self.news.send_replace(());
    }
}
