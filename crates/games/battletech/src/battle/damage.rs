//! Damage: from armour to structure to the next location inward, and the parts lost with a location.

use super::event::Pending;
use super::{Battle, Cause, Event, Hit, Hurt, Reason};
use crate::condition::Condition;
use crate::definition::equipment;
use crate::health::FATAL;
use crate::location::Location;

/// Slots of a double heat sink.
const DOUBLE_SINK: usize = 3;

impl Battle {
    /// Applies a hit on a mech.
    pub(super) fn strike(&mut self, pending: Pending) {
        let Pending { target, by, cause, hit, through } = pending;
        if hit.location == Location::Head && hit.damage > 0 {
            self.wound(target, 1, Hurt::Head);
        }
        let mut left = hit.damage;
        let mut next = Some(hit.location);
        while let Some(location) = next.filter(|_| left > 0) {
            left -= self.hurt(target, by, cause, Hit { location, damage: left, rear: hit.rear });
            next = location.inward();
        }
        // A roll of 2 for the location adds a critical roll, whatever the damage did.
        if through && !self.is_gone(target, hit.location) {
            self.roll_critical(target, by, hit.location);
        }
    }

    /// Damages armour and structure of one location, and returns the points that it took.
    fn hurt(&mut self, mech: usize, by: Option<usize>, cause: Cause, hit: Hit) -> u16 {
        let Hit { location, damage, rear } = hit;
        let condition = &self.situation.mechs[mech].condition;
        let structure = condition.structure[location.index()];
        if structure == 0 {
            return 0;
        }
        let place = location.rear().filter(|_| rear).unwrap_or(location.index());
        let armour = if cause == Cause::Explosion { 0 } else { condition.armour[place].min(damage) };
        let inner = structure.min(damage - armour);
        self.change(mech, |condition| {
            condition.armour[place] -= armour;
            condition.structure[location.index()] -= inner;
        });
        let ledger = &mut self.ledgers[mech];
        ledger.damage = ledger.damage.saturating_add(armour + inner);
        self.events.push(Event::Damage { mech, by, cause, location, rear, armour, structure: inner });
        if inner == structure {
            self.lose(mech, by, location);
        } else if inner > 0 {
            self.roll_critical(mech, by, location);
        }
        armour + inner
    }

    /// An explosion within a location: it damages structure only, and goes on inward unless CASE stops it.
    pub(super) fn explode(&mut self, mech: usize, by: Option<usize>, location: Location, damage: u16) {
        let mut left = damage;
        let mut next = Some(location);
        while let Some(location) = next.filter(|_| left > 0) {
            left -= self.hurt(mech, by, Cause::Explosion, Hit { location, damage: left, rear: false });
            next = location.inward().filter(|_| !self.situation.mechs[mech].definition.has_case(location));
        }
        self.wound(mech, 2, Hurt::Explosion);
    }

    /// The loss of a location, with its content and the limb attached to it.
    pub(super) fn lose(&mut self, mech: usize, by: Option<usize>, location: Location) {
        let index = location.index();
        let condition = &self.situation.mechs[mech].condition;
        let rear = location.rear().map_or(0, |rear| condition.armour[rear]);
        let armour = condition.armour[index].saturating_add(rear);
        let structure = condition.structure[index];
        self.change(mech, |condition| {
            condition.armour[index] = 0;
            if let Some(rear) = location.rear() {
                condition.armour[rear] = 0;
            }
            condition.structure[index] = 0;
        });
        self.events.push(Event::Lost { mech, by, location, armour, structure });
        for slot in 0..location.slots() {
            self.lose_sink(mech, location, slot);
            self.mark(mech, location, slot);
        }
        let definition = &mut self.situation.mechs[mech].definition;
        for component in &mut definition.components {
            if component.location == location || component.second == Some(location) {
                component.operative = false;
            }
        }
        for actuator in definition.actuators.iter_mut().filter(|actuator| actuator.location == location) {
            actuator.operative = false;
        }
        match location {
            Location::LeftArm | Location::RightArm => self.lose_club(mech),
            Location::LeftLeg | Location::RightLeg => self.demand(mech, Reason::LegGone),
            Location::LeftTorso | Location::RightTorso => {
                let arm = if location == Location::LeftTorso { Location::LeftArm } else { Location::RightArm };
                if !self.is_gone(mech, arm) {
                    self.lose(mech, by, arm);
                }
            }
            Location::Head => self.wound(mech, FATAL, Hurt::Cockpit),
            Location::CentreTorso => {}
        }
    }

    /// The loss of the club that a mech holds, if any.
    pub(super) fn lose_club(&mut self, mech: usize) {
        let condition = &mut self.situation.mechs[mech].condition;
        if condition.club {
            (condition.club, condition.tree) = (false, false);
            self.events.push(Event::ClubLost { mech });
        }
    }

    /// True if a location has no structure left.
    pub(super) fn is_gone(&self, mech: usize, location: Location) -> bool {
        self.situation.mechs[mech].condition.structure[location.index()] == 0
    }

    /// Changes armour and structure in both places that hold them.
    fn change(&mut self, mech: usize, change: impl FnOnce(&mut Condition)) {
        let mech = &mut self.situation.mechs[mech];
        change(&mut mech.condition);
        mech.definition.armour = mech.condition.armour;
        mech.definition.structure = mech.condition.structure;
    }

    /// Marks a slot as hit.
    pub(super) fn mark(&mut self, mech: usize, location: Location, slot: u8) {
        if let Some(own) = &mut self.situation.mechs[mech].condition.own {
            own.hits[location.index()] |= 1 << slot;
        }
    }

    /// The loss of the heat sink in a slot about to be marked, if it holds one that is not lost yet. A double sink
    /// fills three slots in a row, and the first hit on any of them destroys it.
    pub(super) fn lose_sink(&mut self, mech: usize, location: Location, slot: u8) {
        let mech = &mut self.situation.mechs[mech];
        let Some(own) = &mut mech.condition.own else { return };
        let slots = &mech.definition.slots[location.index()];
        let is_sink = |slot: usize| {
            let held = slots.get(slot);
            held.is_some_and(|held| held.component.is_none() && held.code == equipment::HEAT_SINK)
        };
        let slot = usize::from(slot);
        if !is_sink(slot) {
            return;
        }
        let size = if mech.definition.double_sinks { DOUBLE_SINK } else { 1 };
        // Slots of a row belong to sinks in groups of this size from the row's first slot on.
        let row = (0..slot).rev().take_while(|&before| is_sink(before)).count();
        let first = slot - row % size;
        let hits = own.hits[location.index()];
        if (first..first + size).any(|slot| is_sink(slot) && hits >> slot & 1 == 1) {
            return;
        }
        let from = if own.sinks_on > 0 { &mut own.sinks_on } else { &mut own.sinks_off };
        *from = from.saturating_sub(1);
    }

    /// Wounds a pilot, unless they are already dead.
    pub(super) fn wound(&mut self, mech: usize, wounds: u8, cause: Hurt) {
        let Some(own) = &mut self.situation.mechs[mech].condition.own else { return };
        let wounds = wounds.min(FATAL.saturating_sub(own.wounds));
        if wounds == 0 {
            return;
        }
        own.wounds += wounds;
        let total = own.wounds;
        self.ledgers[mech].hurt = true;
        self.events.push(Event::Wound { mech, wounds, total, cause });
    }

    /// Adds a piloting roll at the end of the phase.
    pub(super) fn demand(&mut self, mech: usize, reason: Reason) {
        // A mech falls before its list of rolls is full.
        let _ = self.ledgers[mech].checks.try_push(reason);
    }
}
