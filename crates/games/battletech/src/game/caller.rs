//! Players in matches.

use super::fight::Fight;
use super::record;
use crate::simulator::runner::Limits;
use crate::simulator::seat::{Contestant, Seat};
use boardbots_base::invalid::Invalid;
use boardbots_game::player::{Begin, NoAnswer, Player, Think};
use boardbots_game::state::{Answer, Fault, GameState};
use std::io;
use std::sync::atomic::AtomicBool;

/// A player in a fight of a match.
pub struct Caller {
    contestant: Contestant,
    limits: Limits,
    seat: Option<Seat>,
    text: String,
}

impl Caller {
    /// This contestant; a program has so much time and memory for each call.
    #[must_use]
    pub const fn new(contestant: Contestant, limits: Limits) -> Self {
        Self { contestant, limits, seat: None, text: String::new() }
    }
}

/// What a failure of the machine means.
fn broken(error: &io::Error) -> NoAnswer {
    match error.kind() {
        io::ErrorKind::Interrupted => NoAnswer::Stopped,
        _ => NoAnswer::Broken(Invalid::new(error)),
    }
}

impl Player for Caller {
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), NoAnswer> {
        // A player remembers a fight, and fights do not depend on each other.
        let seat = Seat::new(&self.contestant, begin.seat, self.limits);
        self.seat = Some(seat.map_err(|error| broken(&error))?);
        Ok(())
    }

    fn ready(&mut self, _: &Begin<'_>, _: &AtomicBool) -> Result<(), NoAnswer> {
        self.contestant.try_start().map_err(|error| broken(&error))
    }

    fn decide(&mut self, state: &dyn GameState, think: Think<'_>) -> Result<Answer<'_>, NoAnswer> {
        let fight = state.of::<Fight>().ok_or_else(Fault::unfit)?;
        let (_, phase) = fight.battle.due().ok_or_else(Fault::unfit)?;
        let seat = self.seat.as_mut().ok_or_else(Fault::unfit)?;
        let before = seat.clock;
        let answer = seat.answer(&fight.battle, phase, think.quit).map_err(|error| broken(&error))?;
        let after = seat.clock;
        let action = answer.map_err(|fault| {
            let late = (after.late > before.late).then_some("late");
            let greedy = (after.greedy > before.greedy).then_some("memory");
            Fault::new(late.or(greedy).unwrap_or(fault.rule.word()), fault.message)
        })?;
        self.text = record::write(&action);
        Ok(Answer::Text(&self.text))
    }
}
