//! A mech as the player weighs it: what it can do, and what a point of damage to it is worth.

use super::barrage::Barrage;
use super::memory::Memory;
use crate::games::battletech::aim;
use crate::games::battletech::arms::{Arsenal, arsenal};
use crate::games::battletech::health;
use crate::games::battletech::heat;
use crate::games::battletech::location::Location;
use crate::games::battletech::map::Map;
use crate::games::battletech::physical::{MAX_STRIKES, Strike, strikes};
use crate::games::battletech::pose::Pose;
use crate::games::battletech::situation::{Mech, Mode, Situation};
use arrayvec::ArrayVec;

/// Heat that a turn may end with, by plan: below what makes aiming harder, and with room for a
/// hit on the engine below what shuts down.
pub const PLANNED_HEAT: u16 = 7;
/// What all damage that a mech can take is worth, in the units in which moves are weighed.
pub const WHOLE: i64 = 1_000_000;

/// A mech of the situation, prepared for being weighed.
#[derive(Clone, Debug)]
pub struct Fighter {
    /// Its number.
    pub number: usize,
    /// How it stands now.
    pub pose: Pose,
    /// Its weapons.
    pub arsenal: Arsenal,
    /// What its own damage adds to its shots; `None` if it cannot fire.
    pub handicap: Option<i8>,
    /// Expected damage when it walks, runs or stands; and when it jumps.
    pub barrages: [Barrage; 2],
    /// What it would have of heat at the end of the turn without moving or firing; may be below 0.
    pub base_heat: i32,
    /// The blows that it can strike.
    pub strikes: ArrayVec<Strike, MAX_STRIKES>,
    /// The value of a thousandth of a point of damage to it: [`WHOLE`] shared out among what it
    /// can still take, times 1,000.
    pub worth: i64,
    /// Its weight in tons.
    pub tons: u16,
}

impl Fighter {
    /// A fighter of nothing yet, whose memory is used again by [`Fighter::assess`].
    #[must_use]
    pub fn empty(pose: Pose) -> Self {
        Self {
            number: 0,
            pose,
            arsenal: Arsenal::new(),
            handicap: None,
            barrages: [Barrage::default(), Barrage::default()],
            base_heat: 0,
            strikes: ArrayVec::new(),
            worth: 0,
            tons: 0,
        }
    }

    /// Looks at a mech anew.
    pub fn assess(&mut self, situation: &Situation, number: usize, memory: &Memory) {
        let mech = &situation.mechs[number];
        self.number = number;
        self.pose = mech.pose();
        self.pose.moved = memory.moved(number, mech);
        self.arsenal = arsenal(mech);
        self.handicap = if mech.acts() { aim::handicap(mech, mech.condition.prone) } else { None };
        self.base_heat = base_heat(&situation.map, mech);
        let budget =
            |moving: u16| u16::try_from(i32::from(PLANNED_HEAT) - self.base_heat - i32::from(moving)).unwrap_or(0);
        let jump = u8::min(mech.definition.jump, 5);
        self.barrages[0].reset(budget(heat::movement(Mode::Run, 0)));
        self.barrages[1].reset(budget(heat::movement(Mode::Jump, jump)));
        self.tons = mech.definition.tons;
        self.strikes = if mech.acts() { strikes(mech, mech.condition.heat) } else { ArrayVec::new() };
        self.worth = WHOLE / i64::from(endurance(mech).max(1));
    }

    /// What damage of so many thousandths of a point to it is worth.
    #[must_use]
    #[inline]
    pub fn value_of(&self, thousandths: u32) -> i64 {
        i64::from(thousandths) * self.worth / 1000
    }
}

/// Heat at the end of a turn before moving and firing.
fn base_heat(map: &Map, mech: &Mech) -> i32 {
    let condition = &mech.condition;
    let cell = map.cell(condition.hex);
    let sinks = mech.own().map_or(mech.definition.sinks, |own| own.sinks_on);
    let fire = if cell.fire { heat::IN_FIRE } else { 0 } + if condition.burning { heat::INFERNO } else { 0 };
    let made = condition.heat + heat::engine(health::engine_hits(mech)) + fire;
    i32::from(made) - i32::from(heat::sunk(mech, sinks, cell.depth(), condition.prone))
}

/// Points of damage until a mech is out, roughly: the centre torso counts in full, as losing it is
/// the end, the rest by how much losing it hurts.
fn endurance(mech: &Mech) -> u32 {
    let (armour, structure) = (&mech.condition.armour, &mech.condition.structure);
    let of = |location: Location| u32::from(armour[location.index()]) + u32::from(structure[location.index()]);
    let sides = of(Location::LeftTorso) + of(Location::RightTorso);
    let legs = of(Location::LeftLeg) + of(Location::RightLeg);
    let arms = of(Location::LeftArm) + of(Location::RightArm);
    2 * of(Location::CentreTorso) + sides + (3 * legs + 2 * arms) / 4 + of(Location::Head)
}
