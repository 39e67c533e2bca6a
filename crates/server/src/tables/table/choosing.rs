//! Choices that are made: tried, kept, then shown.

use super::{Step, TAKEN_BACK, Table, is_person, remember};
use crate::sync::lock;
use crate::tables::chair::Occupant;
use crate::tables::playthrough::{Attempt, By, Choice};
use crate::tables::refusal::Refusal;
use crate::tables::services::Services;
use crate::tables::store::{Ending, LONGEST_CHOICE, now};
use crate::tables::workers::{Pending, Urgency};
use boardbots_game::state::Seat;
use std::time::Instant;

impl Table {
    /// Makes a choice after `n` others; returns the new number of choices.
    ///
    /// # Errors
    /// A choice that is not allowed or cannot be stored; then nothing has changed.
    pub async fn choose(
        &self,
        services: &Services,
        n: usize,
        seat: Seat,
        by: By,
        text: &str,
    ) -> Result<usize, Refusal> {
        if text.len() > LONGEST_CHOICE {
            return Err(Refusal::Bad("the choice is too long".into()));
        }
        let _turn = self.turn().await;
        let (attempted, offer) = {
            let inside = lock(&self.inside);
            let made = inside.playthrough.choices.len();
            if n != made {
                return Err(Refusal::Moved(made));
            }
            if inside.ended.is_some() {
                return Err(Refusal::Conflict("the table has ended"));
            }
            if by == By::Undo {
                if !self.takes_back() {
                    return Err(Refusal::Conflict("nothing is taken back at this table"));
                }
                if made >= TAKEN_BACK {
                    return Err(Refusal::Conflict("too much has been taken back at this table"));
                }
            } else if inside.asked() != Some(seat) {
                return Err(Refusal::Conflict("it is not your turn"));
            } else if by == By::Seat && inside.playthrough.resigned.contains(&seat) {
                return Err(Refusal::Conflict("you have resigned"));
            } else if inside.chairs[seat].occupant == Occupant::Invited {
                return Err(Refusal::Conflict("come to this rematch from the previous table first"));
            }
            let choice = Choice { seat, by, text: text.to_string(), at: now() };
            let attempted = inside.playthrough.attempt(choice)?;
            // While the disk is waited for.
            let offer = is_person(&inside.chairs, attempted.now().turn()).then(|| {
                let next = attempted.now().copy();
                services.background.ask((Urgency::People, self.maker), move |_| next.choices().to_string())
            });
            (attempted, offer)
        };
        self.commit(services, attempted, offer).await
    }

    /// Keeps what was tried, then makes it, for those whose turn it is to change the table; returns the new number
    /// of choices. `offer` will be what the seat to move can choose then.
    ///
    /// # Errors
    /// If it cannot be stored; then nothing has changed.
    pub(super) async fn commit(
        &self,
        services: &Services,
        attempted: Attempt,
        offer: Option<Pending<String>>,
    ) -> Result<usize, Refusal> {
        let Attempt { choice, outcome, .. } = &attempted;
        let (n, taken_back) = {
            let playthrough = &lock(&self.inside).playthrough;
            (playthrough.choices.len() + 1, playthrough.was_taken_back() || choice.by == By::Undo)
        };
        let ending = outcome.clone().map(|outcome| Ending { outcome: Some(outcome), taken_back });
        let ended = ending.is_some().then_some(choice.at);
        services.store.step(&self.id, n, choice.clone(), ending).await?;
        // Only when the server ends nothing is found; then it is asked for after the next start.
        let offer = if let Some(offer) = offer { offer.found().await } else { None };
        {
            let mut inside = lock(&self.inside);
            remember(&mut inside.recent, Step::new(n, choice, &attempted.events));
            inside.ended = ended;
            // The seat to move stays asked, since the same moment, when a player resigns.
            if choice.by != By::Resign {
                (inside.asked_since, inside.asked_at) = (choice.at, Instant::now());
                inside.offer = offer.unwrap_or_default();
            }
            inside.playthrough.go(attempted);
            inside.views.clear();
        }
        self.used();
        self.changed(services);
        Ok(n)
    }
}
