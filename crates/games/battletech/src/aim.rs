//! Needed rolls of attacks: the modifiers in the table of the simulator's manual, part by part. Poses may be real or
//! only considered by a player.
//!
//! The roll that a shot needs is the sum of [`common`], [`handicap`], the weapon's own part
//! ([`super::arms::Weapon::to_hit`]: [`range`], weapon, arm and ammunition), and [`secondary`] for any target but the
//! primary one.

use super::arc::Arc;
use super::definition::part;
use super::hex::Hex;
use super::location::Location;
use super::map::{Map, Object};
use super::sight::View;
use super::situation::{Mech, Mode, Pose};
use super::{health, heat};

/// The roll of two dice that a shot needs before any modifier: gunnery is 4 for all pilots.
pub const GUNNERY: i8 = 4;
/// The modifier for a target in partial cover.
pub const COVER: i8 = 3;
/// The modifier for an immobile target: a mech that is shut down or unconscious, a hex, a building.
pub const IMMOBILE: i8 = -4;
/// The modifier for a shooter whose sensors are hit once.
pub const SENSORS: i8 = 2;

/// The needed roll of a shot at the primary target, [`GUNNERY`] included, without the weapon's part and the shooter's
/// damage. `view` is from shooter to target, which must be on the map.
#[must_use]
#[inline]
pub fn common(map: &Map, shooter: &Pose, target: &Pose, view: View) -> i8 {
    GUNNERY + attack(map, shooter, target, view) + heat::to_hit(shooter.heat)
}

/// The same for a shot at a hex or the building on it, which is immobile and has no cover.
#[must_use]
pub fn at_hex(map: &Map, shooter: &Pose, view: View) -> i8 {
    GUNNERY + attacker(map, shooter) + between(view) + IMMOBILE + heat::to_hit(shooter.heat)
}

/// The modifiers of all attacks, with weapons or limbs.
#[must_use]
#[inline]
pub fn attack(map: &Map, attacker: &Pose, target: &Pose, view: View) -> i8 {
    self::attacker(map, attacker) + between(view) + self::target(map, attacker.hex, target, view)
}

/// The modifier for the attacker's movement and hex. A prone attacker has both modifiers: for being prone, and for
/// its movement before.
#[must_use]
#[inline]
pub fn attacker(map: &Map, attacker: &Pose) -> i8 {
    let moved = match attacker.mode {
        Mode::Still => 0,
        Mode::Walk => 1,
        Mode::Run => 2,
        Mode::Jump => 3,
    };
    let lying = if attacker.prone { 2 } else { 0 };
    moved + lying + i8::from(map.cell(attacker.hex).depth() > 0)
}

/// Woods and smoke on the way. Three light or two heavy already block the view.
#[inline]
fn between(view: View) -> i8 {
    let sum = u16::from(view.light) + 2 * u16::from(view.heavy);
    i8::try_from(sum.min(20)).unwrap_or(0)
}

/// The modifier for the target's movement, hex and state.
#[inline]
fn target(map: &Map, from: Hex, target: &Pose, view: View) -> i8 {
    let cell = map.cell(target.hex);
    let woods = match cell.object {
        Some(Object::LightWoods) => 1,
        Some(Object::HeavyWoods) => 2,
        _ => 0,
    };
    let lying = match target.prone {
        true if from.distance(target.hex) <= 1 => -2,
        true => 1,
        false => 0,
    };
    let water = if cell.depth() == 1 { -1 } else { 0 };
    let cover = if is_covered(map, target, view) { COVER } else { 0 };
    let still = if target.immobile { IMMOBILE } else { 0 };
    let stuck = if target.stuck { -2 } else { 0 };
    swiftness(target) + woods + lying + water + cover + still + stuck
}

/// The modifier for the target's own movement: by hexes from start to end, and 1 more for a jump.
#[must_use]
#[inline]
pub fn swiftness(target: &Pose) -> i8 {
    let hexes = match target.moved {
        0..=2 => 0,
        3..=4 => 1,
        5..=6 => 2,
        7..=9 => 3,
        10.. => 4,
    };
    hexes + i8::from(target.mode == Mode::Jump)
}

/// True if a target has partial cover: it stands, and either the ground covers it on this line or it is in water of
/// depth 1. Hits on it are rolled on the punch table.
#[must_use]
#[inline]
pub fn is_covered(map: &Map, target: &Pose, view: View) -> bool {
    !target.prone && (view.cover_second || map.cell(target.hex).depth() == 1)
}

/// The modifier of a distance for a weapon with these minimum, short, medium and long ranges; `None` out of range. The
/// weapon's own modifier is not in it: that is the number in its file, for LB-X and pulse weapons too, for which the
/// table game has -1 and -2.
#[must_use]
#[inline]
pub fn range(ranges: [i16; 4], distance: u8) -> Option<i8> {
    let [minimum, short, medium, long] = ranges;
    let far = i16::from(distance);
    let by_range = match far {
        _ if far <= short => 0,
        _ if far <= medium => 2,
        _ if far <= long => 4,
        _ => return None,
    };
    let near = if minimum > 0 && far <= minimum { clamped((minimum - far).saturating_add(1)) } else { 0 };
    Some(by_range + near)
}

/// The modifier that the shooter's own damage adds to all its shots, standing or prone; `None` if it cannot fire at all
/// because its sensors are hit twice.
#[must_use]
pub fn handicap(shooter: &Mech, prone: bool) -> Option<i8> {
    let sensors = match health::hits(shooter, part::SENSORS) {
        0 => 0,
        1 => SENSORS,
        _ => return None,
    };
    Some(sensors + i8::from(prone && health::arms_gone(shooter) == 1))
}

/// The modifier for a target other than the primary one.
#[must_use]
#[inline]
pub fn secondary(shooter: &Pose, target: Hex) -> i8 {
    if Arc::of(shooter.hex, shooter.torso, target) == Arc::Front { 1 } else { 2 }
}

/// True if a weapon mounted in a location can be aimed at a hex. Legs fire by the side that the legs face, all else by
/// the torso; weapons fire ahead, those in arms to their own side too, those mounted to the rear only behind.
#[must_use]
#[inline]
pub fn bears(location: Location, rear: bool, shooter: &Pose, target: Hex) -> bool {
    let facing = if location.is_leg() { shooter.facing } else { shooter.torso };
    bears_in(location, rear, Arc::of(shooter.hex, facing, target))
}

/// The same by the arc in which the hex lies: of the legs for weapons in legs, of the torso for all others.
#[must_use]
#[inline]
pub fn bears_in(location: Location, rear: bool, arc: Arc) -> bool {
    match (rear, location, arc) {
        (true, _, arc) => arc == Arc::Rear,
        (false, _, Arc::Front) | (false, Location::LeftArm, Arc::Left) | (false, Location::RightArm, Arc::Right) => {
            true
        }
        _ => false,
    }
}

/// A modifier, limited to the range that can matter.
pub(super) fn clamped(modifier: i16) -> i8 {
    // Beyond these every shot hits, or none does.
    i8::try_from(modifier.clamp(-50, 50)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::definition::Component;
    use super::super::hex::Side;
    use super::super::map::{Cell, Terrain};
    use super::super::sample::{self, place};
    use super::*;

    /// On open ground, without moving, without heat.
    fn pose(column: u8, row: u8) -> Pose {
        let mut pose = sample::mech().pose();
        pose.hex = Hex::new(column, row);
        pose
    }

    const CLEAR: View = View { seen: true, cover_first: false, cover_second: false, light: 0, heavy: 0 };

    /// The number that a shot over four hexes needs, without the weapon's part.
    fn needs(change: impl Fn(&mut Map, &mut Pose, &mut Pose, &mut View)) -> i8 {
        let mut map = sample::duel().map;
        let (mut shooter, mut target, mut view) = (pose(5, 5), pose(5, 1), CLEAR);
        change(&mut map, &mut shooter, &mut target, &mut view);
        common(&map, &shooter, &target, view)
    }

    fn put(map: &mut Map, hex: Hex, cell: Cell) {
        *map.cell_mut(hex) = cell;
    }

    const POND: Cell = Cell { level: -1, terrain: Terrain::Water, ..Cell::OPEN };

    /// The weapon's part of the number at a distance.
    fn weapon(component: &Component, distance: u8) -> Option<i8> {
        let ranges = [component.minimum, component.short, component.medium, component.long];
        Some(range(ranges, distance)?.saturating_add(clamped(component.modifier)))
    }

    #[test]
    fn gunnery_alone() {
        assert_eq!(needs(|_, _, _, _| ()), 4);
    }

    #[test]
    fn attackers_that_move() {
        let by_mode = Mode::ALL.map(|mode| needs(|_, shooter, _, _| shooter.mode = mode));
        assert_eq!(by_mode, [4, 5, 6, 7]);
        assert_eq!(needs(|_, shooter, _, _| shooter.prone = true), 6);
        assert_eq!(needs(|_, shooter, _, _| (shooter.prone, shooter.mode) = (true, Mode::Walk)), 7);
        assert_eq!(needs(|_, shooter, _, _| (shooter.moved, shooter.mode) = (9, Mode::Run)), 6);
    }

    #[test]
    fn targets_that_move() {
        let by_hexes = (0..=12).map(|moved| needs(|_, _, target, _| target.moved = moved) - 4).collect::<Vec<_>>();
        assert_eq!(by_hexes, [0, 0, 0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4]);
        assert_eq!(needs(|_, _, target, _| (target.moved, target.mode) = (5, Mode::Jump)), 7);
        assert_eq!(needs(|_, _, target, _| (target.moved, target.mode) = (5, Mode::Run)), 6);
    }

    #[test]
    fn targets_that_lie_or_cannot_move() {
        assert_eq!(needs(|_, _, target, _| target.prone = true), 5);
        assert_eq!(needs(|_, _, target, _| (target.prone, target.hex) = (true, Hex::new(5, 4))), 2);
        assert_eq!(needs(|_, _, target, _| target.immobile = true), 0);
        assert_eq!(needs(|_, _, target, _| target.stuck = true), 2);
    }

    #[test]
    fn woods() {
        assert_eq!(needs(|_, _, _, view| (view.light, view.heavy) = (2, 0)), 6);
        assert_eq!(needs(|_, _, _, view| (view.light, view.heavy) = (0, 1)), 6);
        let on = |object| Cell { object: Some(object), ..Cell::OPEN };
        assert_eq!(needs(|map, _, target, _| put(map, target.hex, on(Object::LightWoods))), 5);
        assert_eq!(needs(|map, _, target, _| put(map, target.hex, on(Object::HeavyWoods))), 6);
        assert_eq!(needs(|map, shooter, _, _| put(map, shooter.hex, on(Object::HeavyWoods))), 4);
        assert_eq!(needs(|map, _, target, _| put(map, target.hex, on(Object::Rubble))), 4);
    }

    #[test]
    fn water_and_cover() {
        assert_eq!(needs(|map, shooter, _, _| put(map, shooter.hex, POND)), 5);
        assert_eq!(needs(|map, _, target, _| put(map, target.hex, POND)), 6);
        assert_eq!(needs(|_, _, _, view| view.cover_second = true), 7);
        assert_eq!(needs(|_, _, _, view| view.cover_first = true), 4);
        assert_eq!(needs(|_, _, target, view| (target.prone, view.cover_second) = (true, true)), 5);
        // Cover of both kinds counts once.
        let both = needs(|map, _, target, view| {
            put(map, target.hex, POND);
            view.cover_second = true;
        });
        assert_eq!(both, 6);
    }

    #[test]
    fn hot_shooters() {
        let by_heat =
            [0, 7, 8, 12, 13, 16, 17, 23, 24, 90].map(|heat| needs(|_, shooter, _, _| shooter.heat = heat) - 4);
        assert_eq!(by_heat, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
        assert_eq!(needs(|_, _, target, _| target.heat = 30), 4);
    }

    #[test]
    fn hexes_as_targets() {
        let mut map = sample::duel().map;
        let mut shooter = pose(5, 5);
        assert_eq!(at_hex(&map, &shooter, CLEAR), 0);
        shooter.mode = Mode::Jump;
        put(&mut map, shooter.hex, POND);
        assert_eq!(at_hex(&map, &shooter, View { light: 1, ..CLEAR }), 5);
    }

    #[test]
    fn ranges() {
        let mech = sample::mech();
        let at = |place: usize, distance| weapon(&mech.definition.components[place], distance);
        // Long-range missiles: 6, 7, 14, 21.
        let long = [1, 5, 6, 7, 8, 14, 15, 21, 22].map(|distance| at(place::LONG, distance));
        let expected = [Some(6), Some(2), Some(1), Some(0), Some(2), Some(2), Some(4), Some(4), None];
        assert_eq!(long, expected);
        let medium = [1, 3, 4, 6, 7, 9, 10].map(|distance| at(place::MEDIUM, distance));
        assert_eq!(medium, [Some(0), Some(0), Some(2), Some(2), Some(4), Some(4), None]);
        let mut pulse = mech.definition.components[place::MEDIUM].clone();
        pulse.modifier = -2;
        assert_eq!(weapon(&pulse, 4), Some(0));
        pulse.minimum = i16::MAX;
        assert!(weapon(&pulse, 0).is_some_and(|modifier| modifier > 12), "nonsense does not overflow");
    }

    #[test]
    fn damaged_shooters() {
        let mut mech = sample::mech();
        assert_eq!((handicap(&mech, false), handicap(&mech, true)), (Some(0), Some(0)));
        mech.condition.structure[Location::LeftArm.index()] = 0;
        assert_eq!((handicap(&mech, false), handicap(&mech, true)), (Some(0), Some(1)));
        sample::hit(&mut mech, part::SENSORS, Location::Head);
        assert_eq!((handicap(&mech, false), handicap(&mech, true)), (Some(2), Some(3)));
        sample::hit(&mut mech, part::SENSORS, Location::Head);
        assert_eq!(handicap(&mech, false), None);
    }

    #[test]
    fn weapons_bear_by_their_mounting() {
        let mut shooter = pose(5, 5);
        shooter.torso = Side::NORTH.turned(1);
        let around = Side::ALL.map(|side| shooter.hex.neighbour(side).expect("in the middle"));
        let sides = |location, rear| {
            let sides = Side::ALL.iter().zip(around).filter(|&(_, hex)| bears(location, rear, &shooter, hex));
            sides.map(|(side, _)| side.number()).collect::<Vec<_>>()
        };
        assert_eq!(sides(Location::CentreTorso, false), [1, 2, 3]);
        assert_eq!(sides(Location::Head, false), [1, 2, 3]);
        assert_eq!(sides(Location::LeftArm, false), [1, 2, 3, 6]);
        assert_eq!(sides(Location::RightArm, false), [1, 2, 3, 4]);
        assert_eq!(sides(Location::LeftTorso, true), [5]);
        assert_eq!(sides(Location::LeftLeg, false), [1, 2, 6]);
        assert_eq!(around.map(|hex| secondary(&shooter, hex)), [1, 1, 1, 2, 2, 2]);
    }
}
