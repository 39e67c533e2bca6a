//! The part of a mech on which its movement depends, real or only considered.

use super::cost::cause;
use super::journey::Trial;
use super::points::Points;
use crate::definition::{Class, equipment, part};
use crate::health::{self, GYRO};
use crate::hex::{Hex, Side};
use crate::location::Location;
use crate::map::{Cell, Map};
use crate::odds::{ALL, chance_of};
use crate::pilot::{self, Cause};
use crate::situation::{Mech, Mode, Settings, Situation};

/// A mech that may move. All fields but its chances may be changed, to consider it elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub struct Mover {
    /// Its hex.
    pub hex: Hex,
    /// The side its legs face.
    pub facing: Side,
    /// It lies on the ground.
    pub prone: bool,
    /// A swamp holds it.
    pub stuck: bool,
    /// It can act at all.
    pub acts: bool,
    /// It can stand up when it is prone.
    pub can_stand: bool,
    /// Its weight.
    pub tons: u16,
    /// Its movement points.
    pub points: Points,
    /// Jump jets in its legs, which do not work in water.
    pub leg_jets: u8,
    /// It must roll after running: hip or gyro is hit.
    pub frail_run: bool,
    /// It must roll after jumping: hip, gyro or leg actuator is hit, or a leg is gone.
    pub frail_jump: bool,
    /// The number of ways, of 36, in which it passes each roll: see [`Mover::chance`].
    chances: [u8; 7],
}

/// The causes of all rolls in a movement.
const CAUSES: [Cause; 7] =
    [Cause::Swamp, Cause::Stand, Cause::Part, Cause::Rubble, Cause::Water(1), Cause::Water(2), Cause::Water(3)];

impl Mover {
    /// A mech of a situation in its present state, with the movement points that are told of it.
    #[must_use]
    pub fn told(situation: &Situation, mech: usize) -> Self {
        let mech = &situation.mechs[mech];
        Self::new(mech, &situation.settings, Points::told(mech))
    }

    /// A mech in its present state, with this many movement points.
    #[must_use]
    pub fn new(mech: &Mech, settings: &Settings, points: Points) -> Self {
        let condition = &mech.condition;
        let jets = mech.definition.components.iter();
        let jets = jets.filter(|part| part.class == Class::Equipment && part.code == equipment::JUMP_JET);
        let leg_jets =
            jets.filter(|jet| jet.operative && jet.location.is_leg() && !health::is_gone(mech, jet.location));
        let legs = [Location::LeftLeg, Location::RightLeg];
        let frail_run = health::hits(mech, part::GYRO) > 0 || health::hips_hit(mech) > 0;
        let chances =
            CAUSES.map(|cause| if settings.piloting { pilot::needed(mech, cause).map_or(0, chance_of) } else { ALL });
        Self {
            hex: condition.hex,
            facing: condition.facing,
            prone: condition.prone,
            stuck: condition.stuck,
            acts: mech.acts(),
            can_stand: health::hits(mech, part::GYRO) < GYRO && health::legs_gone(mech) < 2,
            tons: mech.definition.tons,
            points,
            leg_jets: u8::try_from(leg_jets.count()).unwrap_or(u8::MAX),
            frail_run,
            frail_jump: frail_run
                || health::legs_gone(mech) > 0
                || legs.into_iter().any(|leg| health::leg_hits(mech, leg) > 0),
            chances,
        }
    }

    /// The number of ways, of 36, in which it passes a roll.
    #[must_use]
    #[inline]
    pub fn chance(&self, trial: Trial) -> u8 {
        trial.cause().map_or(ALL, |cause| self.chances[place(cause)])
    }

    /// The roll on entering a hex on foot or by a jump.
    #[must_use]
    pub fn entering(cell: &Cell, mode: Mode) -> Option<Trial> {
        Some(match (cause(cell)?, mode) {
            (Cause::Swamp, Mode::Jump) => Trial::Sink,
            (Cause::Swamp, _) => Trial::Swamp,
            (cause, _) => Trial::Keep(cause),
        })
    }

    /// The roll at the end of a movement of a damaged mech that stands.
    #[must_use]
    pub fn strain(&self, mode: Mode) -> Option<Trial> {
        let frail = mode == Mode::Run && self.frail_run || mode == Mode::Jump && self.frail_jump;
        frail.then_some(Trial::Keep(Cause::Part))
    }

    /// The hexes that it can jump from its place: 0 when it is prone or in water of depth 2, and in water of depth 1
    /// without the jets in its legs.
    #[must_use]
    pub fn jump(&self, map: &Map) -> u8 {
        match map.cell(self.hex).depth() {
            _ if self.prone || !self.acts => 0,
            0 => self.points.jump,
            1 => self.points.jump.saturating_sub(self.leg_jets),
            _ => 0,
        }
    }
}

/// The index of a cause in [`CAUSES`].
fn place(cause: Cause) -> usize {
    match cause {
        Cause::Swamp => 0,
        Cause::Stand => 1,
        Cause::Rubble => 3,
        Cause::Water(0 | 1) => 4,
        Cause::Water(2) => 5,
        Cause::Water(_) => 6,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_have_their_places() {
        for (index, cause) in CAUSES.into_iter().enumerate() {
            assert_eq!(place(cause), index);
        }
        assert_eq!(place(Cause::Water(9)), place(Cause::Water(3)));
    }
}
