//! Those who look at a table.

use super::Table;
use crate::sync::lock;
use crate::tables::refusal::Refusal;
use crate::tables::store::now;
use boardbots_game::state::Seat;
use std::sync::Arc;
use tokio::sync::OwnedSemaphorePermit;

/// Streams of events that one seat can have: a few windows.
const STREAMS: usize = 8;

/// With more watchers than these, none is told of each that comes or goes.
const COUNTED: usize = 20;

impl Table {
    /// Counts a viewer until the returned value is dropped.
    ///
    /// # Errors
    /// If too many do.
    pub fn attend(self: &Arc<Self>, you: Option<Seat>) -> Result<Attendance, Refusal> {
        let came;
        let permit = match you {
            None => {
                let free = Arc::clone(&self.watchers).try_acquire_owned();
                let permit = free.map_err(|_| Refusal::Full("watchers at this table"))?;
                came = self.watching() <= COUNTED;
                Some(permit)
            }
            Some(seat) => {
                let mut inside = lock(&self.inside);
                let chair = &mut inside.chairs[seat];
                if chair.streams >= STREAMS {
                    return Err(Refusal::Full("windows open for this seat"));
                }
                chair.streams += 1;
                came = chair.streams == 1;
                None
            }
        };
        if came {
            self.news.send_replace(());
        }
        Ok(Attendance { table: Arc::clone(self), you, permit })
    }

    /// Shows a reaction of a seat to all that look at the table.
    ///
    /// # Errors
    /// There is no such reaction, or the last one was just before.
    pub fn react(&self, seat: Seat, name: &str) -> Result<(), Refusal> {
        lock(&self.inside).reactions.add(seat, name)?;
        self.news.send_replace(());
        Ok(())
    }

    /// How many look on without a seat.
    pub fn watching(&self) -> usize {
        self.most_watchers.saturating_sub(self.watchers.available_permits())
    }
}

/// A viewer of a table.
pub struct Attendance {
    /// The table.
    pub table: Arc<Table>,
    you: Option<Seat>,
    permit: Option<OwnedSemaphorePermit>,
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
            let few = self.table.watching() <= COUNTED;
            self.permit = None;
            few
        };
        if left {
            self.table.news.send_replace(());
        }
    }
}
