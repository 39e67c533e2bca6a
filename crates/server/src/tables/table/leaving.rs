//! Getting up: from a game that has not begun, or from one that is lost.

use super::Table;
use crate::sync::lock;
use crate::tables::chair::Occupant;
use crate::tables::playthrough::{By, Choice};
use crate::tables::refusal::Refusal;
use crate::tables::services::Services;
use crate::tables::store::now;
use boardbots_game::state::Seat;

impl Table {
    /// A player leaves before any person has made a choice. The seat of a guest is free again; without a player
    /// of its own, the table is closed. Says whether it is.
    ///
    /// # Errors
    /// The game has begun or ended, or it cannot be stored.
    pub async fn leave(&self, services: &Services, seat: Seat) -> Result<bool, Refusal> {
        let _turn = self.turn().await;
        let guest = {
            let inside = lock(&self.inside);
            if inside.ended.is_some() {
                return Err(Refusal::Conflict("the table has ended"));
            }
            if inside.has_begun() {
                return Err(Refusal::Conflict("the game has begun; you can resign"));
            }
            inside.chairs[seat].invitation.is_some()
        };
        if !guest {
            self.shut(services).await?;
            return Ok(true);
        }
        services.store.rise(&self.id, seat).await?;
        {
            let mut inside = lock(&self.inside);
            if let Err(error) = inside.playthrough.rename(seat, "") {
                log::error!("table {}: {error}", self.id);
            }
            inside.views.clear();
            let chair = &mut inside.chairs[seat];
            (chair.occupant, chair.name) = (Occupant::Invited, String::new());
            (chair.token, chair.owner) = (None, None);
        }
        self.changed(services);
        Ok(false)
    }

    /// A player gives up. A second time changes nothing.
    ///
    /// # Errors
    /// The game has not begun or has ended, or it cannot be stored.
    pub async fn resign(&self, services: &Services, seat: Seat) -> Result<(), Refusal> {
        let _turn = self.turn().await;
        let attempted = {
            let inside = lock(&self.inside);
            if inside.playthrough.resigned.contains(&seat) {
                return Ok(());
            }
            if inside.ended.is_some() {
                return Err(Refusal::Conflict("the table has ended"));
            }
            if !inside.has_begun() {
                return Err(Refusal::Conflict("the game has not begun; you can leave"));
            }
            inside.playthrough.attempt(Choice { seat, by: By::Resign, text: String::new(), at: now() })?
        };
        self.commit(services, attempted, None).await.map(drop)
    }
}
