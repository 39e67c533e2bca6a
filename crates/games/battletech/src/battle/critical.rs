//! Critical hits: the slots that are hit, and the effects.

use super::{Battle, Event, Hurt, Reason};
use crate::definition::{Class, equipment, part};
use crate::health::{self, ENGINE, FATAL, GYRO};
use crate::location::Location;

/// Damage of a Gauss rifle that explodes.
const GAUSS: u16 = 20;
/// Its code.
const GAUSS_CODE: i32 = 65;

impl Battle {
    /// Rolls two dice for damaged structure: from 8 one slot is hit, from 10 two, at 12 three in a torso; anything else
    /// is torn off at 12.
    pub(super) fn roll_critical(&mut self, mech: usize, by: Option<usize>, location: Location) {
        if !self.situation.settings.criticals {
            return;
        }
        let roll = self.dice.two();
        let torn = roll == 12 && !location.is_torso();
        let hits = match roll {
            _ if torn => 0,
            ..8 => 0,
            8..10 => 1,
            10..12 => 2,
            12.. => 3,
        };
        self.events.push(Event::CriticalRoll { mech, location, roll, hits });
        if torn {
            self.lose(mech, by, location);
        }
        for _ in 0..hits {
            self.hit_slot(mech, by, location);
        }
    }

    /// Hits one slot of a location, or of the next one inward if nothing is left in it.
    pub(super) fn hit_slot(&mut self, mech: usize, by: Option<usize>, location: Location) {
        let mut next = Some(location);
        while let Some(location) = next {
            let count = (0..location.slots()).filter(|&slot| self.can_be_hit(mech, location, slot)).count();
            if count > 0 {
                // Drawing from the slots that count is the same as rolling again for those that do not.
                let drawn = self.dice.below(count);
                let slot = (0..location.slots()).filter(|&slot| self.can_be_hit(mech, location, slot)).nth(drawn);
                if let Some(slot) = slot {
                    self.destroy_slot(mech, by, location, slot);
                }
                return;
            }
            next = location.inward();
        }
    }

    /// True if a slot holds something that is not hit yet.
    fn can_be_hit(&self, mech: usize, location: Location, slot: u8) -> bool {
        let mech = &self.situation.mechs[mech];
        let held = mech.definition.slots[location.index()].get(usize::from(slot));
        let something = held.is_some_and(|held| match held.class {
            Class::Nothing | Class::Armour => false,
            Class::Equipment => held.code != equipment::CASE,
            _ => true,
        });
        something && mech.own().is_some_and(|own| !own.is_hit(location, slot))
    }

    pub(super) fn destroy_slot(&mut self, mech: usize, by: Option<usize>, location: Location, slot: u8) {
        self.lose_sink(mech, location, slot);
        self.mark(mech, location, slot);
        let held = &self.situation.mechs[mech].definition.slots[location.index()][usize::from(slot)];
        let (class, code, actuator, component) = (held.class, held.code, held.actuator, held.component);
        let salvo = u16::try_from(held.damage.max(0)).unwrap_or(u16::MAX);
        self.events.push(Event::Critical { mech, location, slot, name: held.name.clone() });
        if class == Class::Actuator {
            self.damage_part(mech, location, code, actuator.map(usize::from));
        } else if let Some(component) = component.map(usize::from) {
            self.destroy_component(mech, by, location, component, salvo);
        }
    }

    fn damage_part(&mut self, mech: usize, location: Location, code: i32, place: Option<usize>) {
        let actuators = &mut self.situation.mechs[mech].definition.actuators;
        let place = place
            .or_else(|| actuators.iter().position(|actuator| actuator.code == code && actuator.location == location));
        if let Some(actuator) = place.and_then(|place| actuators.get_mut(place)) {
            actuator.hits = actuator.hits.saturating_add(1);
            let fatal = match code {
                part::ENGINE => ENGINE,
                part::GYRO | part::SENSORS => GYRO,
                _ => 1,
            };
            actuator.operative = actuator.hits < fatal;
        }
        match code {
            part::HIP => self.demand(mech, Reason::Hip),
            part::THIGH | part::LEG | part::FOOT => self.demand(mech, Reason::LegActuator),
            part::GYRO => {
                let gone = health::hits(&self.situation.mechs[mech], part::GYRO) >= GYRO;
                self.demand(mech, if gone { Reason::GyroGone } else { Reason::Gyro });
            }
            part::COCKPIT => self.wound(mech, FATAL, Hurt::Cockpit),
            _ => {}
        }
    }

    fn destroy_component(&mut self, mech: usize, by: Option<usize>, location: Location, place: usize, salvo: u16) {
        let Some(component) = self.situation.mechs[mech].definition.components.get_mut(place) else { return };
        let explodes = component.explodes();
        if !std::mem::replace(&mut component.operative, false) {
            return;
        }
        if component.class == Class::Weapon && component.code == GAUSS_CODE {
            let name = component.name.clone();
            self.events.push(Event::Explosion { mech, location, name, rounds: 0, damage: GAUSS });
            self.explode(mech, by, location, GAUSS);
        } else if explodes {
            self.explode_ammunition(mech, by, location, place, salvo);
        }
    }

    /// The explosion of a load's rounds; they are only lost if explosions are switched off.
    pub(super) fn explode_ammunition(
        &mut self,
        mech: usize,
        by: Option<usize>,
        location: Location,
        place: usize,
        salvo: u16,
    ) {
        let explosions = self.situation.settings.explosions;
        let Some(component) = self.situation.mechs[mech].definition.components.get_mut(place) else { return };
        component.operative = false;
        if !explosions {
            return;
        }
        let rounds = std::mem::take(&mut component.rounds).max(0).unsigned_abs();
        let damage = rounds.saturating_mul(salvo);
        self.events.push(Event::Explosion { mech, location, name: component.name.clone(), rounds, damage });
        self.explode(mech, by, location, damage);
    }
}
