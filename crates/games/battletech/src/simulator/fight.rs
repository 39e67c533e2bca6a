//! A fight from its first turn to its end.

use super::contestant::Contestant;
use super::runner::Limits;
use super::seat::{Answer, Clock, Seat};
pub use super::setup::{Setup, places};
use super::sheet::{Sheet, Sheets};
use crate::battle::{Battle, Outcome, Refused};
use crate::phase::Phase;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// Somebody who looks on.
pub trait Witness {
    /// A player has answered in a phase, or failed to.
    fn answered(&mut self, _mech: usize, _phase: Phase, _answer: &Answer) {}

    /// A turn is over; its events are those of the battle.
    fn turn(&mut self, _battle: &Battle) {}
}

/// Nobody looks on.
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
#[derive(Debug)]
pub enum FightError {
    /// The mechs do not fit on the map.
    Refused(Refused),
    /// Files for a player could not be written, or the fight was stopped
    /// ([`io::ErrorKind::Interrupted`]).
    Io(io::Error),
}

impl fmt::Display for FightError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(error) => error.fmt(f),
            Self::Io(error) if error.kind() == io::ErrorKind::Interrupted => f.write_str("stopped"),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FightError {}

impl From<Refused> for FightError {
    fn from(error: Refused) -> Self {
        Self::Refused(error)
    }
}

impl From<io::Error> for FightError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
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
    let mut battle = setup.battle()?;
    let last = contestants.last().unwrap_or(&Contestant::Still);
    let who = |mech: usize| contestants.get(mech).unwrap_or(last);
    let seats: io::Result<Vec<Seat>> = (0..setup.mechs.len()).map(|mech| Seat::new(who(mech), mech, limits)).collect();
    let mut seated = Seated { seats: seats?, witness, stop };
    let (outcome, sheets) = drive(&mut battle, &mut seated, stop)?;
    let clocks = seated.seats.iter().map(|seat| seat.clock).collect();
    Ok(Report { outcome, turns: battle.turn(), sheets, clocks })
}

/// All who fight.
pub trait Table {
    /// What a mech's player answers in a phase.
    ///
    /// # Errors
    /// There can be no answer: the battle stays where it is.
    fn answer(&mut self, battle: &Battle, mech: usize, phase: Phase) -> io::Result<Answer>;

    /// A turn is over; its events are those of the battle.
    fn turn(&mut self, battle: &Battle);
}

/// Fights a battle on to its end: how it ended, and what each mech did, by number.
///
/// # Errors
/// There was no answer, or `stop` is set ([`io::ErrorKind::Interrupted`]).
pub fn drive(battle: &mut Battle, table: &mut impl Table, stop: &AtomicBool) -> io::Result<(Outcome, Vec<Sheet>)> {
    let mut sheets = Sheets::of(battle.situation());
    loop {
        if let Some(outcome) = battle.outcome() {
            return Ok((outcome, sheets.done(outcome)));
        }
        if stop.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        turn(battle, table)?;
        sheets.turn(battle.events());
        table.turn(battle);
    }
}

/// Plays one turn.
fn turn(battle: &mut Battle, table: &mut impl Table) -> io::Result<()> {
    battle.begin_turn();
    while let Some(phase) = battle.phase() {
        for mech in battle.order(phase) {
            if !battle.calls(mech, phase) {
                continue;
            }
            match &table.answer(battle, mech, phase)? {
                // What is refused, and what is warned of, is among the events.
                Ok(action) => drop(battle.apply(mech, action)),
                Err(fault) => battle.forfeit(mech, fault),
            }
        }
        battle.finish();
    }
    Ok(())
}

/// Players, and somebody who looks on.
struct Seated<'a> {
    seats: Vec<Seat>,
    witness: &'a mut dyn Witness,
    stop: &'a AtomicBool,
}

impl Table for Seated<'_> {
    fn answer(&mut self, battle: &Battle, mech: usize, phase: Phase) -> io::Result<Answer> {
        let answer = self.seats[mech].answer(battle, phase, self.stop)?;
        self.witness.answered(mech, phase, &answer);
        Ok(answer)
    }

    fn turn(&mut self, battle: &Battle) {
        self.witness.turn(battle);
    }
}
