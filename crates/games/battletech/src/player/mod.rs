//! The automatic player: from a situation to an action, phase by phase.
//!
//! Moves are evaluated by the damage that both sides can be expected to do to each other from their ends
//! ([`exchange`]), in millionths of a mech's worth, so that a light mech's points count for more than a heavy one's.
//! Enemies that have yet to move choose their best reply; against a single one the next turn is searched as well
//! ([`ahead`]).

mod ahead;
pub mod barrage;
pub mod bearings;
mod camper;
mod course;
mod drive;
mod ending;
pub mod exchange;
pub mod fighter;
mod fire;
#[cfg(test)]
mod melee;
pub mod memory;
mod movement;
pub mod outlook;
mod physical;
pub(crate) mod replies;
mod room;
mod style;
mod table;
pub mod volley;
mod way;
pub mod weights;
pub mod worth;

use super::action::{Action, Phase, Weapons};
use super::situation::Situation;
use super::{ending as ending_rules, gunnery, physical as physical_rules};
use memory::Memory;
use room::Workspace;
pub use style::Style;
use weights::Weights;

/// A player of one mech, from phase to phase and from turn to turn.
pub struct Player {
    style: Style,
    /// Its memory from one call to the next.
    pub memory: Memory,
    room: Workspace,
}

impl Player {
    /// A player without a memory.
    #[must_use]
    pub fn new(style: Style) -> Self {
        Self::with(style, Weights::DEFAULT)
    }

    /// A player without a memory, with other weights.
    #[must_use]
    pub fn with(style: Style, weights: Weights) -> Self {
        let mut room = Workspace::default();
        room.weights = weights;
        Self { style, memory: Memory::default(), room }
    }

    /// Its action in a phase for a mech. The action is legal in every situation: one that the rules refuse is replaced
    /// by a simpler one.
    ///
    /// `hurry` is called now and then: once it returns true, the result is the best action so far.
    pub fn decide(&mut self, situation: &Situation, me: usize, phase: Phase, hurry: &dyn Fn() -> bool) -> Action {
        let lost =
            |mech: &super::situation::Mech| mech.condition.operative && !situation.map.contains(mech.condition.hex);
        if situation.mechs.get(me).is_none() || situation.mechs.iter().any(lost) {
            return Action::idle(phase);
        }
        let masked = masked(situation, me);
        let situation = masked.as_ref().unwrap_or(situation);
        match phase {
            Phase::Movement => self.memory.before_moving(situation),
            Phase::End => self.memory.at_the_end(situation),
            _ => {}
        }
        let is_busy = phase == Phase::Physical && self.memory.takes_club();
        if is_busy || !situation.mechs[me].acts() || situation.enemies(me).next().is_none() {
            return Action::idle(phase);
        }
        self.room.look(situation, &self.memory);
        let room = &mut self.room;
        let action = match (phase, self.style) {
            (Phase::Movement, Style::Strong) => Action::Movement(movement::best(room, situation, me, hurry)),
            (Phase::Movement, Style::Course) => Action::Movement(course::movement(room, situation, me)),
            (Phase::Movement, Style::Camper) => Action::Movement(camper::movement(room, situation, me)),
            (Phase::Reaction, Style::Strong | Style::Camper) => Action::Reaction(fire::reaction(room, situation, me)),
            (Phase::Reaction, Style::Course) => Action::Reaction(course::reaction(room, situation, me)),
            (Phase::Weapons, Style::Strong | Style::Camper) => Action::Weapons(fire::best(room, situation, me)),
            (Phase::Weapons, Style::Course) => Action::Weapons(course::weapons(room, situation, me)),
            (Phase::Physical, _) => Action::Physical(physical::best(room, situation, me, self.style)),
            (Phase::End, _) => Action::End(ending::best(situation, me)),
        };
        let action = allowed(situation, me, action);
        self.memory.after(&action);
        action
    }
}

/// The situation without the parts that only the players of other mechs know, if any are in it: an unconscious pilot,
/// say, would change the evaluation of a mech.
fn masked(situation: &Situation, me: usize) -> Option<Situation> {
    let mut mechs = situation.mechs.iter().enumerate();
    mechs.any(|(number, mech)| number != me && mech.own().is_some()).then(|| {
        let mut seen = situation.clone();
        let others = seen.mechs.iter_mut().enumerate().filter(|(number, _)| *number != me);
        others.for_each(|(_, mech)| mech.condition.own = None);
        seen
    })
}

/// The action, or the idle one if the rules refuse it. That should never happen; if it does, the turn is not lost.
fn allowed(situation: &Situation, me: usize, action: Action) -> Action {
    let good = match &action {
        Action::Movement(_) | Action::Reaction(_) => true,
        Action::Weapons(Weapons::TakeClub) => gunnery::check(situation, me, &Weapons::TakeClub).is_ok(),
        Action::Weapons(weapons) => gunnery::check(situation, me, weapons).is_ok(),
        Action::Physical(blows) => physical_rules::check(situation, me, blows).is_ok(),
        Action::End(end) => ending_rules::check(situation, me, end).is_ok(),
    };
    if good { action } else { Action::idle(action.phase()) }
}
