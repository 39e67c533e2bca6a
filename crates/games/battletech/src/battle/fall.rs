//! Piloting skill rolls, and falls.

use super::event::Pending;
use super::{Battle, Cause, Event, Hit, Hurt, Reason};
use crate::arc::Arc;
use crate::odds::NEVER;
use crate::pilot::{self, STAGGERING};
use crate::tables::Table;

/// A needed roll that two dice never reach.
const IMPOSSIBLE: i8 = NEVER.cast_signed();
/// Points of damage of a fall that go to one location at a time.
const GROUP: u16 = 5;

impl Battle {
    /// Makes a piloting roll; true if it succeeds. `amount` is the depth of water or the levels of a fall, for the
    /// reasons that have one.
    pub(super) fn roll_piloting(&mut self, mech: usize, reason: Reason, amount: u16) -> bool {
        if !self.situation.settings.piloting && !matches!(reason, Reason::GyroGone | Reason::LegGone) {
            return true;
        }
        let pilot = &self.situation.mechs[mech];
        let conscious = pilot.own().is_none_or(|own| own.conscious);
        let needed = cause(reason, amount)
            .filter(|_| conscious)
            .and_then(|cause| pilot::needed(pilot, cause))
            .unwrap_or(IMPOSSIBLE);
        let roll = if needed < IMPOSSIBLE { self.dice.two() } else { 0 };
        let passed = needed < IMPOSSIBLE && needed <= roll.cast_signed();
        self.events.push(Event::Check { mech, reason, needed, roll, passed });
        passed
    }

    /// Makes all rolls that the phase asks for, mech by mech; the first one that fails is a fall.
    pub(super) fn settle_checks(&mut self) {
        for mech in 0..self.ledgers.len() {
            if self.ledgers[mech].damage >= STAGGERING && self.situation.settings.damage_checks {
                self.demand(mech, Reason::Damage);
            }
            self.ledgers[mech].damage = 0;
            let checks = std::mem::take(&mut self.ledgers[mech].checks);
            for reason in checks {
                let condition = &self.situation.mechs[mech].condition;
                if !condition.operative || condition.prone {
                    break;
                }
                if !self.roll_piloting(mech, reason, 0) {
                    self.fall(mech, 0);
                }
            }
            // A prone mech does not fall again by damage of its fall.
            self.ledgers[mech].checks.clear();
        }
    }

    /// A fall of a mech by this many levels: it turns and takes damage on the side it falls on, and its pilot may be
    /// hurt.
    pub(super) fn fall(&mut self, mech: usize, levels: u8) {
        let (turn, side) = match self.dice.one() {
            1 => (0, Arc::Front),
            2 => (1, Arc::Right),
            3 => (2, Arc::Right),
            4 => (3, Arc::Rear),
            5 => (-2, Arc::Left),
            _ => (-1, Arc::Left),
        };
        let tons = self.situation.mechs[mech].definition.tons;
        let condition = &mut self.situation.mechs[mech].condition;
        condition.prone = true;
        condition.facing = condition.facing.turned(turn);
        condition.torso = condition.facing;
        let (hex, facing) = (condition.hex, condition.facing);
        let whole = tons.div_ceil(10).saturating_mul(u16::from(levels) + 1);
        let wet = self.situation.map.cell(hex).depth() > 0;
        let damage = if wet { whole.div_ceil(2) } else { whole };
        self.events.push(Event::Fall { mech, hex, levels, facing, side, damage });
        let mut left = damage;
        while left > 0 {
            let group = left.min(GROUP);
            left -= group;
            let (hit, through) = self.roll_hit(Table::Body, side, group);
            self.strike(Pending { target: mech, by: None, cause: Cause::Fall, hit, through });
        }
        if !self.roll_piloting(mech, Reason::Pilot, levels.into()) {
            self.wound(mech, 1, Hurt::Fall);
        }
    }

    /// Rolls the location of a hit from a side; the flag is true if the roll adds a critical roll.
    pub(super) fn roll_hit(&mut self, table: Table, side: Arc, damage: u16) -> (Hit, bool) {
        let roll = if table.dice() == 2 { self.dice.two() } else { self.dice.one() };
        let location = table.location(side, roll);
        let rear = side == Arc::Rear && location.is_torso();
        (Hit { location, damage, rear }, table.dice() == 2 && roll == 2)
    }
}

/// The cause in the rules for a reason; `None` for a fall without a roll.
fn cause(reason: Reason, amount: u16) -> Option<pilot::Cause> {
    Some(match reason {
        Reason::Damage => pilot::Cause::Damage,
        Reason::Shutdown => pilot::Cause::Shutdown,
        Reason::LegActuator | Reason::Hip | Reason::Gyro | Reason::Strain => pilot::Cause::Part,
        Reason::GyroGone | Reason::LegGone => return None,
        Reason::Kicked => pilot::Cause::Kicked,
        Reason::MissedKick => pilot::Cause::MissedKick,
        Reason::Water => pilot::Cause::Water(amount),
        Reason::Rubble => pilot::Cause::Rubble,
        Reason::Swamp | Reason::Free => pilot::Cause::Swamp,
        Reason::Stand => pilot::Cause::Stand,
        Reason::Pilot => pilot::Cause::Fall(amount),
    })
}
