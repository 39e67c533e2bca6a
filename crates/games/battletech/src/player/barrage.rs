//! Expected damage of a mech's weapons from a place under consideration: the best set of them that its heat allows,
//! looked up by arc, distance and the common part of the needed rolls.

use crate::aim;
use crate::arc::Arc;
use crate::arms::{Arsenal, MAX_WEAPONS};
use crate::odds::chance_of;
use arrayvec::ArrayVec;
use std::cell::Cell;

/// The number of distances in the table: no weapon reaches farther.
const DISTANCES: usize = 32;
/// The number of needed rolls in the table, before the weapon's own part: 0 to 12.
const NEEDS: usize = 13;
/// An entry that is not computed yet.
const UNKNOWN: u32 = u32::MAX;

/// Mean damage of a mech's weapons under a budget of heat, in thousandths of a point. Entries are computed on first
/// use.
#[derive(Clone, Debug)]
pub struct Barrage {
    budget: u16,
    entries: Vec<Cell<u32>>,
}

impl Default for Barrage {
    fn default() -> Self {
        Self { budget: 0, entries: vec![Cell::new(UNKNOWN); 4 * DISTANCES * NEEDS] }
    }
}

impl Barrage {
    /// Clears the table, for weapons that may make this much heat.
    pub fn reset(&mut self, budget: u16) {
        self.budget = budget;
        self.entries.fill(Cell::new(UNKNOWN));
    }

    /// Mean damage to a target in an arc, at a distance, where shots need `common` before the weapon's own part.
    #[must_use]
    #[inline]
    pub fn mean(&self, arsenal: &Arsenal, arc: Arc, distance: u8, common: i8) -> u32 {
        let (far, need) = (usize::from(distance), usize::from(common.max(0).unsigned_abs()));
        if far >= DISTANCES || need >= NEEDS {
            return 0;
        }
        let entry = &self.entries[(arc as usize * DISTANCES + far) * NEEDS + need];
        if entry.get() == UNKNOWN {
            entry.set(self.work_out(arsenal, arc, distance, common.max(0)));
        }
        entry.get()
    }

    /// The mean damage of the weapons with the most damage for their heat, up to the budget; the last one counts in
    /// part.
    fn work_out(&self, arsenal: &Arsenal, arc: Arc, distance: u8, common: i8) -> u32 {
        let mut shots: ArrayVec<(u32, u16), MAX_WEAPONS> = ArrayVec::new();
        for weapon in
            arsenal.iter().filter(|weapon| aim::bears_in(weapon.location, weapon.rear, arc) && weapon.is_loaded())
        {
            let load = weapon.loads.first();
            let Some(own) = weapon.to_hit(distance, load) else { continue };
            let chance = chance_of(common.saturating_add(own));
            let mean = u32::from(chance) * weapon.mean(load, false, 0) / 36;
            if mean > 0 {
                shots.push((mean, weapon.heat));
            }
        }
        // Damage for each point of heat, compared without dividing; weapons without heat come first.
        shots.sort_unstable_by(|a, b| (u64::from(b.0) * u64::from(a.1)).cmp(&(u64::from(a.0) * u64::from(b.1))));
        let mut left = self.budget;
        let mut sum = 0;
        for (mean, heat) in shots {
            if heat <= left {
                left -= heat;
                sum += mean;
            } else {
                sum += mean * u32::from(left) / u32::from(heat);
                break;
            }
        }
        sum
    }
}
