//! Sitting down, by an invitation or on a seat that is kept, and getting up.

use super::Table;
use crate::shares::Claim;
use crate::tables::chair::{Chair, Occupant};
use crate::tables::driver::RECOVERY;
use crate::tables::names;
use crate::tables::playthrough::{By, MadeChoice};
use crate::tables::refusal::{Answer, TableError};
use crate::tables::services::Services;
use crate::tables::store::{Guest, now};
use crate::tokens::{Hash, hash};
use boardbots_base::thread::lock;
use boardbots_game::state::Seat;
use std::time::Instant;

impl Table {
    /// Offers its open seats: those whose invitation is what this says of their number.
    pub fn offer_seats(&self, invitation: impl Fn(Seat) -> String) {
        for (seat, chair) in lock(&self.inside).chairs.iter_mut().enumerate() {
            chair.open = Some(invitation(seat)).filter(|text| chair.invitation == Some(hash(&[], text)));
        }
    }

    /// True if this invitation is for everybody, and not used yet.
    pub fn offers(&self, invitation: &str) -> bool {
        lock(&self.inside).chairs.iter().any(|chair| chair.offered() == Some(invitation))
    }

    /// True while nobody is here, no person has made a choice, and none has a link that leads here.
    pub fn is_abandoned(&self) -> bool {
        let inside = lock(&self.inside);
        let invites =
            |chair: &Chair| chair.occupant == Occupant::Invited && chair.name.is_empty() && chair.offered().is_none();
        let people = || inside.chairs.iter().filter(|chair| chair.is_persons());
        let is_lonely = self.watching() == 0 && people().all(|chair| chair.streams == 0 && !invites(chair));
        inside.ended.is_none() && people().count() > 0 && is_lonely && !inside.has_begun()
    }

    /// Closes the table if it is abandoned. Says whether it was.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn clear(&self, services: &Services) -> Answer<bool> {
        let _turn = self.turn().await;
        let abandoned = self.is_abandoned();
        if abandoned {
            self.shut(services).await?;
        }
        Ok(abandoned)
    }

    /// Seats that everybody may take.
    pub fn open_seats(&self) -> usize {
        lock(&self.inside).chairs.iter().filter(|chair| chair.offered().is_some()).count()
    }

    /// Holds a seat for a guest who proves it so, until a person has made a choice; the guest has to leave it if it
    /// is evicted before.
    pub async fn hold(&self, services: &Services, seat: Seat, proof: Hash, held: Claim) {
        let mut news = self.watch();
        let waits = || {
            let inside = lock(&self.inside);
            inside.ended.is_none() && !inside.has_begun() && inside.chairs[seat].token == Some(proof)
        };
        let begun = async { while waits() && news.changed().await.is_ok() {} };
        tokio::select! {
            () = begun => {}
            () = held.evicted() => while waits() && self.leave(services, seat).await.is_err_and(|why| why.passes()) {
                tokio::time::sleep(RECOVERY).await;
            },
        }
    }

    /// Seats a player who has an invitation; returns the seat. A player who comes a second time with the same token has
    /// their seat already.
    ///
    /// # Errors
    /// The invitation is wrong, another person has used it, or the table takes no programs.
    pub async fn join(&self, services: &Services, invitation: &str, guest: &Guest, token: &str) -> Answer<Seat> {
        let _turn = self.turn().await;
        let (invited, proof) = (hash(&[], invitation), hash(&[], token));
        let seat = {
            let inside = lock(&self.inside);
            let seat = inside.chairs.iter().position(|chair| chair.invitation == Some(invited));
            let seat = seat.ok_or(TableError::Foreign)?;
            match (&inside.chairs[seat].occupant, inside.chairs[seat].token) {
                (Occupant::Invited, _) => {
                    TableError::when(inside.ended.is_some(), "the table has ended")?;
                    TableError::when(guest.program && !self.options.programs, "this table is for people")?;
                    names::differs(&guest.name, inside.chairs.iter().map(|chair| chair.name.as_str()))?;
                    seat
                }
                (_, Some(known)) if known == proof => return Ok(seat),
                _ => return Err(TableError::Conflict("this invitation has already been used")),
            }
        };
        self.sit(services, seat, guest, proof).await?;
        Ok(seat)
    }

    /// The person for whom a seat is kept comes; the name may be proven to be its owner's.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn arrive(&self, services: &Services, seat: Seat, owner: Option<i64>) -> Answer<()> {
        let _turn = self.turn().await;
        let kept = {
            let inside = lock(&self.inside);
            let chair = inside.chairs.get(seat).filter(|chair| chair.occupant == Occupant::Invited);
            chair.filter(|_| inside.ended.is_none()).and_then(|chair| Some((chair.name.clone(), chair.token?)))
        };
        if let Some((name, proof)) = kept {
            self.sit(services, seat, &Guest { name, owner, program: false }, proof).await?;
        }
        Ok(())
    }

    /// Seats a guest, with this proof.
    async fn sit(&self, services: &Services, seat: Seat, guest: &Guest, proof: Hash) -> Answer<()> {
        services.store.sit(&self.id, seat, guest, proof).await?;
        let Guest { name, owner, program } = guest;
        {
            let mut inside = lock(&self.inside);
            if let Err(error) = inside.playthrough.rename(seat, name) {
                log::error!("table {}: {error}", self.id);
            }
            inside.views.clear();
            let chair = &mut inside.chairs[seat];
            chair.occupant = if *program { Occupant::Program } else { Occupant::Person };
            (chair.name, chair.token) = (name.clone(), Some(proof));
            chair.owner = *owner;
            chair.away_since = now();
            // A seat that came to move meanwhile gets its whole time.
            (inside.asked_since, inside.asked_at) = (now(), Instant::now());
        }
        self.changed(services);
        Ok(())
    }
}

impl Table {
    /// A player leaves before any person has made a choice. The seat of a guest is free again; without a player
    /// of its own, the table is closed. Says whether it is.
    ///
    /// # Errors
    /// The game has begun or ended, or it cannot be stored.
    pub async fn leave(&self, services: &Services, seat: Seat) -> Answer<bool> {
        let _turn = self.turn().await;
        let guest = {
            let inside = lock(&self.inside);
            TableError::when(inside.ended.is_some(), "the table has ended")?;
            TableError::when(inside.has_begun(), "the game has begun; you can resign")?;
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
    pub async fn resign(&self, services: &Services, seat: Seat) -> Answer<()> {
        let _turn = self.turn().await;
        let attempted = {
            let inside = lock(&self.inside);
            if inside.playthrough.resigned.contains(&seat) {
                return Ok(());
            }
            TableError::when(inside.ended.is_some(), "the table has ended")?;
            TableError::when(!inside.has_begun(), "the game has not begun; you can leave")?;
            inside.playthrough.attempt(MadeChoice { seat, by: By::Resign, text: String::new(), at: now() })?
        };
        self.commit(services, attempted, None).await.map(drop)
    }
}
