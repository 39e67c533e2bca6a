//! Heat: its sources, the sinks that remove it, and its effects. The numbers are those of the simulator's manual. Its
//! effect on movement is in `movement`.

use super::definition::equipment;
use super::location::Location;
use super::odds::NEVER;
use super::situation::{Mech, Mode};

/// Heat of each attempt to stand up.
pub const STANDING: u16 = 1;
/// Heat of a turn that ends in a burning hex.
pub const IN_FIRE: u16 = 5;
/// Heat of each burning hex on the way.
pub const THROUGH_FIRE: u16 = 2;
/// Heat of each turn that inferno fuel burns on a mech. The manual also says 3.
pub const INFERNO: u16 = 6;
/// Turns that inferno fuel burns.
pub const INFERNO_TURNS: u8 = 3;
/// The most heat that water removes beyond what the same heat sinks remove in air.
pub const MOST_WATER: u16 = 6;
/// The heat from which triple-strength myomer doubles the damage of blows.
pub const TRIPLE_STRENGTH: u16 = 9;

/// The modifier of all shots of a mech by its heat: 1 from 8, 2 from 13, 3 from 17, 4 from 24 on.
#[must_use]
#[inline]
pub const fn to_hit(heat: u16) -> i8 {
    match heat {
        0..=7 => 0,
        8..=12 => 1,
        13..=16 => 2,
        17..=23 => 3,
        _ => 4,
    }
}

/// The roll of two dice that keeps a mech from shutting down, or starts it again: 0 below 14, where nothing is rolled;
/// [`NEVER`] from 30 on.
#[must_use]
pub fn shutdown(heat: u16) -> u8 {
    reached(heat, &[(14, 4), (18, 6), (22, 8), (26, 10), (30, NEVER)])
}

/// The roll of two dice that keeps ammunition from exploding: 0 below 19, where nothing is rolled. The manual says 6
/// from 28 on too, where the rules of the table game say 8.
#[must_use]
pub fn explosion(heat: u16) -> u8 {
    reached(heat, &[(19, 4), (23, 6)])
}

/// The roll of two dice that keeps inferno ammunition from exploding: 0 below 10, where nothing is rolled.
#[must_use]
pub fn inferno_explosion(heat: u16) -> u8 {
    reached(heat, &[(10, 4), (14, 6), (19, 8), (23, 10), (28, 12)])
}

/// Wounds per turn of a pilot whose life support is hit: 1 from a heat of 15 on, 2 from 26 on.
#[must_use]
pub fn wounds(heat: u16) -> u8 {
    reached(heat, &[(15, 1), (26, 2)])
}

/// The number beside the highest step of a table, from the lowest to the highest, that a heat reaches; 0 below all.
fn reached(heat: u16, steps: &[(u16, u8)]) -> u8 {
    steps.iter().rfind(|(from, _)| heat >= *from).map_or(0, |(_, number)| *number)
}

/// Heat of a movement: for a jump its hexes, at least 3. Attempts to stand up are not included.
#[must_use]
pub const fn movement(mode: Mode, hexes: u8) -> u16 {
    match mode {
        Mode::Still => 0,
        Mode::Walk => 1,
        Mode::Run => 2,
        Mode::Jump if hexes < 3 => 3,
        Mode::Jump => hexes as u16,
    }
}

/// Heat per turn from engine hits: 5 for each, up to the two that it survives.
#[must_use]
pub const fn engine(hits: u16) -> u16 {
    if hits < 2 { 5 * hits } else { 10 }
}

/// The heat that a mech removes in a turn with this many heat sinks on, in water of a depth. Sinks under water count
/// twice, for at most 6 more. Depth 1 covers the legs of a standing mech; deeper water covers all of it, as does any
/// depth when it is prone.
#[must_use]
pub fn sunk(mech: &Mech, sinks_on: u16, depth: u16, prone: bool) -> u16 {
    let wet = match depth {
        0 => 0,
        1 if !prone => leg_sinks(mech).min(sinks_on),
        _ => sinks_on,
    };
    let each = if mech.definition.double_sinks { 2 } else { 1 };
    sinks_on.saturating_mul(each).saturating_add(wet.saturating_mul(each).min(MOST_WATER))
}

/// Working heat sinks in the legs that are there; hits on them are known for one's own mech only.
fn leg_sinks(mech: &Mech) -> u16 {
    let legs = [Location::LeftLeg, Location::RightLeg].into_iter().filter(|leg| !super::health::is_gone(mech, *leg));
    let places =
        legs.flat_map(|leg| (0..leg.slots()).zip(&mech.definition.slots[leg.index()]).map(move |at| (leg, at)));
    let sound = |leg, place| mech.own().is_none_or(|own| !own.is_hit(leg, place));
    places.map(|(leg, (place, slot))| u16::from(slot.code == equipment::HEAT_SINK && sound(leg, place))).sum()
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn rows_begin_where_the_manual_says() {
        let starts = |value: &dyn Fn(u16) -> u8| {
            (1..60).filter(|&heat| value(heat) != value(heat - 1)).map(|heat| (heat, value(heat))).collect::<Vec<_>>()
        };
        assert_eq!(starts(&|heat| to_hit(heat).unsigned_abs()), [(8, 1), (13, 2), (17, 3), (24, 4)]);
        assert_eq!(starts(&shutdown), [(14, 4), (18, 6), (22, 8), (26, 10), (30, NEVER)]);
        assert_eq!(starts(&explosion), [(19, 4), (23, 6)]);
        assert_eq!(starts(&inferno_explosion), [(10, 4), (14, 6), (19, 8), (23, 10), (28, 12)]);
        assert_eq!(starts(&wounds), [(15, 1), (26, 2)]);
        assert_eq!([0, 1, 2, 3].map(engine), [0, 5, 10, 10]);
    }

    #[test]
    fn movement_heats() {
        assert_eq!([Mode::Still, Mode::Walk, Mode::Run].map(|mode| movement(mode, 5)), [0, 1, 2]);
        assert_eq!([1, 3, 4, 8].map(|hexes| movement(Mode::Jump, hexes)), [3, 3, 4, 8]);
    }

    #[test]
    fn water_cools_what_it_covers() {
        let mut mech = sample::mech();
        // Two sinks in the legs, ten on in all.
        assert_eq!(sunk(&mech, 10, 0, false), 10);
        assert_eq!(sunk(&mech, 10, 1, false), 12);
        assert_eq!(sunk(&mech, 10, 1, true), 16);
        assert_eq!(sunk(&mech, 10, 2, false), 16);
        assert_eq!(sunk(&mech, 0, 2, false), 0);
        mech.definition.double_sinks = true;
        assert_eq!(sunk(&mech, 10, 0, false), 20);
        assert_eq!(sunk(&mech, 10, 1, false), 24);
        mech.condition.structure[Location::LeftLeg.index()] = 0;
        assert_eq!(sunk(&mech, 10, 1, false), 22);
    }
}
