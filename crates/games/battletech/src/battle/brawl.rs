//! The resolution of the physical phase.

use super::pending::Pending;
use super::{Battle, Cause, Event, Reason};
use crate::physical::{Kind, Struck};
use crate::target::Target;

impl Battle {
    /// Blows fall, and then what they hit is damaged.
    pub(super) fn brawl(&mut self) {
        let mut blows = std::mem::take(&mut self.blows);
        for (mech, struck) in blows.drain(..) {
            self.blow(mech, &struck);
        }
        self.blows = blows;
        self.strike_all();
    }

    fn blow(&mut self, mech: usize, struck: &Struck) {
        let target = match struck.target {
            Target::Mech(target) => Some(target),
            Target::Hex(_) | Target::Nothing => None,
        };
        let roll = self.dice.two();
        let hit = struck.needed <= roll.cast_signed();
        let mut hits = Vec::new();
        if hit {
            let (place, through) = self.roll_hit(struck.table, struck.side, struck.damage);
            hits.push(place);
            if let Some(target) = target {
                self.hits.push(Pending { target, by: Some(mech), cause: Cause::Blow, hit: place, through });
            }
        }
        let (means, limb, needed) = (struck.kind, struck.limb, struck.needed);
        self.events.push(Event::Blow { mech, means, limb, target, needed, roll, hit, hits });
        match (struck.kind, hit, struck.target) {
            (Kind::Kick, true, Target::Mech(target)) => self.demand(target, Reason::Kicked),
            (Kind::Kick, false, _) => self.demand(mech, Reason::MissedKick),
            (Kind::Club, true, _) if self.situation.mechs[mech].condition.tree => self.lose_club(mech),
            _ => {}
        }
        if let (Target::Hex(hex), true) = (struck.target, hit) {
            self.shell(hex, struck.damage, None);
        }
    }
}
