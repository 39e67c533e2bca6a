//! Hints and evaluations: what may be asked for, and how often.

use super::Table;
use crate::sync::lock;
use crate::tables::refusal::Refusal;
use boardbots_game::game::Worth;
use boardbots_game::state::{GameState, Seat};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::OwnedSemaphorePermit;

/// The shortest time between two hints for a seat.
const ADVICE: Duration = Duration::from_millis(300);

impl Table {
    /// A place for a hint for this seat, which is to move after `n` choices.
    ///
    /// # Errors
    /// If there are none, or the player has had one just now.
    pub fn advise(&self, seat: Seat, n: usize) -> Result<(Box<dyn GameState>, OwnedSemaphorePermit), Refusal> {
        let mut inside = lock(&self.inside);
        if !self.options.hints {
            return Err(Refusal::Conflict("there are no hints at this table"));
        }
        let made = inside.playthrough.choices.len();
        if n != made {
            return Err(Refusal::Moved(made));
        }
        if inside.asked() != Some(seat) {
            return Err(Refusal::Conflict("it is not your turn"));
        }
        let copy = inside.playthrough.now().copy();
        let chair = &mut inside.chairs[seat];
        if chair.advised.is_some_and(|advised| advised.elapsed() < ADVICE) {
            return Err(Refusal::TooMany("hints"));
        }
        let permit = Arc::clone(&chair.advice).try_acquire_owned().map_err(|_| Refusal::TooMany("hints"))?;
        chair.advised = Some(Instant::now());
        Ok((copy, permit))
    }

    /// The evaluation of the game for the first seat, found by this once for each state of the table.
    ///
    /// # Errors
    /// If there are no evaluations.
    pub async fn evaluation<F: Future<Output = Option<Worth>>>(
        &self,
        find: impl FnOnce(Box<dyn GameState>) -> F,
    ) -> Result<(usize, Option<Worth>), Refusal> {
        if !self.game.evaluates() || !(self.options.hints || self.has_ended()) {
            return Err(Refusal::Conflict("there are no evaluations at this table"));
        }
        let mut known = self.evaluated.lock().await;
        let (n, copy) = {
            let inside = lock(&self.inside);
            (inside.playthrough.choices.len(), inside.playthrough.now().copy())
        };
        if let Some(found) = known.filter(|(known, _)| *known == n) {
            return Ok(found);
        }
        let found = (n, find(copy).await);
        // What was stopped may be found the next time.
        *known = found.1.map(|_| found);
        Ok(found)
    }
}
