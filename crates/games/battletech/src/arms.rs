//! The weapons of a mech, small enough to be copied and listed once in a turn.

use super::action::{Aim, Shot};
use super::aim;
use super::definition::{self, Class, Component, WeaponKind};
use super::health;
use super::hex::Hex;
use super::location::Location;
use super::situation::Mech;
use super::tables::missiles_in_36;
use arrayvec::ArrayVec;

/// The most weapons of a mech that are listed; files that were seen have up to nine.
pub const MAX_WEAPONS: usize = 24;
/// The most loads of ammunition that are listed for a weapon.
pub const MAX_LOADS: usize = 8;
/// The number of missiles in a group: missiles of one point of damage hit in groups.
pub const GROUP: u16 = 5;

/// The spread of a weapon's fire over the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fire {
    /// One hit.
    Single,
    /// Missiles, some of which hit, as the missile table says.
    Salvo,
    /// Missiles that all hit, or are not fired: then there is no heat, and no round is used.
    Streak,
    /// One hit, or at double rate as many as the missile table says for a salvo of 2.
    Ultra,
    /// One hit, or with cluster ammunition single points of damage, as many as the missile table says.
    Scatter,
}

/// A load of ammunition with rounds left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Its index among the components.
    pub component: u16,
    /// Its location.
    pub location: Location,
    /// Its slot.
    pub slot: u8,
    /// Rounds left.
    pub rounds: u16,
    /// Its modifier of the needed roll.
    pub modifier: i8,
    /// Cluster ammunition.
    pub scatters: bool,
}

/// A weapon that works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Its index among the components.
    pub component: u16,
    /// Its location.
    pub location: Location,
    /// A slot that it fills.
    pub slot: u8,
    /// Mounted to the rear.
    pub rear: bool,
    /// The spread of its fire.
    pub fire: Fire,
    /// Fired without ammunition.
    pub energy: bool,
    /// Heat of a shot, at single rate.
    pub heat: u16,
    /// Damage of a shot, or of each missile.
    pub damage: u16,
    /// Missiles of a salvo; 1 for guns.
    pub shots: u8,
    /// Minimum, short, medium and long range.
    pub ranges: [i16; 4],
    /// The modifier of the needed roll for the weapon and its arm's actuators.
    pub modifier: i8,
    /// Its ammunition, in the order of the components. Without any it cannot fire, unless it is an energy weapon.
    pub loads: ArrayVec<Load, MAX_LOADS>,
}

/// Weapons of a mech in the order of its components.
pub type Arsenal = ArrayVec<Weapon, MAX_WEAPONS>;

/// All weapons of a mech that work, also those without ammunition.
#[must_use]
pub fn arsenal(mech: &Mech) -> Arsenal {
    (0..mech.definition.components.len()).filter_map(|place| Weapon::of(mech, place)).take(MAX_WEAPONS).collect()
}

/// The loads of ammunition that a weapon can fire.
pub fn loads<'a>(mech: &'a Mech, weapon: &'a Component) -> impl Iterator<Item = Load> + 'a {
    let components = mech.definition.components.iter().enumerate();
    let fitting = components.filter(|(_, load)| feeds(mech, load, weapon));
    fitting.filter_map(|(place, load)| {
        Some(Load {
            component: u16::try_from(place).ok()?,
            location: load.location,
            slot: mech.definition.slot_of(place, load.location)?,
            rounds: u16::try_from(load.rounds).ok()?,
            modifier: aim::clamped(load.modifier),
            scatters: scatters(load, weapon),
        })
    })
}

/// True if a component is working ammunition for a weapon, with rounds left, in a location that is not gone.
#[must_use]
pub fn feeds(mech: &Mech, load: &Component, weapon: &Component) -> bool {
    load.has_rounds() && load.feeds == weapon.code && !health::is_gone(mech, load.location)
}

/// True for cluster ammunition of an LB-X autocannon: by the word for special ammunition, or by its code (86, which no
/// known file has).
fn scatters(load: &Component, weapon: &Component) -> bool {
    const CLUSTER: i32 = 86;
    fire(weapon) == Fire::Scatter && (load.code == CLUSTER || load.special != "No")
}

/// The spread of a weapon's fire. Files tell it by the name only: `Focal` is Streak.
#[must_use]
pub fn fire(weapon: &Component) -> Fire {
    let named = |word| definition::says(&weapon.name, word);
    match weapon.kind {
        WeaponKind::Missiles if named("focal") || named("streak") => Fire::Streak,
        WeaponKind::Ballistic if named("ultra") => Fire::Ultra,
        WeaponKind::Ballistic if named("lb-x") || named("lb ") => Fire::Scatter,
        _ if weapon.shots > 1 => Fire::Salvo,
        _ => Fire::Single,
    }
}

/// The modifier of the needed roll for a weapon in a damaged arm: 4 for the shoulder, else 1 each for upper arm and
/// forearm; 0 elsewhere.
#[must_use]
pub fn arm_modifier(mech: &Mech, location: Location) -> i8 {
    use super::definition::part;
    let hit = |code| i8::from(health::actuator(mech, code, location) == health::Part::Hit);
    if !location.is_arm() {
        0
    } else if hit(part::SHOULDER) == 1 {
        4
    } else {
        hit(part::UPPER_ARM) + hit(part::FOREARM)
    }
}

impl Weapon {
    /// The weapon at an index among the components; `None` if it is not a weapon, does not work, or is listed in no
    /// slot. Files leave out the last slots of some locations (one of 60 mechs has a weapon there), and a weapon is
    /// declared by its slot.
    #[must_use]
    pub fn of(mech: &Mech, place: usize) -> Option<Self> {
        let component = mech.definition.components.get(place)?;
        let works = component.class == Class::Weapon && component.operative;
        if !works || health::is_gone(mech, component.location) {
            return None;
        }
        let energy = component.kind == WeaponKind::Energy;
        let arm = arm_modifier(mech, component.location);
        Some(Self {
            component: u16::try_from(place).ok()?,
            location: component.location,
            slot: mech.definition.slot_of(place, component.location)?,
            rear: component.rear,
            fire: fire(component),
            energy,
            heat: positive(component.heat),
            damage: positive(component.damage),
            shots: u8::try_from(component.shots.max(0)).unwrap_or(u8::MAX),
            ranges: [component.minimum, component.short, component.medium, component.long],
            modifier: aim::clamped(component.modifier.saturating_add(arm.into())),
            loads: if energy { ArrayVec::new() } else { loads(mech, component).take(MAX_LOADS).collect() },
        })
    }

    /// Its shot with a load at the mech on a hex.
    #[must_use]
    pub fn shot(&self, load: Option<&Load>, double: bool, target: Hex) -> Shot {
        let ammunition = load.map(|load| (load.location, load.slot));
        let Self { location, slot, .. } = *self;
        Shot { location, slot, double, ammunition, target: Some(target), aim: Aim::Mech }
    }

    /// True if it needs no ammunition or has some left.
    #[must_use]
    pub fn is_loaded(&self) -> bool {
        self.energy || !self.loads.is_empty()
    }

    /// The modifier of range, weapon, arm and ammunition at a distance; `None` out of range.
    #[must_use]
    #[inline]
    pub fn to_hit(&self, distance: u8, load: Option<&Load>) -> Option<i8> {
        let range = aim::range(self.ranges, distance)?;
        Some(range.saturating_add(self.modifier).saturating_add(load.map_or(0, |load| load.modifier)))
    }

    /// The heat of firing it.
    #[must_use]
    pub const fn heat(&self, double: bool) -> u16 {
        if double { self.heat.saturating_mul(2) } else { self.heat }
    }

    /// Mean damage of a shot that hits, in thousandths of a point; `bonus` is added to the roll
    /// on the table of missiles (2 for Narc or Artemis IV).
    #[must_use]
    pub fn mean(&self, load: Option<&Load>, double: bool, bonus: u8) -> u32 {
        let scatters = load.is_some_and(|load| load.scatters);
        let (damage, shots) = (u32::from(self.damage), u32::from(self.shots));
        match self.fire {
            Fire::Streak => 1000 * damage * shots,
            Fire::Salvo => thousandths(damage * missiles_in_36(self.shots, bonus)),
            Fire::Ultra if double => thousandths(damage * missiles_in_36(2, 0)),
            Fire::Scatter if scatters => {
                thousandths(missiles_in_36(u8::try_from(self.damage).unwrap_or(u8::MAX), bonus))
            }
            Fire::Single | Fire::Ultra | Fire::Scatter => 1000 * damage,
        }
    }
}

/// The mean of a sum over the 36 rolls of two dice, in thousandths.
const fn thousandths(sum: u32) -> u32 {
    sum * 250 / 9
}

/// A value from a file, limited to 0 to 1000, so that sums of it do not overflow.
fn positive(value: i16) -> u16 {
    u16::try_from(value).unwrap_or(0).min(1000)
}

#[cfg(test)]
mod tests {
    use super::super::definition::part;
    use super::super::sample::{self, place};
    use super::*;

    fn weapon(mech: &Mech, place: usize) -> Weapon {
        Weapon::of(mech, place).expect("it works")
    }

    #[test]
    fn everything_that_works_is_listed() {
        let mut mech = sample::mech();
        let places = |mech: &Mech| arsenal(mech).iter().map(|weapon| weapon.component).collect::<Vec<_>>();
        assert_eq!(places(&mech), [0, 1, 2, 3, 4, 5, 6, 7]);
        mech.definition.components[place::MEDIUM].operative = false;
        mech.condition.structure[Location::LeftTorso.index()] = 0;
        // The arm falls with the torso.
        assert_eq!(places(&mech), [0, 3, 4, 7]);
        assert!(!weapon(&mech, place::LEG).is_loaded(), "its ammunition was in that torso");
        assert!(weapon(&mech, place::LONG).is_loaded());
        assert_eq!(Weapon::of(&mech, 99), None);
        assert_eq!(Weapon::of(&mech, place::AXE), None);
    }

    #[test]
    fn slots_and_loads() {
        let mut mech = sample::mech();
        let long = weapon(&mech, place::LONG);
        assert_eq!((long.slot, long.loads.len(), long.loads[0].rounds, long.loads[1].rounds), (0, 2, 8, 1));
        assert_eq!((long.loads[0].location, long.loads[0].slot), (Location::RightTorso, 1));
        mech.definition.components[place::LONG_LOADS[0]].rounds = 0;
        assert_eq!(weapon(&mech, place::LONG).loads.len(), 1);
        let scatter = weapon(&mech, place::SCATTER);
        assert_eq!(
            scatter.loads.iter().map(|load| (load.scatters, load.modifier)).collect::<Vec<_>>(),
            [(false, 0), (true, -1)]
        );
    }

    #[test]
    fn all_weapons_of_the_catalogue_can_fire() {
        use super::super::catalogue::{MECHS, mech_of};
        for entry in MECHS {
            let mut mech = sample::mech();
            mech.definition = mech_of(entry.name).expect("it is in the catalogue");
            mech.condition.structure = mech.definition.structure;
            let weapons = mech.definition.components.iter().filter(|component| component.class == Class::Weapon);
            let arsenal = arsenal(&mech);
            assert_eq!(arsenal.len(), weapons.count(), "{}", entry.name);
            assert!(arsenal.iter().all(Weapon::is_loaded), "{}", entry.name);
        }
    }

    #[test]
    fn ammunition_feeds_its_weapon_only() {
        let mech = sample::mech();
        let [first, second] = place::LONG_LOADS;
        let [slug, cluster] = place::SCATTER_LOADS;
        let pairs = [
            (place::LONG, first),
            (place::LONG, second),
            (place::LEG, place::LEG_LOAD),
            (place::ULTRA, place::ULTRA_LOAD),
            (place::SCATTER, slug),
            (place::SCATTER, cluster),
            (place::STREAK, place::STREAK_LOAD),
        ];
        let parts = &mech.definition.components;
        for weapon in 0..parts.len() {
            for load in 0..parts.len() {
                assert_eq!(
                    feeds(&mech, &parts[load], &parts[weapon]),
                    pairs.contains(&(weapon, load)),
                    "{weapon} {load}"
                );
            }
        }
    }

    #[test]
    fn means_by_hand() {
        let mech = sample::mech();
        let mean = |place, double, bonus| weapon(&mech, place).mean(None, double, bonus);
        assert_eq!(mean(place::LARGE, false, 0), 8000);
        assert_eq!(mean(place::STREAK, false, 0), 4000);
        // 342 missiles in 36 rolls; six-packs: 144 in 36.
        assert_eq!(mean(place::LONG, false, 0), 342 * 1000 / 36);
        assert_eq!(mean(place::LEG, false, 0), 8000);
        assert!(mean(place::LEG, false, 2) > 8000);
        // 51 hits of 5 points in 36 rolls.
        assert_eq!((mean(place::ULTRA, false, 0), mean(place::ULTRA, true, 0)), (5000, 5 * 51 * 1000 / 36));
        let scatter = weapon(&mech, place::SCATTER);
        assert_eq!(scatter.mean(Some(&scatter.loads[0]), false, 0), 10_000);
        // 227 points in 36 rolls.
        assert_eq!(scatter.mean(Some(&scatter.loads[1]), false, 0), 227 * 1000 / 36);
        assert_eq!((scatter.heat(false), weapon(&mech, place::ULTRA).heat(true)), (2, 2));
    }

    #[test]
    fn damaged_arms_aim_badly() {
        let mut mech = sample::mech();
        let needs = |mech: &Mech| [place::ULTRA, place::LARGE].map(|place| weapon(mech, place).to_hit(4, None));
        assert_eq!(needs(&mech), [Some(0), Some(0)]);
        sample::hit(&mut mech, part::FOREARM, Location::LeftArm);
        assert_eq!(needs(&mech), [Some(1), Some(0)]);
        sample::hit(&mut mech, part::UPPER_ARM, Location::LeftArm);
        assert_eq!(needs(&mech), [Some(2), Some(0)]);
        sample::hit(&mut mech, part::SHOULDER, Location::LeftArm);
        assert_eq!(needs(&mech), [Some(4), Some(0)]);
    }

    #[test]
    fn words_in_names() {
        assert!(definition::says("CA/5 Ultra", "ultra") && definition::says("AMCA 2 FOCAL", "focal"));
        assert!(!definition::says("", "x") && !definition::says("CA/5", "ultra"));
    }
}
