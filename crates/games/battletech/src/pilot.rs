//! Rolls of the pilot: to stay on the mech's feet, and to stay conscious. Piloting is 5 for all pilots, and the
//! modifiers are those of the simulator's manual.

use super::definition::part;
use super::health::{self, FATAL, GYRO, Part};
use super::location::Location;
use super::odds::NEVER;
use super::situation::Mech;

/// The roll of two dice needed before any modifier.
pub const PILOTING: i8 = 5;
/// The damage in a phase that makes a mech roll.
pub const STAGGERING: u16 = 20;

/// The reason for a piloting roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// 20 points of damage or more in a phase.
    Damage,
    /// A hit on gyro, hip or an actuator of a leg, or a run or jump with one that is hit. The modifiers are those of
    /// the damage.
    Part,
    /// It has shut down; being shut down has its own modifier.
    Shutdown,
    /// It was kicked.
    Kicked,
    /// It kicked and missed.
    MissedKick,
    /// It enters water of a depth of 1 or more.
    Water(u16),
    /// It stands up.
    Stand,
    /// It enters rubble.
    Rubble,
    /// It enters a swamp, or wants to leave one that holds it.
    Swamp,
    /// Its pilot braces itself in a fall of this many levels.
    Fall(u16),
}

impl Cause {
    /// The modifier of the cause itself for a mech.
    #[must_use]
    pub fn modifier(self, mech: &Mech) -> i8 {
        match self {
            Self::Damage | Self::Rubble => 1,
            Self::Water(depth) => match depth {
                0 | 2 => 0,
                1 => -1,
                _ => 1,
            },
            Self::Stand => [Location::LeftArm, Location::RightArm].into_iter().map(|arm| standing(mech, arm)).sum(),
            Self::Fall(levels) => i8::try_from(levels).unwrap_or(i8::MAX),
            Self::Part | Self::Shutdown | Self::Kicked | Self::MissedKick | Self::Swamp => 0,
        }
    }
}

/// The modifier of an arm for standing up: 2 if it is gone, 1 if an actuator of it is hit.
fn standing(mech: &Mech, arm: Location) -> i8 {
    if health::is_gone(mech, arm) { 2 } else { i8::from(health::arm_hit(mech, arm)) }
}

/// The modifier of a mech's damage and state for all its rolls; `None` if it falls without a roll: its gyro is
/// destroyed, or both its legs are gone. A leg that is gone adds 5 instead of the modifiers of its actuators. The loss
/// of a leg is itself a fall without a roll.
#[must_use]
pub fn modifier(mech: &Mech) -> Option<i8> {
    let gyro = health::hits(mech, part::GYRO);
    if gyro >= GYRO || health::legs_gone(mech) == 2 {
        return None;
    }
    let legs = [Location::LeftLeg, Location::RightLeg].map(|leg| {
        if health::is_gone(mech, leg) {
            5
        } else {
            let hip = if health::actuator(mech, part::HIP, leg) == Part::Hit { 2 } else { 0 };
            hip + health::leg_hits(mech, leg).cast_signed()
        }
    });
    let gyro = if gyro == 0 { 0 } else { 3 };
    let off = if mech.condition.shut_down { 3 } else { 0 };
    Some(legs[0] + legs[1] + gyro + off)
}

/// The roll of two dice that keeps a mech from falling (or stands it up, or gets it through); `None` if no roll is
/// enough.
#[must_use]
pub fn needed(mech: &Mech, cause: Cause) -> Option<i8> {
    let damage = modifier(mech)?;
    Some(PILOTING.saturating_add(damage).saturating_add(cause.modifier(mech)))
}

/// The roll of two dice that keeps a pilot with this many wounds conscious, or wakes them: 0 without wounds, [`NEVER`]
/// for a dead pilot.
#[must_use]
pub const fn consciousness(wounds: u8) -> u8 {
    match wounds {
        0 => 0,
        1 => 3,
        2 => 5,
        3 => 7,
        4 => 10,
        5 => 11,
        FATAL.. => NEVER,
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn causes_add_what_the_manual_says() {
        let mech = sample::mech();
        let of = |cause| needed(&mech, cause).expect("it has legs and a gyro");
        assert_eq!(
            [Cause::Damage, Cause::Rubble, Cause::Kicked, Cause::MissedKick, Cause::Stand].map(of),
            [6, 6, 5, 5, 5]
        );
        assert_eq!([Cause::Water(1), Cause::Water(2), Cause::Water(3)].map(of), [4, 5, 6]);
        assert_eq!([Cause::Fall(0), Cause::Fall(2), Cause::Part, Cause::Swamp].map(of), [5, 7, 5, 5]);
    }

    #[test]
    fn damage_adds_up() {
        let mut mech = sample::mech();
        assert_eq!(modifier(&mech), Some(0));
        sample::hit(&mut mech, part::FOOT, Location::LeftLeg);
        assert_eq!(modifier(&mech), Some(1));
        sample::hit(&mut mech, part::HIP, Location::LeftLeg);
        assert_eq!(modifier(&mech), Some(3));
        sample::hit(&mut mech, part::GYRO, Location::CentreTorso);
        assert_eq!(modifier(&mech), Some(6));
        mech.condition.shut_down = true;
        assert_eq!(modifier(&mech), Some(9));
        // The leg's own actuators do not count once it is gone.
        mech.condition.structure[Location::LeftLeg.index()] = 0;
        assert_eq!(modifier(&mech), Some(11));
        mech.condition.structure[Location::RightLeg.index()] = 0;
        assert_eq!(modifier(&mech), None);
    }

    #[test]
    fn gyro_gone_is_a_fall() {
        let mut mech = sample::mech();
        sample::hit(&mut mech, part::GYRO, Location::CentreTorso);
        sample::hit(&mut mech, part::GYRO, Location::CentreTorso);
        assert_eq!(needed(&mech, Cause::Stand), None);
    }

    #[test]
    fn arms_help_to_stand() {
        let mut mech = sample::mech();
        sample::hit(&mut mech, part::HAND, Location::LeftArm);
        sample::hit(&mut mech, part::FOREARM, Location::LeftArm);
        assert_eq!(needed(&mech, Cause::Stand), Some(6));
        mech.condition.structure[Location::RightArm.index()] = 0;
        assert_eq!(needed(&mech, Cause::Stand), Some(8));
        assert_eq!(needed(&mech, Cause::Kicked), Some(5));
    }

    #[test]
    fn wounds_dull() {
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(consciousness), [0, 3, 5, 7, 10, 11, NEVER, NEVER]);
    }
}
