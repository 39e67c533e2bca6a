//! Once more: where a table that has ended points to.

use super::Table;
use crate::sync::lock;
use crate::tables::chair::Occupant;
use boardbots_game::state::Seat;

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
        let people = inside.chairs.iter().enumerate().filter(|(_, chair)| chair.occupant == Occupant::Person);
        people.map(|(seat, _)| seat).collect()
    }

    /// Lets it point to its rematch.
    pub fn point_to(&self, rematch: Rematch) {
        lock(&self.inside).rematch = Some(rematch);
        self.news.send_replace(());
    }
}
