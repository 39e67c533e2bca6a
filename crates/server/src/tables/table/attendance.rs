//! Viewers of a table.

use super::Table;
use crate::sync::lock;
use crate::tables::refusal::Refusal;
use crate::tables::store::now;
use boardbots_game::state::Seat;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Streams of events that one seat can have: a few windows.
const STREAMS: usize = 8;

/// With more watchers than these, none is told of each that comes or goes.
const COUNTED: usize = 20;

impl Table {
    /// Counts a viewer until the returned value is dropped.
    ///
    /// # Errors
    /// If too many windows are open for a seat.
    pub fn attend(self: &Arc<Self>, you: Option<Seat>) -> Result<Attendance, Refusal> {
        let came = match you {
            None => self.watchers.fetch_add(1, Relaxed) < COUNTED,
            Some(seat) => {
                let mut inside = lock(&self.inside);
                let chair = &mut inside.chairs[seat];
                if chair.streams >= STREAMS {
                    return Err(Refusal::Full("windows open for this seat"));
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
    pub fn react(&self, seat: Seat, name: &str) -> Result<(), Refusal> {
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
