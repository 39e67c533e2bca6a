//! The automatic player: from a situation to an action, phase by phase.
//!
//! Moves are evaluated by the damage that both sides can be expected to do to each other from their ends
//! ([`exchange`]), in millionths of a mech's worth, so that a light mech's points count for more than a heavy one's.
//! Enemies that have yet to move choose their best reply; against a single one the next turn is searched as well
//! ([`ahead`]).

mod ahead;
pub mod exchange;
pub mod fighter;
mod fire;
pub mod memory;
pub mod movement;
mod physical;
pub(crate) mod replies;
mod style;
#[cfg(test)]
mod tests;
pub mod volley;
mod way;
pub mod weights;
mod workspace;

use crate::action::{Action, EndOfTurn, Phase};
use crate::arms::feeds;
use crate::definition::{Class, Component, WeaponKind};
use crate::location::Location;
use crate::situation::{Mech, Situation};
use crate::{club, ending as ending_rules, gunnery, physical as physical_rules};
use memory::Memory;
pub use style::Style;
use weights::Weights;
use workspace::Workspace;

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
        let lost = |mech: &Mech| mech.condition.operative && !situation.map.contains(mech.condition.hex);
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
        let is_busy = phase == Phase::Physical && self.memory.takes_club;
        if is_busy || !situation.mechs[me].acts() || situation.enemies(me).next().is_none() {
            return Action::idle(phase);
        }
        self.room.look(situation, &self.memory);
        let room = &mut self.room;
        let action = match (phase, self.style) {
            (Phase::Movement, Style::Strong) => Action::Movement(movement::best(room, situation, me, hurry)),
            (Phase::Movement, Style::Course) => Action::Movement(style::course_movement(room, situation, me)),
            (Phase::Movement, Style::Camper) => Action::Movement(style::camper_movement(room, situation, me)),
            (Phase::Reaction, Style::Strong | Style::Camper) => Action::Reaction(fire::reaction(room, situation, me)),
            (Phase::Reaction, Style::Course) => Action::Reaction(style::course_reaction(room, situation, me)),
            (Phase::Weapons, Style::Strong | Style::Camper) => Action::Weapons(fire::best(room, situation, me)),
            (Phase::Weapons, Style::Course) => Action::Weapons(style::course_weapons(room, situation, me)),
            (Phase::Physical, _) => Action::Physical(physical::best(room, situation, me, self.style)),
            (Phase::End, _) => Action::End(end_of_turn(situation, me)),
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
    mechs.any(|(number, mech)| number != me && mech.own().is_some()).then(|| situation.seen_by(me))
}

/// The action, or the idle one if the rules refuse it. That should never happen; if it does, the turn is not lost.
fn allowed(situation: &Situation, me: usize, action: Action) -> Action {
    let good = match &action {
        Action::Movement(_) | Action::Reaction(_) => true,
        Action::Weapons(weapons) => gunnery::check(situation, me, weapons).is_ok(),
        Action::Physical(blows) => physical_rules::check(situation, me, blows).is_ok(),
        Action::End(end) => ending_rules::check(situation, me, end).is_ok(),
    };
    if good { action } else { Action::idle(action.phase()) }
}

/// The declaration of the end phase: switches all heat sinks on, drops a club that the hands can no longer swing, and
/// dumps ammunition that is useless, or in danger of being hit without CASE to contain it.
fn end_of_turn(situation: &Situation, me: usize) -> EndOfTurn {
    let mech = &situation.mechs[me];
    let Some(own) = mech.own() else { return EndOfTurn::default() };
    let mut dump = Vec::new();
    for (place, load) in mech.definition.components.iter().enumerate() {
        if !load.has_rounds() || !(is_useless(mech, load) || is_in_danger(mech, load)) {
            continue;
        }
        let slot = mech.definition.slot_of(place, load.location).map(|slot| (load.location, slot));
        let waits = |at: &(Location, u8)| !own.dumping.contains(at) && !own.is_hit(at.0, at.1);
        dump.extend(slot.filter(waits));
    }
    EndOfTurn { sinks_off: 0, sinks_on: own.sinks_off, drop_club: mech.condition.club && !club::has_hands(mech), dump }
}

/// True if no weapon is left that could fire it.
fn is_useless(mech: &Mech, load: &Component) -> bool {
    let fires = |weapon: &Component| {
        let works = weapon.class == Class::Weapon && weapon.operative && weapon.kind != WeaponKind::Nothing;
        works && feeds(mech, load, weapon)
    };
    !mech.definition.components.iter().any(fires)
}

/// True if it can explode without CASE to hold the blast, and the armour over it and most of the structure are gone.
fn is_in_danger(mech: &Mech, load: &Component) -> bool {
    let definition = &mech.definition;
    let place = load.location.index();
    let bare = mech.condition.armour[place] == 0 && mech.condition.structure[place] <= definition.tons / 12;
    bare && load.explodes() && !definition.contains_blast(load.location)
}
