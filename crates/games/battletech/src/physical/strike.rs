//! The blows that a mech is able to strike, with their needed rolls and damage.

use super::super::action::{Aim, Blow, Means};
use super::super::aim::{self, IMMOBILE};
use super::super::arc::Arc;
use super::super::club::{has_hand, has_hands};
use super::super::definition::{Class, part, says};
use super::super::health::{self, Part};
use super::super::heat;
use super::super::hex::Hex;
use super::super::location::Location;
use super::super::map::Map;
use super::super::sight::View;
use super::super::situation::{Mech, Pose};
use super::super::tables::Table;
use arrayvec::ArrayVec;
use serde::Serialize;

/// The most blows that are listed: two punches, two kicks, a club, and blades.
pub const MAX_STRIKES: usize = 9;

/// A kind of blow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// With an arm.
    Punch,
    /// With a leg.
    Kick,
    /// With a club in both hands.
    Club,
    /// With an axe that is built into an arm.
    Axe,
    /// With a sword that is built into an arm.
    Sword,
}

impl Kind {
    /// The roll of two dice that it needs before any modifier.
    #[must_use]
    pub const fn base(self) -> i8 {
        match self {
            Self::Punch | Self::Club | Self::Axe => 4,
            Self::Kick => 3,
            Self::Sword => 2,
        }
    }

    /// Damage by a mech of this many tons with an undamaged limb.
    #[must_use]
    pub const fn damage(self, tons: u16) -> u16 {
        match self {
            Self::Punch => tons.div_ceil(10),
            Self::Kick | Self::Club | Self::Axe => tons.div_ceil(5),
            Self::Sword => tons.div_ceil(10) + 1,
        }
    }

    /// The table of hit locations for an adjacent target whose hex is this many levels higher than the attacker's;
    /// `None` out of reach. Blades reach as clubs do.
    #[must_use]
    #[inline]
    pub fn table(self, levels: i16, prone: bool) -> Option<Table> {
        let kicks = self == Self::Kick;
        let own = match self {
            Self::Punch => Table::Punch,
            Self::Kick => Table::Kick,
            Self::Club | Self::Axe | Self::Sword => Table::Body,
        };
        match (levels, prone) {
            (0, false) => Some(own),
            (0, true) => kicks.then_some(own),
            (1, false) => (!kicks).then_some(Table::Kick),
            (1, true) => (!kicks).then_some(own),
            (-1, false) => (self != Self::Punch).then_some(Table::Punch),
            _ => None,
        }
    }
}

/// A blow that a mech is able to strike, whatever its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strike {
    /// The arm or leg; the left arm for a club.
    pub limb: Location,
    /// The weapon or limb, as it is declared.
    pub means: Means,
    /// The kind of blow.
    pub kind: Kind,
    /// The modifier of the limb's damage for the needed roll.
    pub modifier: i8,
    /// Points of damage if it hits.
    pub damage: u16,
}

impl Strike {
    /// Its blow at the mech on a hex.
    #[must_use]
    pub fn blow(&self, target: Hex) -> Blow {
        Blow { limb: self.limb, means: self.means, target, aim: Aim::Mech }
    }

    /// True if a hex is in the limb's arc: ahead of the torso, for punches also to the arm's own side; for kicks ahead
    /// of the legs.
    #[must_use]
    #[inline]
    pub fn bears(&self, attacker: &Pose, target: Hex) -> bool {
        let facing = if self.kind == Kind::Kick { attacker.facing } else { attacker.torso };
        self.bears_in(Arc::of(attacker.hex, facing, target))
    }

    /// The same for a target in an arc: of the legs for a kick, of the torso for all others.
    #[must_use]
    #[inline]
    pub fn bears_in(&self, arc: Arc) -> bool {
        match (arc, self.kind) {
            (Arc::Front, _) => true,
            (Arc::Left, Kind::Punch) => self.limb == Location::LeftArm,
            (Arc::Right, Kind::Punch) => self.limb == Location::RightArm,
            _ => false,
        }
    }

    /// The table of hit locations for a target mech; `None` if it is out of reach, or the attacker is prone or
    /// immobile.
    #[must_use]
    #[inline]
    pub fn reaches(&self, map: &Map, attacker: &Pose, target: &Pose) -> Option<Table> {
        let able = !attacker.prone && !attacker.immobile;
        if !able || attacker.hex.distance(target.hex) != 1 || !self.bears(attacker, target.hex) {
            return None;
        }
        let levels = map.cell(target.hex).level.saturating_sub(map.cell(attacker.hex).level);
        self.kind.table(levels, target.prone)
    }

    /// The roll of two dice that hits an adjacent mech: the modifiers of all attacks, without those of gunnery, heat
    /// and secondary targets.
    #[must_use]
    #[inline]
    pub fn needed(&self, map: &Map, attacker: &Pose, target: &Pose) -> i8 {
        const CLOSE: View = View { seen: true, cover_first: false, cover_second: false, light: 0, heavy: 0 };
        self.kind.base() + self.modifier + aim::attack(map, attacker, target, CLOSE)
    }

    /// The roll of two dice that hits an adjacent hex or the building on it.
    #[must_use]
    pub fn needed_at_hex(&self, map: &Map, attacker: &Pose) -> i8 {
        self.kind.base() + self.modifier + aim::attacker(map, attacker) + IMMOBILE
    }
}

/// All blows that a mech is able to strike at some heat, with limbs that are sound enough and have not fired. A prone
/// mech has them too. Shots fired from a limb are known for one's own mech only.
#[must_use]
pub fn strikes(mech: &Mech, heat: u16) -> ArrayVec<Strike, MAX_STRIKES> {
    let mut strikes = ArrayVec::new();
    let double = heat >= heat::TRIPLE_STRENGTH && health::has_triple_strength(mech);
    let mut add = |limb, means, kind: Kind, modifier, halvings: u32| {
        let damage = kind.damage(mech.definition.tons).checked_shr(halvings).unwrap_or(0);
        let damage = if double { damage.saturating_mul(2) } else { damage };
        // More blades than there is room for are not listed.
        let _ = strikes.try_push(Strike { limb, means, kind, modifier, damage });
    };
    for arm in [Location::LeftArm, Location::RightArm] {
        if !has_fired(mech, arm) {
            if let Some((modifier, halvings)) = punch(mech, arm) {
                add(arm, Means::Punch, Kind::Punch, modifier, halvings);
            }
            for (slot, kind) in blades(mech, arm) {
                add(arm, Means::Blade(slot), kind, 0, 0);
            }
        }
    }
    for leg in [Location::LeftLeg, Location::RightLeg] {
        if let Some((modifier, halvings)) = kick(mech, leg) {
            add(leg, Means::Kick, Kind::Kick, modifier, halvings);
        }
    }
    if let Some(modifier) = club(mech) {
        add(Location::LeftArm, Means::Club, Kind::Club, modifier, 0);
    }
    strikes
}

/// True if a weapon is known to have been fired from a limb in this turn.
fn has_fired(mech: &Mech, limb: Location) -> bool {
    mech.own().is_some_and(|own| own.has_fired(limb))
}

/// The modifier of a punch, and how often its damage is halved. The shoulder must be sound; upper arm and forearm that
/// are hit or missing add 2 each and halve the damage, the hand adds 1.
fn punch(mech: &Mech, arm: Location) -> Option<(i8, u32)> {
    let lacks = |code| !health::actuator(mech, code, arm).is_sound();
    if lacks(part::SHOULDER) {
        return None;
    }
    let halvings = u32::from(lacks(part::UPPER_ARM)) + u32::from(lacks(part::FOREARM));
    let modifier = 2 * i8::from(lacks(part::UPPER_ARM)) + 2 * i8::from(lacks(part::FOREARM));
    Some((modifier + i8::from(lacks(part::HAND)), halvings))
}

/// The modifier of a kick, and how often its damage is halved. Both hips must be sound; thigh and leg add 2 each and
/// halve the damage, the foot adds 1.
fn kick(mech: &Mech, leg: Location) -> Option<(i8, u32)> {
    let hips = [Location::LeftLeg, Location::RightLeg];
    if has_fired(mech, leg) || !hips.into_iter().all(|leg| health::actuator(mech, part::HIP, leg).is_sound()) {
        return None;
    }
    let lacks = |code| !health::actuator(mech, code, leg).is_sound();
    let halvings = u32::from(lacks(part::THIGH)) + u32::from(lacks(part::LEG));
    let modifier = 2 * i8::from(lacks(part::THIGH)) + 2 * i8::from(lacks(part::LEG));
    Some((modifier + i8::from(lacks(part::FOOT)), halvings))
}

/// The modifier of a blow with the club that it holds: 2 for each upper arm and forearm that is hit; `None` unless both
/// shoulders and hands are sound and neither arm has fired.
fn club(mech: &Mech) -> Option<i8> {
    let arms = [Location::LeftArm, Location::RightArm];
    let able = mech.condition.club && has_hands(mech) && !arms.into_iter().any(|arm| has_fired(mech, arm));
    let hit = |arm, code| 2 * i8::from(health::actuator(mech, code, arm) == Part::Hit);
    let all = arms.into_iter().map(|arm| hit(arm, part::UPPER_ARM) + hit(arm, part::FOREARM)).sum();
    able.then_some(all)
}

/// Axes and swords in an arm whose shoulder and hand are sound, with their first slots. No known file has one: a sword
/// is told by its name (`espada`), anything else is an axe.
fn blades(mech: &Mech, arm: Location) -> impl Iterator<Item = (u8, Kind)> + '_ {
    let components = mech.definition.components.iter().enumerate().filter(move |(_, component)| {
        component.class == Class::PhysicalWeapon && component.location == arm && component.operative
    });
    components.filter(move |_| has_hand(mech, arm)).filter_map(move |(place, component)| {
        let kind = if says(&component.name, "espada") { Kind::Sword } else { Kind::Axe };
        Some((mech.definition.slot_of(place, arm)?, kind))
    })
}
