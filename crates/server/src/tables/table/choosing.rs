//! Choices at a table: whose duty the next one is, hints, and the way of a choice, which is tried on a copy
//! (`Table::choose`), stored (`Table::commit`), then made.

use super::{Inside, TAKEN_BACK, Table, awaits, is_person};
use crate::tables::chair::Occupant;
use crate::tables::names::usual;
use crate::tables::playthrough::{Attempt, By, MadeChoice};
use crate::tables::refusal::{Answer, TableError};
use crate::tables::services::Services;
use crate::tables::store::{Ending, LONGEST_CHOICE, now};
use crate::tables::workers::{Pending, Urgency};
use boardbots_base::invalid::InputError;
use boardbots_base::thread::lock;
use boardbots_game::game::Worth;
use boardbots_game::spec::Spec;
use boardbots_game::state::{GameState, Seat};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::OwnedSemaphorePermit;

/// The shortest time between two hints for a seat.
const ADVICE: Duration = Duration::from_millis(300);
/// Steps that are kept with what happened in them, for those who were away for a moment, and their bytes.
const RECENT: (usize, usize) = (200, 32 * 1024);

/// The next thing that happens at a table without a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Duty {
    /// Nothing any more.
    Over,
    /// Nothing until something changes.
    Wait,
    /// A bot is asked: after this many choices, on this seat, since this moment. It has the seat, or is the usual one,
    /// which goes on for a player who has given up.
    Bot { n: usize, seat: Seat, since: Instant, bot: Option<Spec>, by: By },
    /// A person is asked, and has until then.
    Clock { n: usize, seat: Seat, until: Instant },
}

impl Table {
    /// The table's duty now.
    pub fn duty(&self) -> Duty {
        let inside = lock(&self.inside);
        let Some(seat) = inside.asked() else { return Duty::Over };
        let (n, since) = (inside.playthrough.choices.len(), inside.asked_at);
        match &inside.chairs[seat].occupant {
            Occupant::Bot(spec) => Duty::Bot { n, seat, since, bot: Some(spec.clone()), by: By::Seat },
            Occupant::Contestant => Duty::Wait,
            _ if inside.playthrough.resigned.contains(&seat) => {
                Duty::Bot { n, seat, since, bot: usual(self.game), by: By::Clock }
            }
            // The clock waits until everybody has come.
            _ if awaits(&inside.chairs) => Duty::Wait,
            _ if self.options.clock == 0 => Duty::Wait,
            _ => Duty::Clock { n, seat, until: since + Duration::from_secs(self.options.clock) },
        }
    }

    /// Sets since when the seat to move has been to move.
    #[cfg(test)]
    pub fn ask_since(&self, at: Instant) {
        lock(&self.inside).asked_at = at;
        self.news.send_replace(());
    }

    /// A place for a hint for this seat, which is to move after `n` choices.
    ///
    /// # Errors
    /// If there are none, or the player has had one just now.
    pub fn advise(&self, seat: Seat, n: usize) -> Answer<(Box<dyn GameState>, OwnedSemaphorePermit)> {
        let mut inside = lock(&self.inside);
        TableError::when(!self.options.hints, "there are no hints at this table")?;
        inside.made(n)?;
        TableError::when(inside.asked() != Some(seat), "it is not your turn")?;
        let copy = inside.playthrough.now().copy();
        let chair = &mut inside.chairs[seat];
        if chair.advised.is_some_and(|advised| advised.elapsed() < ADVICE) {
            return Err(TableError::TooMany("hints"));
        }
        let permit = Arc::clone(&chair.advice).try_acquire_owned().map_err(|_| TableError::TooMany("hints"))?;
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
    ) -> Answer<(usize, Option<Worth>)> {
        let has_evaluations = self.game.evaluates() && (self.options.hints || self.has_ended());
        TableError::when(!has_evaluations, "there are no evaluations at this table")?;
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

    /// Makes a choice after `n` others; returns the new number of choices.
    ///
    /// # Errors
    /// A choice that is not allowed or cannot be stored; then nothing has changed.
    pub async fn choose(&self, services: &Services, n: usize, seat: Seat, by: By, text: &str) -> Answer<usize> {
        if text.len() > LONGEST_CHOICE {
            return Err(TableError::Bad("the choice is too long".into()));
        }
        let _turn = self.turn().await;
        let (attempted, offer) = {
            let inside = lock(&self.inside);
            let made = inside.made(n)?;
            TableError::when(inside.ended.is_some(), "the table has ended")?;
            if by == By::Undo {
                TableError::when(!self.takes_back(), "nothing is taken back at this table")?;
                TableError::when(made >= TAKEN_BACK, "too much has been taken back at this table")?;
            } else {
                TableError::when(inside.asked() != Some(seat), "it is not your turn")?;
                let resigned = by == By::Seat && inside.playthrough.resigned.contains(&seat);
                TableError::when(resigned, "you have resigned")?;
                let invited = inside.chairs[seat].occupant == Occupant::Invited;
                TableError::when(invited, "come to this rematch from the previous table first")?;
            }
            let choice = MadeChoice { seat, by, text: text.to_string(), at: now() };
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
    ) -> Answer<usize> {
        let Attempt { choice, outcome, .. } = &attempted;
        let (n, taken_back) = {
            let playthrough = &lock(&self.inside).playthrough;
            (playthrough.choices.len() + 1, playthrough.was_taken_back() || choice.by == By::Undo)
        };
        let ending = outcome.clone().map(|outcome| Ending { outcome: Some(outcome), taken_back });
        let ended = ending.is_some().then_some(choice.at);
        services.store.step(&self.id, n, choice.clone(), ending).await?;
        services.choices.count();
        // Only when the server ends nothing is found; then it is asked for after the next start.
        let offer = if let Some(offer) = offer { offer.found().await } else { None };
        {
            let mut inside = lock(&self.inside);
            inside.ended = ended;
            inside.go(attempted, offer);
        }
        self.used();
        self.changed(services);
        Ok(n)
    }

    /// Makes a choice that was made elsewhere, in memory only: the table shows a match.
    ///
    /// # Errors
    /// A choice that is not allowed, or too long to be stored.
    pub fn follow(&self, services: &Services, seat: Seat, by: By, text: String) -> Result<(), InputError> {
        if text.len() > LONGEST_CHOICE {
            return Err("the choice is too long".into());
        }
        {
            let mut inside = lock(&self.inside);
            let attempted = inside.playthrough.attempt(MadeChoice { seat, by, text, at: now() })?;
            inside.go(attempted, None);
        }
        self.changed(services);
        Ok(())
    }
}

impl Inside {
    /// Makes a choice that was tried; `offer` is what the seat to move can choose then.
    fn go(&mut self, attempted: Attempt, offer: Option<String>) {
        let Attempt { choice, events, .. } = &attempted;
        remember(&mut self.recent, Step::new(self.playthrough.choices.len() + 1, choice, events));
        // The seat to move stays asked, since the same moment, when a player resigns.
        if choice.by != By::Resign {
            (self.asked_since, self.asked_at) = (choice.at, Instant::now());
            self.offer = offer.unwrap_or_default();
        }
        self.playthrough.go(attempted);
        self.views.clear();
    }
}

/// A step, as JSON without its last brace: it is written once, and read by all who look.
pub struct Step {
    /// Its number, from 1.
    pub n: usize,
    seat: Seat,
    text: String,
    /// The place of the choice in the text.
    choice: Range<usize>,
}

impl Step {
    /// A choice, and what happened then.
    pub fn new(n: usize, choice: &MadeChoice, events: &[Value]) -> Self {
        let (by, said) = match choice.by {
            By::Undo | By::Resign => (By::Seat.name(), choice.by.name()),
            by => (by.name(), choice.text.as_str()),
        };
        let mut text = format!("{{\"at\":{},\"by\":\"{by}\",\"choice\":", choice.at);
        let start = text.len();
        text.push_str(&json!(said).to_string());
        let end = text.len();
        // Writing to a text does not fail.
        let _ = write!(text, ",\"events\":{},\"n\":{n},\"seat\":{}", json!(events), choice.seat);
        text.shrink_to_fit();
        Self { n, seat: choice.seat, text, choice: start..end }
    }

    /// Bytes that it takes.
    pub const fn bytes(&self) -> usize {
        size_of::<Self>() + self.text.capacity()
    }

    /// Adds it to a text as a seat may know it, or a spectator; `veils` says that its choice is not revealed yet.
    pub fn tell(&self, text: &mut String, veils: bool, you: Option<Seat>) {
        let Range { start, end } = self.choice;
        let known = !veils || you == Some(self.seat);
        for part in [&self.text[..start], if known { &self.text[start..end] } else { "null" }, &self.text[end..]] {
            text.push_str(part);
        }
    }
}

/// Adds a step to the recent ones, and drops the oldest of those that are too many or too large; the new one stays.
pub fn remember(recent: &mut VecDeque<Step>, step: Step) {
    recent.push_back(step);
    let bytes = |recent: &VecDeque<Step>| recent.iter().map(Step::bytes).sum::<usize>();
    while recent.len() > RECENT.0 || (recent.len() > 1 && bytes(recent) > RECENT.1) {
        recent.pop_front();
    }
    recent.shrink_to(2 * recent.len());
}

#[cfg(test)]
mod tests {
    use super::{RECENT, Step, remember};
    use crate::tables::playthrough::{By, MadeChoice};
    use serde_json::json;
    use std::collections::VecDeque;

    /// Numbers of the steps that are kept of 1,000 whose events have this many bytes, and all their bytes.
    fn kept(bytes: usize) -> (usize, usize, usize) {
        let mut recent = VecDeque::new();
        for n in 1..=1000 {
            let choice = MadeChoice { seat: 0, by: By::Seat, text: String::from("1"), at: 0 };
            remember(&mut recent, Step::new(n, &choice, &[json!("x".repeat(bytes))]));
        }
        (recent[0].n, recent.back().expect("the new one").n, recent.iter().map(Step::bytes).sum())
    }

    #[test]
    fn recent_steps_are_bounded_in_number_and_bytes_and_the_new_one_stays() {
        assert_eq!(kept(0), (801, 1000, kept(0).2));
        let (first, last, bytes) = kept(1000);
        assert_eq!(last, 1000);
        assert!(first > 950 && bytes <= RECENT.1 && bytes > RECENT.1 - 2000, "{first} {bytes}");
        let (first, last, bytes) = kept(2 * RECENT.1);
        assert_eq!((first, last), (1000, 1000));
        assert!(bytes > RECENT.1);
    }
}
