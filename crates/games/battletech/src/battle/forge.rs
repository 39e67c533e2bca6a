//! Mechs and maps for tests, plain and of any weight.

use super::{Battle, Options, StartPlace};
use crate::definition::{Actuator, Class, Component, Definition, Slot, WeaponKind, equipment, part};
use crate::hex::{Hex, Side};
use crate::location::Location;
use crate::map::{Cell, Map};
use crate::situation::Settings;
use Location::{CentreTorso, Head, LeftArm, LeftLeg, LeftTorso, RightArm, RightLeg};

/// A weapon that is mounted, and its number of slots; all but the location follows from its name.
pub(crate) fn weapon(name: &str, location: Location) -> (Component, u8) {
    // Code, kind, heat, damage, shots, ranges, slots: section 13 of the rules.
    let (code, kind, heat, damage, shots, ranges, slots) = match name {
        "Láser Medio" => (22, WeaponKind::Energy, 3, 5, 1, [0, 3, 6, 9], 1),
        "CPP" => (23, WeaponKind::Energy, 10, 10, 1, [3, 6, 12, 18], 3),
        "Lanzallamas" => (20, WeaponKind::Energy, 3, 2, 1, [0, 1, 2, 3], 1),
        "CA/20" => (27, WeaponKind::Ballistic, 7, 20, 1, [0, 3, 6, 9], 10),
        "AMLA 20" => (34, WeaponKind::Missiles, 6, 1, 20, [6, 7, 14, 21], 5),
        "AMCA 6" => (42, WeaponKind::Missiles, 4, 2, 6, [0, 3, 6, 9], 2),
        "Rifle Gauss" => (65, WeaponKind::Ballistic, 1, 15, 1, [2, 7, 15, 22], 7),
        "CA/5 Ultra" => (67, WeaponKind::Ballistic, 1, 5, 1, [2, 6, 13, 20], 5),
        "AMCA 2 Focal" => (73, WeaponKind::Missiles, 2, 2, 2, [0, 3, 6, 9], 1),
        other => unreachable!("{other} is not forged here"),
    };
    let component = Component { kind, heat, damage, shots, ..plain(name, code, Class::Weapon, location) };
    let [minimum, short, medium, long] = ranges;
    (Component { minimum, short, medium, long, ..component }, slots)
}

/// A load of ammunition for a weapon's code.
pub(crate) fn ammunition(feeds: i32, rounds: i16, location: Location) -> (Component, u8) {
    let special = if feeds == 65 { "Gauss" } else { "No" };
    let name = format!("M. {feeds}");
    let component =
        Component { feeds, rounds, special: special.into(), ..plain(&name, feeds + 20, Class::Ammunition, location) };
    (component, 1)
}

fn plain(name: &str, code: i32, class: Class, location: Location) -> Component {
    Component {
        code,
        name: name.into(),
        class,
        rear: false,
        location,
        second: None,
        kind: WeaponKind::Nothing,
        heat: -1,
        damage: -1,
        shots: -1,
        minimum: -1,
        short: -1,
        medium: -1,
        long: -1,
        operative: true,
        feeds: -1,
        rounds: 0,
        special: "No".into(),
        modifier: 0,
    }
}

fn slot(class: Class, code: i32, name: &str) -> Slot {
    Slot { class, amount: 0, code, name: name.into(), component: None, actuator: None, damage: 0 }
}

/// A mech of these tons (a multiple of 10), that walks so far, with all actuators, an armour of
/// `armour` points everywhere (half of it behind, 9 on the head) and what is mounted.
pub(crate) fn mech(tons: u16, walk: u8, armour: u16, mounted: &[(Component, u8)]) -> Definition {
    let mut actuators = Vec::new();
    let mut slots: [Vec<Slot>; 8] = Default::default();
    let mut fit = |location: Location, codes: &[(i32, &[usize])]| {
        for (code, places) in codes {
            let index = u16::try_from(actuators.len()).expect("few");
            actuators.push(Actuator { code: *code, name: format!("A{code}"), location, operative: true, hits: 0 });
            let list = &mut slots[location.index()];
            for &place in *places {
                while list.len() <= place {
                    list.push(slot(Class::Nothing, -1, ""));
                }
                list[place] = Slot { actuator: Some(index), ..slot(Class::Actuator, *code, "actuador") };
            }
        }
    };
    let arm: &[(i32, &[usize])] =
        &[(part::SHOULDER, &[0]), (part::UPPER_ARM, &[1]), (part::FOREARM, &[2]), (part::HAND, &[3])];
    let leg: &[(i32, &[usize])] = &[(part::HIP, &[0]), (part::THIGH, &[1]), (part::LEG, &[2]), (part::FOOT, &[3])];
    fit(LeftArm, arm);
    fit(RightArm, arm);
    fit(LeftLeg, leg);
    fit(RightLeg, leg);
    fit(CentreTorso, &[(part::ENGINE, &[0, 1, 2, 7, 8, 9]), (part::GYRO, &[3, 4, 5, 6])]);
    fit(Head, &[(part::LIFE_SUPPORT, &[0, 5]), (part::SENSORS, &[1, 4]), (part::COCKPIT, &[2])]);
    let mut components: Vec<Component> = Vec::new();
    for (component, count) in mounted {
        let index = u16::try_from(components.len()).expect("few");
        let list = &mut slots[component.location.index()];
        let amount = component.rounds.max(0);
        for _ in 0..*count {
            let damage = match component.feeds {
                34 | 27 => 20,
                42 => 12,
                65 => 15,
                67 => 5,
                73 => 4,
                _ => 0,
            };
            let held = slot(component.class, component.code, &component.name);
            list.push(Slot { component: Some(index), amount: amount.into(), damage, ..held });
        }
        assert!(list.len() <= usize::from(component.location.slots()), "{} has no room", component.location);
        components.push(component.clone());
    }
    let inner = |tenths: u16| (tons * tenths).div_ceil(100);
    let (arms, torso, legs) = (inner(17), inner(21), inner(21));
    Definition {
        name: format!("Forja {tons}"),
        model: String::new(),
        tons,
        engine: tons * u16::from(walk),
        internal_sinks: 10,
        sinks: 10,
        masc: false,
        case: [false; 3],
        max_heat: 0,
        has_arms: true,
        arms: [true; 8],
        armour: [
            armour,
            armour,
            armour,
            armour,
            armour,
            armour,
            armour,
            armour.min(9),
            armour / 2,
            armour / 2,
            armour / 2,
        ],
        structure: [arms, torso, legs, legs, torso, arms, inner(31), 3],
        weapons: u16::try_from(components.iter().filter(|part| part.class == Class::Weapon).count()).expect("few"),
        components,
        actuators,
        slots,
        walk,
        run: (walk * 3).div_ceil(2),
        jump: u8::try_from(mounted.iter().filter(|(part, _)| part.code == equipment::JUMP_JET).count()).expect("few"),
        double_sinks: false,
    }
}

/// Open ground of level 0.
pub(crate) fn plain_map(width: u8, height: u8) -> Map {
    Map::new(width, height, vec![Cell::OPEN; usize::from(width) * usize::from(height)]).expect("as many as it says")
}

/// Mechs that stand in a column, the first at the top, three hexes from each other, all facing
/// north, on open ground.
pub(crate) fn battle(mechs: Vec<Definition>, seed: u64) -> Battle {
    let places: Vec<StartPlace> = (0..mechs.len())
        .map(|mech| StartPlace { hex: Hex::new(5, u8::try_from(2 + 3 * mech).expect("few")), facing: Side::NORTH })
        .collect();
    Battle::new(plain_map(12, 17), Settings::default(), mechs, Some(&places), Options::default(), seed)
        .expect("they fit")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Phase;

    #[test]
    fn a_view_in_old_memory_is_a_new_view() {
        let mounted = [weapon("CPP", RightArm), weapon("AMLA 20", LeftTorso), ammunition(34, 6, LeftTorso)];
        let mut here = battle(vec![mech(50, 5, 10, &mounted), mech(30, 7, 8, &mounted[..1])], 1);
        let there = battle(vec![mech(50, 5, 10, &mounted[1..]), mech(70, 4, 20, &mounted), mech(30, 7, 8, &[])], 2);
        let mut seen = there.view(2);
        here.begin_turn();
        for player in [1, 0, 0, 1] {
            here.situation.mechs[0].definition.components[2].rounds -= 1;
            here.situation.mechs[1].definition.actuators[3].hits += 1;
            here.view_into(player, &mut seen);
            assert_eq!(seen, here.view(player));
            assert_eq!(seen.mechs.iter().position(|mech| mech.own().is_some()), Some(player));
        }
        there.view_into(1, &mut seen);
        assert_eq!(seen, there.view(1));
        assert_eq!(here.phase(), Some(Phase::Movement));
    }

    #[test]
    fn places_are_drawn_open_and_apart() {
        let mut map = plain_map(12, 12);
        for row in 0..12 {
            map.cell_mut(Hex::new(3, row)).terrain = crate::map::Terrain::Water;
        }
        for seed in 0..50 {
            let mechs = vec![mech(50, 5, 10, &[]); 2];
            let battle =
                Battle::new(map.clone(), Settings::default(), mechs, None, Options::default(), seed).expect("room");
            let [one, two] = [0, 1].map(|mech| battle.situation().mechs[mech].condition.hex);
            assert!(one.distance(two) >= 4 && one.column != 3 && two.column != 3, "{one} {two}");
        }
        // As many as the map has room for, and one more.
        for (count, fits) in [(4, true), (5, false)] {
            let made = Battle::new(
                plain_map(2, 2),
                Settings::default(),
                vec![mech(50, 5, 10, &[]); count],
                None,
                Options::default(),
                1,
            );
            assert_eq!(made.is_ok(), fits, "{count}");
        }
    }
}
