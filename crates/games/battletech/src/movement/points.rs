//! Movement points of mechs.

use crate::condition::Own;
use crate::definition::{Class, equipment};
use crate::health;
use crate::location::Location;
use crate::situation::Mech;

/// Movement points of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// Walking.
    pub walk: u8,
    /// Running; 0 for a mech that cannot run.
    pub run: u8,
    /// Jumping from dry ground.
    pub jump: u8,
    /// Running with MASC; 0 without it.
    pub masc: u8,
}

impl Points {
    /// The points of a mech by its public state: its design, its damage and its heat.
    ///
    /// Each thigh, leg and foot that is hit takes 1; a hit hip halves the rest, rounded up, and two leave none; with
    /// one leg gone there is at most 1 and no running. Then heat is subtracted; it does not affect jumping.
    #[must_use]
    pub fn public(mech: &Mech) -> Self {
        let jets = mech.definition.components.iter();
        let jets = jets.filter(|part| part.class == Class::Equipment && part.code == equipment::JUMP_JET);
        let lost = jets.filter(|jet| !jet.operative || health::is_gone(mech, jet.location)).count();
        let jump = mech.definition.jump.saturating_sub(u8::try_from(lost).unwrap_or(u8::MAX));
        let hits = [Location::LeftLeg, Location::RightLeg].map(|leg| health::leg_hits(mech, leg));
        let whole = mech.definition.walk.saturating_sub(hits[0] + hits[1]);
        let hips = match health::hips_hit(mech) {
            0 => whole,
            1 => whole.div_ceil(2),
            _ => 0,
        };
        let legs_gone = health::legs_gone(mech);
        let walk = match legs_gone {
            0 => hips,
            1 => hips.min(1),
            _ => 0,
        };
        let heat = if health::has_triple_strength(mech) { with_myomer } else { by_heat };
        let walk = walk.saturating_add_signed(if walk == 0 { 0 } else { heat(mech.condition.heat) });
        let runs = legs_gone == 0;
        let run = if runs { running(walk) } else { 0 };
        let masc = if runs && mech.definition.masc { walk.saturating_mul(2) } else { 0 };
        Self { walk, run, jump, masc }
    }

    /// The points that the simulator gives for one's own mech, which are valid in the movement phase; for others those
    /// of [`Points::public`].
    #[must_use]
    pub fn told(mech: &Mech) -> Self {
        let public = Self::public(mech);
        match mech.own() {
            None => public,
            Some(&Own { walk, run, jump, .. }) => {
                Self { walk, run, jump, masc: if public.masc == 0 { 0 } else { walk.saturating_mul(2) } }
            }
        }
    }
}

/// The running points of a mech: 1.5 times its walking points, rounded up.
#[must_use]
pub const fn running(walk: u8) -> u8 {
    walk.saturating_add(walk.div_ceil(2))
}

/// The change of walking points by heat: -1 for each 5, down to -5.
#[must_use]
pub fn by_heat(heat: u16) -> i8 {
    -i8::try_from((heat / 5).min(5)).unwrap_or(5)
}

/// The change of walking points by heat with triple-strength myomer.
fn with_myomer(heat: u16) -> i8 {
    match heat {
        0..5 => 0,
        5..9 | 10..15 => -1,
        9 => 1,
        15..20 => -2,
        20..25 => -3,
        25.. => -4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::part;
    use crate::sample;

    #[test]
    fn damage_and_heat_slow() {
        let mut mech = sample::mech();
        let points = |mech: &Mech| {
            let points = Points::public(mech);
            (points.walk, points.run)
        };
        assert_eq!(points(&mech), (4, 6));
        mech.condition.heat = 9;
        assert_eq!(points(&mech), (3, 5));
        mech.condition.heat = 90;
        assert_eq!(points(&mech), (0, 0));
        mech.condition.heat = 0;
        sample::hit(&mut mech, part::FOOT, Location::LeftLeg);
        assert_eq!(points(&mech), (3, 5));
        sample::hit(&mut mech, part::HIP, Location::LeftLeg);
        assert_eq!(points(&mech), (2, 3));
        mech.condition.structure[Location::LeftLeg.index()] = 0;
        assert_eq!(points(&mech), (1, 0));
        sample::hit(&mut mech, part::HIP, Location::RightLeg);
        mech.condition.structure[Location::RightLeg.index()] = 0;
        assert_eq!(points(&mech), (0, 0));
    }

    #[test]
    fn broken_jets_shorten_jumps() {
        let mut mech = sample::mech();
        mech.definition.jump = 4;
        let mut jet = mech.definition.components[0].clone();
        (jet.class, jet.code, jet.location) = (Class::Equipment, equipment::JUMP_JET, Location::LeftLeg);
        mech.definition.components.extend(vec![jet; 4]);
        assert_eq!(Points::public(&mech).jump, 4);
        mech.definition.components.last_mut().expect("a jet").operative = false;
        assert_eq!(Points::public(&mech).jump, 3);
        mech.condition.structure[Location::LeftLeg.index()] = 0;
        assert_eq!(Points::public(&mech).jump, 0);
    }

    #[test]
    fn masc_doubles() {
        let mut mech = sample::mech();
        assert_eq!(Points::public(&mech).masc, 0);
        mech.definition.masc = true;
        assert_eq!(Points::public(&mech), Points { walk: 4, run: 6, jump: 0, masc: 8 });
        mech.condition.own.as_mut().expect("its own").walk = 3;
        assert_eq!(Points::told(&mech).masc, 6);
    }
}
