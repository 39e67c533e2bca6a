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

impl Table {
    /// Counts a viewer until the returned value is dropped.
    ///
    /// # Errors
    /// If too many do.
    pub fn attend(self: &Arc<Self>, you: Option<Seat>) -> Result<Attendance, Refusal> {
        let mut came = false;
        let permit = match you {
            None => {
                let free = Arc::clone(&self.watchers).try_acquire_owned();
                Some(free.map_err(|_| Refusal::Full("watchers at this table"))?)
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
        Ok(Attendance { table: Arc::clone(self), you, _permit: permit })
    }
}

/// A viewer of a table.
pub struct Attendance {
    /// The table.
    pub table: Arc<Table>,
    you: Option<Seat>,
    _permit: Option<OwnedSemaphorePermit>,
}

impl Drop for Attendance {
    fn drop(&mut self) {
        let Some(seat) = self.you else { return };
        let left = {
            let mut inside = lock(&self.table.inside);
            let chair = &mut inside.chairs[seat];
            chair.streams -= 1;
            chair.away_since = now();
            chair.streams == 0
        };
        if left {
            self.table.news.send_replace(());
        }
    }
}
