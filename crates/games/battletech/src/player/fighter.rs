//! A mech as the player evaluates it: its abilities, the expected damage of its weapons, and the value of a point of
//! damage to it.

use super::memory::Memory;
use super::weights::Weights;
use crate::arc::Arc;
use crate::arms::{Arsenal, MAX_WEAPONS, Weapon, arsenal};
use crate::definition::{Component, part};
use crate::location::Location;
use crate::map::Map;
use crate::odds::{ALL, chance_of};
use crate::physical::{Kind, MAX_STRIKES, Strike, strikes};
use crate::pilot::{self, Cause};
use crate::situation::{Mech, Mode, Pose, Situation};
use crate::tables::{Table, armour};
use crate::{aim, health, heat};
use arrayvec::ArrayVec;
use std::cell::Cell;

/// The farthest distance at which mechs are evaluated against each other; no weapon reaches as far.
pub const FARTHEST: u8 = 31;
/// The number of distances in the table.
const DISTANCES: usize = FARTHEST as usize + 1;
/// The number of needed rolls in the table, before the weapon's own part: 0 to 12.
const NEEDS: usize = 13;
/// An entry that is not computed yet.
const UNKNOWN: u32 = u32::MAX;
/// The worth of a whole mech: the unit of all values is a millionth of it.
pub const WHOLE: i64 = 1_000_000;

/// A mech of the situation, prepared for evaluation.
#[derive(Clone, Debug, Default)]
pub struct Fighter {
    /// Its number.
    pub number: usize,
    /// Its pose now.
    pub pose: Pose,
    /// Its weapons.
    pub arsenal: Arsenal,
    /// The modifier of its own damage for its shots; `None` if it cannot fire.
    pub handicap: Option<i8>,
    /// Expected damage when it walks, runs or stands; and when it jumps.
    pub barrages: [Barrage; 2],
    /// Its heat at the end of the turn without moving or firing; may be below 0.
    pub base_heat: i32,
    /// The blows that it can strike.
    pub strikes: ArrayVec<Strike, MAX_STRIKES>,
    /// The blows of limbs that have nothing to fire, which do not compete with shots.
    pub spare: ArrayVec<Strike, MAX_STRIKES>,
    /// The value of damage to it.
    pub worth: Worth,
    /// Its loss from being prone at the end of a turn, besides the damage of the fall.
    pub lying: i64,
    /// Its weight in tons.
    pub tons: u16,
    /// Its loss from being kicked, besides the damage: it may fall.
    pub kicked: i64,
    /// Its loss from a kick of its own that misses.
    pub tripped: i64,
    /// The longest range of its weapons and limbs.
    pub range: u8,
}

impl Fighter {
    /// A blank fighter, whose memory is reused by [`Fighter::assess`].
    #[must_use]
    pub fn empty(pose: Pose) -> Self {
        Self { pose, range: 1, ..Self::default() }
    }

    /// A mech of the situation, evaluated by the default weights.
    #[must_use]
    pub fn of(situation: &Situation, number: usize, memory: &Memory) -> Self {
        let mut fighter = Self::empty(situation.mechs[number].pose());
        fighter.assess(situation, number, memory, &Weights::DEFAULT);
        fighter
    }

    /// Computes all fields anew for a mech of the situation.
    pub fn assess(&mut self, situation: &Situation, number: usize, memory: &Memory, weights: &Weights) {
        let mech = &situation.mechs[number];
        self.lying = i64::from(weights.lying);
        self.number = number;
        self.pose = mech.pose();
        self.pose.moved = memory.moved(number, mech);
        self.arsenal = arsenal(mech);
        self.handicap = if mech.acts() { aim::handicap(mech, mech.condition.prone) } else { None };
        self.base_heat = base_heat(&situation.map, mech);
        let budget = |moving: u16| u16::try_from(weights.hot - self.base_heat - i32::from(moving)).unwrap_or(0);
        let jump = u8::min(mech.definition.jump, 5);
        self.barrages[0].reset(budget(heat::movement(Mode::Run, 0)));
        self.barrages[1].reset(budget(heat::movement(Mode::Jump, jump)));
        self.tons = mech.definition.tons;
        let reaches = |&distance: &u8| {
            let mut loaded = self.arsenal.iter().filter(|weapon| weapon.is_loaded());
            loaded.any(|weapon| weapon.to_hit(distance, weapon.loads.first()).is_some())
        };
        self.range = (1..=FARTHEST).rev().find(reaches).unwrap_or(1);
        self.strikes = if mech.acts() { strikes(mech, mech.condition.heat) } else { ArrayVec::new() };
        // A limb that fires cannot strike.
        let fires = |limb: Location| self.arsenal.iter().any(|weapon| weapon.location == limb && weapon.is_loaded());
        self.spare = self
            .strikes
            .iter()
            .copied()
            .filter(|strike| match strike.kind {
                Kind::Club => !fires(Location::LeftArm) && !fires(Location::RightArm),
                _ => !fires(strike.limb),
            })
            .collect();
        self.worth = Worth::of(mech, weights);
        let falls = |cause| {
            let stands = pilot::needed(mech, cause).map_or(0, chance_of);
            if situation.settings.piloting { i64::from(ALL - stands) * self.fall() / i64::from(ALL) } else { 0 }
        };
        (self.kicked, self.tripped) = (falls(Cause::Kicked), falls(Cause::MissedKick));
    }

    /// The value of a fall on even ground for its enemies: damage, and a turn of being prone.
    #[must_use]
    pub fn fall(&self) -> i64 {
        self.worth.value(u32::from(self.tons) * 100, Table::Body, Arc::Front) + self.lying
    }
}

/// The weights for a movement. A mech that can jump gets away from enemies that have nothing to fire, so that it needs
/// no even trades of blows: 90 % of 240 games between mechs of 55 tons against [`super::Style::Course`], instead of
/// 51 %.
#[must_use]
pub fn tempered(weights: &Weights, fighters: &[Fighter], situation: &Situation, me: usize) -> Weights {
    let armed = |mech: usize| fighters[mech].arsenal.iter().any(Weapon::is_loaded);
    let evades = !armed(me) && situation.mechs[me].definition.jump > 0 && !situation.enemies(me).any(armed);
    Weights { boldness: if evades { weights.boldness * 3 / 5 } else { weights.boldness }, ..*weights }
}

/// Heat at the end of a turn before moving and firing.
fn base_heat(map: &Map, mech: &Mech) -> i32 {
    let condition = &mech.condition;
    let cell = map.cell(condition.hex);
    let sinks = mech.own().map_or(mech.definition.sinks, |own| own.sinks_on);
    let fire = if cell.fire { heat::IN_FIRE } else { 0 } + if condition.burning { heat::INFERNO } else { 0 };
    let made = condition.heat + heat::engine(health::hits(mech, part::ENGINE)) + fire;
    i32::from(made) - i32::from(heat::sunk(mech, sinks, cell.depth(), condition.prone))
}

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

/// The worth of a point of damage to one mech, in millionths of its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth([[i64; 4]; 3]);

impl Worth {
    /// The values for a mech in its present state.
    ///
    /// A location's share of the worth is spread over the points that it can still take; the dice decide how the points
    /// of a hit are spread over locations.
    #[must_use]
    pub fn of(mech: &Mech, weights: &Weights) -> Self {
        let Weights { arm, torso, leg, centre, head, .. } = *weights;
        // By location, in the order of the files.
        let shares = [arm, torso, leg, leg, torso, arm, centre, head].map(i64::from);
        let (left, structure) = (&mech.condition.armour, &mech.condition.structure);
        let tables = [Table::Body, Table::Punch, Table::Kick];
        let sides = [Arc::Front, Arc::Right, Arc::Rear, Arc::Left];
        let powder =
            Location::ALL.map(|location| if has_powder(mech, location) { i64::from(weights.powder) } else { 0 });
        let point = |mut location: Location, side: Arc| {
            // A hit on a location that is gone goes on inward.
            while structure[location.index()] == 0 {
                match location.inward() {
                    Some(inward) => location = inward,
                    None => break,
                }
            }
            let place = location.index();
            let points = i64::from(left[armour(location, side)]) + i64::from(structure[place]);
            WHOLE / 100 * (shares[place] + powder[place]) / points.max(i64::from(weights.least))
        };
        Self(tables.map(|table| {
            sides.map(|side| {
                let shares = table.shares(side);
                let each = Location::ALL.map(|location| i64::from(shares[location.index()]) * point(location, side));
                each.iter().sum::<i64>() / 36
            })
        }))
    }

    /// The value of damage of this many thousandths of a point.
    #[must_use]
    #[inline]
    pub fn value(&self, thousandths: u32, table: Table, side: Arc) -> i64 {
        i64::from(thousandths) * self.0[table as usize][side as usize] / 1000
    }
}

/// True if ammunition in a location would tear the mech apart.
fn has_powder(mech: &Mech, location: Location) -> bool {
    let definition = &mech.definition;
    let mut loads = definition.components.iter().filter(|part| part.location == location);
    !definition.contains_blast(location) && loads.any(Component::explodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Battle, Options};
    use crate::catalogue::{map_of, mech_of};
    use crate::sample;
    use crate::simulator::suite::disarmed;
    use crate::situation::Settings;

    #[test]
    fn a_mech_that_jumps_evades_unarmed_ones() {
        let boldness = |mech: &str, armed: bool| {
            let mech = mech_of(mech).expect("it is in the catalogue");
            let mechs = vec![if armed { mech } else { disarmed(mech) }; 2];
            let map = map_of("colinas").expect("it is in the catalogue");
            let battle = Battle::new(map, Settings::default(), mechs, None, Options::default(), 1);
            let situation = battle.expect("there is room").situation().clone();
            let fighters = [0, 1].map(|mech| Fighter::of(&situation, mech, &Memory::default()));
            tempered(&Weights { boldness: 100, ..Weights::DEFAULT }, &fighters, &situation, 0).boldness
        };
        assert_eq!([true, false].map(|armed| boldness("gaviota", armed)), [100, 60]);
        assert_eq!([true, false].map(|armed| boldness("muralla", armed)), [100, 100]);
    }

    #[test]
    fn rear_and_head_are_tender() {
        let mut mech = sample::mech();
        let worth = Worth::of(&mech, &Weights::DEFAULT);
        let point = |worth: &Worth, table, side| worth.value(1000, table, side);
        assert!(point(&worth, Table::Body, Arc::Rear) > point(&worth, Table::Body, Arc::Front));
        assert!(point(&worth, Table::Punch, Arc::Front) > point(&worth, Table::Body, Arc::Front));
        // The less is left, the more a point is worth; what is gone passes it on.
        mech.condition.armour[Location::CentreTorso.index()] = 0;
        assert!(
            point(&Worth::of(&mech, &Weights::DEFAULT), Table::Body, Arc::Front)
                > point(&worth, Table::Body, Arc::Front)
        );
        mech.condition.structure = [0; 8];
        assert!(point(&Worth::of(&mech, &Weights::DEFAULT), Table::Kick, Arc::Left) > 0);
    }

    #[test]
    fn tables_and_sides_have_their_places() {
        assert_eq!([Table::Body, Table::Punch, Table::Kick].map(|table| table as usize), [0, 1, 2]);
        assert_eq!([Arc::Front, Arc::Right, Arc::Rear, Arc::Left].map(|side| side as usize), [0, 1, 2, 3]);
    }
}
