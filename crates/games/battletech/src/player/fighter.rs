//! A mech as the player evaluates it: its abilities, and the value of a point of damage to it.

use super::barrage::Barrage;
use super::memory::Memory;
use super::weights::Weights;
use super::worth::Worth;
use crate::arc::Arc;
use crate::arms::{Arsenal, arsenal};
use crate::definition::part;
use crate::location::Location;
use crate::map::Map;
use crate::odds::{ALL, chance_of};
use crate::physical::{Kind, MAX_STRIKES, Strike, strikes};
use crate::pilot::{self, Cause};
use crate::situation::{Mech, Mode, Pose, Situation};
use crate::tables::Table;
use crate::{aim, health, heat};
use arrayvec::ArrayVec;

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
        self.range = (1..=super::bearings::FARTHEST).rev().find(reaches).unwrap_or(1);
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

/// Heat at the end of a turn before moving and firing.
fn base_heat(map: &Map, mech: &Mech) -> i32 {
    let condition = &mech.condition;
    let cell = map.cell(condition.hex);
    let sinks = mech.own().map_or(mech.definition.sinks, |own| own.sinks_on);
    let fire = if cell.fire { heat::IN_FIRE } else { 0 } + if condition.burning { heat::INFERNO } else { 0 };
    let made = condition.heat + heat::engine(health::hits(mech, part::ENGINE)) + fire;
    i32::from(made) - i32::from(heat::sunk(mech, sinks, cell.depth(), condition.prone))
}
