//! Once more: where a table that has ended points to, and who comes to one for whom a seat is kept.

use super::Table;
use crate::sync::lock;
use crate::tables::chair::Occupant;
use crate::tables::refusal::Refusal;
use crate::tables::services::Services;
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

    /// The person comes for whom a seat is kept.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn arrive(&self, services: &Services, seat: Seat) -> Result<(), Refusal> {
        let _turn = self.turn().await;
        let kept = {
            let inside = lock(&self.inside);
            let chair = inside.chairs.get(seat).filter(|chair| chair.occupant == Occupant::Invited);
            chair.filter(|_| inside.ended.is_none()).and_then(|chair| Some((chair.name.clone(), chair.token?)))
        };
        if let Some((name, proof)) = kept {
            self.sit(services, seat, &name, proof).await?;
        }
        Ok(())
    }
}
