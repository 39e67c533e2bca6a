//! A fight from its first turn to its end.

use super::runner::Limits;
use super::seat::{Answer, Clock, Contestant, Seat};
pub use super::setup::{Setup, places};
use super::sheet::{Sheet, Sheets};
use crate::action::Phase;
use crate::battle::{Battle, Outcome, Refused};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// An observer of a fight.
pub trait Witness {
    /// A player has answered in a phase, or failed to.
    fn answered(&mut self, _mech: usize, _phase: Phase, _answer: &Answer) {}

    /// A turn is over; its events are those of the battle.
    fn turn(&mut self, _battle: &Battle) {}
}

/// No observer.
impl Witness for () {}

/// How a fight ended.
#[derive(Clone, Debug)]
pub struct Report {
    /// Who won.
    pub outcome: Outcome,
    /// Turns played.
    pub turns: u32,
    /// What each mech did, by number.
    pub sheets: Vec<Sheet>,
    /// How long each player's answers took, by number.
    pub clocks: Vec<Clock>,
}

/// Why there was no fight, or no end of one.
#[derive(Debug, thiserror::Error)]
pub enum FightError {
    /// The mechs do not fit on the map.
    #[error(transparent)]
    Refused(Refused),
    /// Files for a player could not be written, or the fight was stopped
    /// ([`io::ErrorKind::Interrupted`]).
    #[error("{}", if .0.kind() == io::ErrorKind::Interrupted { "stopped".to_string() } else { .0.to_string() })]
    Io(io::Error),
}

/// Fights a battle to its end. There is a contestant for each mech; the last one takes all mechs
/// that are left.
///
/// # Errors
/// If there can be no such battle, a program cannot be given its files, or `stop` is set.
pub fn fight(
    setup: &Setup,
    contestants: &[Contestant],
    limits: Limits,
    witness: &mut dyn Witness,
    stop: &AtomicBool,
) -> Result<Report, FightError> {
    let mut battle = setup.battle().map_err(FightError::Refused)?;
    let seat = |mech| Seat::new(Contestant::of(contestants, mech), mech, limits);
    let seats: io::Result<Vec<Seat>> = (0..setup.mechs.len()).map(seat).collect();
    let mut seats = seats.map_err(FightError::Io)?;
    let mut sheets = Sheets::of(battle.situation());
    let outcome = loop {
        if let Some(outcome) = battle.outcome() {
            break outcome;
        }
        if stop.load(Ordering::Relaxed) {
            return Err(FightError::Io(io::ErrorKind::Interrupted.into()));
        }
        turn(&mut battle, &mut seats, witness, stop).map_err(FightError::Io)?;
        sheets.turn(battle.events());
        witness.turn(&battle);
    };
    let clocks = seats.iter().map(|seat| seat.clock).collect();
    Ok(Report { outcome, turns: battle.turn(), sheets: sheets.done(outcome), clocks })
}

/// Plays one turn.
fn turn(battle: &mut Battle, seats: &mut [Seat], witness: &mut dyn Witness, stop: &AtomicBool) -> io::Result<()> {
    battle.begin_turn();
    while battle.phase().is_some() {
        while let Some((mech, phase)) = battle.due() {
            let answer = seats[mech].answer(battle, phase, stop)?;
            witness.answered(mech, phase, &answer);
            match &answer {
                // What is refused, and what is warned of, is among the events.
                Ok(action) => drop(battle.apply(mech, action)),
                Err(fault) => battle.forfeit(mech, fault),
            }
        }
        battle.finish();
    }
    Ok(())
}
