//! The parts of a mech that still work. All but the pilot is public: any player may ask about any mech.

use super::definition::{self, Class, part};
use super::location::Location;
use super::situation::Mech;

/// Hits that destroy an engine.
pub const ENGINE: u16 = 3;
/// Hits that destroy a gyro, and sensors.
pub const GYRO: u16 = 2;
/// Wounds that kill a pilot.
pub const FATAL: u8 = 6;

/// The state of an actuator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// It works.
    Sound,
    /// It is hit.
    Hit,
    /// The mech was built without it, or the limb is gone.
    Missing,
}

impl Part {
    /// True if it works.
    #[must_use]
    pub const fn is_sound(self) -> bool {
        matches!(self, Self::Sound)
    }
}

/// True if a location is gone: no structure is left in it, or it is an arm whose side torso has none.
#[must_use]
pub fn is_gone(mech: &Mech, location: Location) -> bool {
    let structure = &mech.condition.structure;
    let falls = location.is_arm() && location.inward().is_some_and(|torso| structure[torso.index()] == 0);
    falls || structure[location.index()] == 0
}

/// The state of the actuator with a code of [`part`] in a location.
#[must_use]
pub fn actuator(mech: &Mech, code: i32, location: Location) -> Part {
    if is_gone(mech, location) {
        return Part::Missing;
    }
    match mech.definition.actuator(code, location) {
        None => Part::Missing,
        Some(actuator) if actuator.operative && actuator.hits == 0 => Part::Sound,
        Some(_) => Part::Hit,
    }
}

/// Hits on all parts with a code of [`part`]. The engine, and the mech, is destroyed by 3; with 2 on the gyro the mech
/// falls and cannot stand again; with 2 on the sensors it cannot fire; with any on life support heat wounds the pilot;
/// any on the cockpit kills them. A part that does not work but shows no hits counts as destroyed.
#[must_use]
pub fn hits(mech: &Mech, code: i32) -> u16 {
    let fatal = match code {
        part::ENGINE => ENGINE,
        part::GYRO | part::SENSORS | part::LIFE_SUPPORT => GYRO,
        _ => 1,
    };
    let parts = mech.definition.actuators.iter().filter(|actuator| actuator.code == code);
    let each = parts.map(|part| if part.hits == 0 && !part.operative { fatal } else { part.hits });
    each.fold(0, u16::saturating_add)
}

/// True for an XL engine: it fills slots of the side torsos, and is lost with either.
#[must_use]
pub fn has_light_engine(mech: &Mech) -> bool {
    let parts = &mech.definition.actuators;
    parts.iter().any(|actuator| actuator.code == part::ENGINE && actuator.location != Location::CentreTorso)
}

/// True if a mech has triple-strength myomer. No known file has it, so the names of equipment and of slots decide
/// (`triple`).
#[must_use]
pub fn has_triple_strength(mech: &Mech) -> bool {
    let equipment = mech.definition.components.iter().filter(|component| component.class == Class::Equipment);
    let filling = mech.definition.slots.iter().flatten();
    let filling = filling.filter(|slot| matches!(slot.class, Class::Equipment | Class::Armour));
    equipment
        .map(|component| &component.name)
        .chain(filling.map(|slot| &slot.name))
        .any(|name| definition::says(name, "triple"))
}

/// Legs that are gone.
#[must_use]
pub fn legs_gone(mech: &Mech) -> u8 {
    [Location::LeftLeg, Location::RightLeg].into_iter().map(|leg| u8::from(is_gone(mech, leg))).sum()
}

/// Arms that are gone, or that the mech was built without.
#[must_use]
pub fn arms_gone(mech: &Mech) -> u8 {
    [Location::LeftArm, Location::RightArm].into_iter().map(|arm| u8::from(is_gone(mech, arm))).sum()
}

/// Hips that are hit, in legs that are there.
#[must_use]
pub fn hips_hit(mech: &Mech) -> u8 {
    let legs = [Location::LeftLeg, Location::RightLeg].into_iter();
    legs.map(|leg| u8::from(actuator(mech, part::HIP, leg) == Part::Hit)).sum()
}

/// Thigh, leg and foot actuators that are hit, in a leg that is there.
#[must_use]
pub fn leg_hits(mech: &Mech, leg: Location) -> u8 {
    let parts = [part::THIGH, part::LEG, part::FOOT].into_iter();
    parts.map(|code| u8::from(actuator(mech, code, leg) == Part::Hit)).sum()
}

/// True if any actuator of an arm is hit; false for an arm that is gone.
#[must_use]
pub fn arm_hit(mech: &Mech, arm: Location) -> bool {
    let parts = [part::SHOULDER, part::UPPER_ARM, part::FOREARM, part::HAND];
    parts.into_iter().any(|code| actuator(mech, code, arm) == Part::Hit)
}

/// True if the pilot is known to be dead: 6 wounds, or the cockpit or the head lost.
#[must_use]
pub fn pilot_is_dead(mech: &Mech) -> bool {
    let wounds = mech.own().map_or(0, |own| own.wounds);
    wounds >= FATAL || hits(mech, part::COCKPIT) > 0 || is_gone(mech, Location::Head)
}

/// True if a mech is destroyed: its pilot is dead, its engine has 3 hits, or its centre torso is gone, or a side torso
/// with an XL engine in it.
#[must_use]
pub fn is_destroyed(mech: &Mech) -> bool {
    let sides = [Location::LeftTorso, Location::RightTorso].into_iter();
    let engine_lost = has_light_engine(mech) && sides.into_iter().any(|side| is_gone(mech, side));
    pilot_is_dead(mech) || hits(mech, part::ENGINE) >= ENGINE || is_gone(mech, Location::CentreTorso) || engine_lost
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn a_new_mech_is_whole() {
        let mech = sample::mech();
        let all = [part::ENGINE, part::GYRO, part::SENSORS, part::LIFE_SUPPORT].map(|code| hits(&mech, code));
        assert_eq!(all, [0; 4]);
        assert_eq!([legs_gone, arms_gone, hips_hit].map(|count| count(&mech)), [0; 3]);
        assert!(
            !is_destroyed(&mech)
                && hits(&mech, part::COCKPIT) == 0
                && !has_light_engine(&mech)
                && !has_triple_strength(&mech)
        );
        assert!(Location::ALL.into_iter().all(|location| !is_gone(&mech, location)));
    }

    #[test]
    fn hits_count() {
        let mut mech = sample::mech();
        for count in 1..=3 {
            sample::hit(&mut mech, part::ENGINE, Location::CentreTorso);
            assert_eq!((hits(&mech, part::ENGINE), is_destroyed(&mech)), (count, count == 3));
        }
        // A file may say no more than that a part does not work.
        let gyro = mech.definition.actuators.iter_mut().find(|part| part.code == part::GYRO).expect("it has one");
        gyro.operative = false;
        assert_eq!(hits(&mech, part::GYRO), 2);
    }

    #[test]
    fn limbs_go_and_arms_with_their_torso() {
        let mut mech = sample::mech();
        sample::hit(&mut mech, part::HIP, Location::LeftLeg);
        sample::hit(&mut mech, part::FOOT, Location::LeftLeg);
        sample::hit(&mut mech, part::HAND, Location::RightArm);
        assert_eq!(
            (hips_hit(&mech), leg_hits(&mech, Location::LeftLeg), arm_hit(&mech, Location::RightArm)),
            (1, 1, true)
        );
        mech.condition.structure[Location::LeftLeg.index()] = 0;
        mech.condition.structure[Location::RightTorso.index()] = 0;
        assert_eq!((legs_gone(&mech), arms_gone(&mech), hips_hit(&mech)), (1, 1, 0));
        assert_eq!(actuator(&mech, part::SHOULDER, Location::RightArm), Part::Missing);
        assert_eq!(actuator(&mech, part::HAND, Location::LeftLeg), Part::Missing);
        assert!(!is_destroyed(&mech));
    }

    #[test]
    fn ends() {
        let lost = |change: &dyn Fn(&mut Mech)| {
            let mut mech = sample::mech();
            change(&mut mech);
            is_destroyed(&mech)
        };
        assert!(lost(&|mech| mech.condition.structure[Location::CentreTorso.index()] = 0));
        assert!(lost(&|mech| mech.condition.structure[Location::Head.index()] = 0));
        assert!(lost(&|mech| sample::hit(mech, part::COCKPIT, Location::Head)));
        assert!(lost(&|mech| mech.condition.own.as_mut().expect("its own").wounds = 6));
        assert!(!lost(&|mech| mech.condition.own.as_mut().expect("its own").wounds = 5));
        assert!(!lost(&|mech| mech.condition.own = None));
        assert!(lost(&|mech| {
            mech.condition.structure[Location::LeftTorso.index()] = 0;
            let engine = mech.definition.actuator(part::ENGINE, Location::CentreTorso).expect("it has one").clone();
            mech.definition
                .actuators
                .push(super::super::definition::Actuator { location: Location::LeftTorso, ..engine });
        }));
    }
}
