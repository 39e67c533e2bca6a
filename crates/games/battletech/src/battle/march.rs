//! Movements as they happen: hex by hex, with all the rolls on the way.

use super::{Battle, Event, Reason};
use crate::definition::part;
use crate::heat;
use crate::hex::Hex;
use crate::location::Location;
use crate::movement::journey::{Journey, Pace, Trial};
use crate::movement::points::Points;
use crate::odds::NEVER;
use crate::pilot::Cause;
use crate::situation::Mode;

/// The roll of two dice with which the legs hold when MASC is used, by the number of turns in a row.
const MASC: [u8; 4] = [3, 5, 7, 11];

impl Battle {
    /// Computes a mech's present movement points.
    pub(super) fn refresh_points(&mut self, mech: usize) {
        let mech = &mut self.situation.mechs[mech];
        let points = Points::public(mech);
        if let Some(own) = &mut mech.condition.own {
            (own.walk, own.run, own.jump) = (points.walk, points.run, points.jump);
        }
    }

    /// Carries out a legal movement as far as the rolls allow.
    pub(super) fn march(&mut self, mech: usize, journey: &Journey) {
        let start = self.situation.mechs[mech].condition.hex;
        let mut path = vec![start];
        let (mut points, mut stands) = (0, 0);
        let held = !journey.masc || self.strain_legs(mech);
        for pace in journey.paces.iter().filter(|_| held) {
            stands += u16::from(pace.trial == Some(Trial::Stand));
            points = pace.spent;
            if !self.pace(mech, pace, journey.mode, &mut path) {
                break;
            }
        }
        let walker = &mut self.situation.mechs[mech];
        let condition = &mut walker.condition;
        condition.torso = condition.facing;
        walker.mode = journey.mode;
        walker.moved = start.distance(condition.hex);
        let ledger = &mut self.ledgers[mech];
        ledger.movement = heat::movement(walker.mode, walker.moved) + stands * heat::STANDING;
        let (mode, facing, prone) = (walker.mode, condition.facing, condition.prone);
        self.events.push(Event::Move { mech, mode, path, facing, prone, points });
    }

    /// Carries out one place of a journey; true if the movement goes on.
    fn pace(&mut self, mech: usize, pace: &Pace, mode: Mode, path: &mut Vec<Hex>) -> bool {
        if pace.trial == Some(Trial::Free) {
            return self.tear_free(mech);
        }
        let condition = &mut self.situation.mechs[mech].condition;
        let before = condition.facing;
        (condition.facing, condition.prone) = (pace.facing, pace.prone);
        if condition.hex != pace.hex {
            condition.hex = pace.hex;
            path.push(pace.hex);
            if mode != Mode::Jump && self.situation.map.cell(pace.hex).fire {
                self.ledgers[mech].burnt += heat::THROUGH_FIRE;
            }
        }
        match pace.trial {
            None | Some(Trial::Free) => true,
            Some(Trial::Stand) => {
                if self.roll_piloting(mech, Reason::Stand, 0) {
                    return true;
                }
                let condition = &mut self.situation.mechs[mech].condition;
                (condition.facing, condition.prone) = (before, true);
                false
            }
            Some(Trial::Keep(cause)) => {
                let (reason, depth) = match cause {
                    Cause::Water(depth) => (Reason::Water, depth),
                    Cause::Rubble => (Reason::Rubble, 0),
                    _ => (Reason::Strain, 0),
                };
                if self.roll_piloting(mech, reason, depth) {
                    return true;
                }
                self.fall(mech, 0);
                false
            }
            Some(Trial::Swamp) if self.roll_piloting(mech, Reason::Swamp, 0) => true,
            Some(Trial::Swamp | Trial::Sink) => {
                self.situation.mechs[mech].condition.stuck = true;
                self.events.push(Event::Stuck { mech, stuck: true });
                false
            }
        }
    }

    fn tear_free(&mut self, mech: usize) -> bool {
        if !self.roll_piloting(mech, Reason::Free, 0) {
            return false;
        }
        self.situation.mechs[mech].condition.stuck = false;
        self.events.push(Event::Stuck { mech, stuck: false });
        true
    }

    /// Switches MASC on; true if the legs hold. If not, both hips are destroyed, and the mech does not move.
    fn strain_legs(&mut self, mech: usize) -> bool {
        let ledger = &mut self.ledgers[mech];
        ledger.masc = ledger.masc.saturating_add(1);
        ledger.masc_now = true;
        let needed = MASC.get(usize::from(ledger.masc) - 1).copied().unwrap_or(NEVER);
        let roll = self.dice.two();
        let passed = roll >= needed;
        self.events.push(Event::Masc { mech, needed: needed.cast_signed(), roll, passed });
        if !passed {
            for leg in [Location::LeftLeg, Location::RightLeg] {
                self.break_hip(mech, leg);
            }
        }
        passed
    }

    fn break_hip(&mut self, mech: usize, leg: Location) {
        let slots = &self.situation.mechs[mech].definition.slots[leg.index()];
        let hip = slots.iter().position(|slot| slot.actuator.is_some() && slot.code == part::HIP);
        let Some(slot) = hip.and_then(|slot| u8::try_from(slot).ok()) else { return };
        if self.situation.mechs[mech].own().is_some_and(|own| !own.is_hit(leg, slot)) {
            self.destroy_slot(mech, None, leg, slot);
        }
    }
}
