//! A mech as a drawing: a word and what it says on a line; a location, and what is in it.
//!
//! `arms L R` are the actuators of left and right arm, 2 to 4. `armour` are the eleven places in
//! the order of the files. What follows a location fills its slots after those that every mech
//! has there; `atrás` after a weapon: it is mounted to the rear.

use super::item::Item;
use super::lines;
use boardbots::games::battletech::definition::{Actuator, Class, Component, Definition, Slot, part};
use boardbots::games::battletech::location::Location;
use std::collections::HashMap;

/// Names of actuators and their codes.
const PARTS: [(i32, &str); 13] = [
    (part::SHOULDER, "Hombro"),
    (part::UPPER_ARM, "Brazo"),
    (part::FOREARM, "Antebrazo"),
    (part::HAND, "Mano"),
    (part::HIP, "Cadera"),
    (part::THIGH, "Muslo"),
    (part::LEG, "Pierna"),
    (part::FOOT, "Pie"),
    (part::ENGINE, "Motores"),
    (part::GYRO, "Giroscopio"),
    (part::LIFE_SUPPORT, "Soporte Vital"),
    (part::SENSORS, "Sensores"),
    (part::COCKPIT, "Cabina"),
];

/// Structure of centre torso, side torsos, arms and legs from 20 tons on, every 5.
const STRUCTURE: [[u16; 4]; 17] = [
    [6, 5, 3, 4],
    [8, 6, 4, 6],
    [10, 7, 5, 7],
    [11, 8, 6, 8],
    [12, 10, 6, 10],
    [14, 11, 7, 11],
    [16, 12, 8, 12],
    [18, 13, 9, 13],
    [20, 14, 10, 14],
    [21, 15, 10, 15],
    [22, 15, 11, 15],
    [23, 16, 12, 16],
    [25, 17, 13, 17],
    [27, 18, 14, 18],
    [29, 19, 15, 19],
    [30, 20, 16, 20],
    [31, 21, 17, 21],
];

/// Half tons of the engines that our mechs have, by rating.
const ENGINES: [(u16, u32); 7] = [(160, 12), (180, 14), (200, 17), (250, 25), (260, 27), (270, 29), (300, 38)];

/// A mech out of a drawing, and what it weighs in half tons.
pub struct Drawn {
    pub mech: Definition,
    pub half_tons: u32,
}

/// The words of a drawing, with what they say.
struct Words<'a>(HashMap<&'a str, &'a str>);

impl Words<'_> {
    fn numbers(&self, word: &str) -> Vec<u16> {
        self.0[word].split_whitespace().filter_map(|number| number.parse().ok()).collect()
    }
}

/// Structure of a mech of this weight.
pub fn structure(tons: u16) -> [u16; 8] {
    let [centre, side, arm, leg] = STRUCTURE[usize::from(tons / 5 - 4)];
    [arm, side, leg, leg, side, arm, centre, 3]
}

/// The codes of the slots that every mech fills first, with gaps.
fn fixed(location: Location, arms: &[u16]) -> Vec<Option<i32>> {
    let all = match location {
        Location::LeftArm => &[part::SHOULDER, part::UPPER_ARM, part::FOREARM, part::HAND][..arms[0].into()],
        Location::RightArm => &[part::SHOULDER, part::UPPER_ARM, part::FOREARM, part::HAND][..arms[1].into()],
        Location::LeftLeg | Location::RightLeg => &[part::HIP, part::THIGH, part::LEG, part::FOOT],
        Location::CentreTorso => &[[part::ENGINE; 3], [part::GYRO; 3]].concat()[..],
        Location::Head => &[part::LIFE_SUPPORT, part::SENSORS, part::COCKPIT],
        _ => &[],
    };
    let mut slots: Vec<_> = all.iter().copied().map(Some).collect();
    if location == Location::CentreTorso {
        slots.extend([Some(part::GYRO), Some(part::ENGINE), Some(part::ENGINE), Some(part::ENGINE)]);
    }
    if location == Location::Head {
        slots.extend([None, Some(part::SENSORS), Some(part::LIFE_SUPPORT)]);
    }
    slots
}

fn actuators(arms: &[u16]) -> Vec<Actuator> {
    let mut actuators: Vec<Actuator> = Vec::new();
    for location in Location::ALL {
        for code in fixed(location, arms).into_iter().flatten() {
            if !actuators.iter().any(|other| other.code == code && other.location == location) {
                let name = PARTS.iter().find(|(other, _)| *other == code).unwrap().1.to_string();
                actuators.push(Actuator { code, name, location, operative: true, hits: 0 });
            }
        }
    }
    actuators
}

fn component(item: &Item, location: Location, rear: bool) -> Component {
    let [heat, damage, shots] = item.power;
    let [minimum, short, medium, long] = item.ranges;
    let rounds = match (item.load, item.class) {
        (Some((_, rounds)), _) => rounds,
        (None, Class::Weapon) => 0,
        _ => -1,
    };
    Component {
        code: item.code,
        name: item.name.to_string(),
        class: item.class,
        rear,
        location,
        second: None,
        kind: item.kind,
        heat,
        damage,
        shots,
        minimum,
        short,
        medium,
        long,
        operative: true,
        feeds: item.load.map_or(-1, |(feeds, _)| feeds),
        rounds,
        special: if item.code == 83 { "Gauss" } else { "No" }.to_string(),
        modifier: 0,
    }
}

/// A slot with something in it.
fn slot(class: Class, code: i32, name: &str) -> Slot {
    Slot { class, amount: 0, code, name: name.to_string(), component: None, actuator: None, damage: 0 }
}

/// The mech of a drawing.
pub fn mech(text: &str) -> Drawn {
    let words = Words(lines(text).map(|line| line.split_once(' ').unwrap()).collect());
    let number = |word: &str| words.numbers(word)[0];
    let (tons, engine, jump, sinks, arms) =
        (number("tons"), number("engine"), number("jump"), number("sinks"), words.numbers("arms"));
    let double_sinks = words.0["sinks"].ends_with("double");
    let armour: [u16; 11] = words.numbers("armour").try_into().unwrap();
    let actuators = actuators(&arms);

    let mut items: Vec<(Item, Location, bool)> = Vec::new();
    for location in Location::ALL {
        for name in words.0.get(location.word()).into_iter().flat_map(|names| names.split(", ")) {
            let (name, rear) = name.strip_suffix(" atrás").map_or((name, false), |name| (name, true));
            items.push((Item::of(name), location, rear));
        }
    }
    // Weapons first, then what feeds them, then the rest; heat sinks are in slots only.
    items.sort_by_key(|(item, ..)| match item.class {
        Class::Weapon => 0,
        Class::Ammunition => 1,
        _ if item.is_component() => 2,
        _ => 3,
    });
    let components: Vec<Component> = items
        .iter()
        .filter(|(item, ..)| item.is_component())
        .map(|(item, at, rear)| component(item, *at, *rear))
        .collect();

    let mut slots: [Vec<Slot>; 8] = Default::default();
    for location in Location::ALL {
        let mut list: Vec<Option<Slot>> = fixed(location, &arms)
            .into_iter()
            .map(|code| {
                let place = actuators.iter().position(|a| Some(a.code) == code && a.location == location)?;
                let actuator = u16::try_from(place).ok();
                Some(Slot { actuator, ..slot(Class::Actuator, code?, &actuators[place].name) })
            })
            .collect();
        for (place, (item, ..)) in items.iter().enumerate().filter(|(_, (_, at, _))| *at == location) {
            let filled = Slot {
                amount: item.load.map_or(0, |(_, rounds)| rounds.into()),
                component: item.is_component().then(|| place.try_into().unwrap()),
                damage: item.salvo(),
                ..slot(item.class, item.code, item.name)
            };
            let size = if item.name == "Radiador" && double_sinks { 3 } else { item.slots };
            for _ in 0..size {
                match list.iter().position(Option::is_none) {
                    Some(gap) => list[gap] = Some(filled.clone()),
                    None => list.push(Some(filled.clone())),
                }
            }
        }
        assert!(list.len() <= location.slots().into(), "{location} is too full");
        // As the simulator writes it: as many as are not empty, from the first one on.
        let told = list.iter().flatten().count();
        let nothing = || slot(Class::Nothing, -1, "");
        slots[location.index()] = list.into_iter().take(told).map(|slot| slot.unwrap_or_else(nothing)).collect();
    }

    let heat: i16 = items.iter().filter(|(item, ..)| item.class == Class::Weapon).map(|(item, ..)| item.power[0]).sum();
    let walk = engine / tons;
    let jet = match tons {
        0..=55 => 1,
        56..=85 => 2,
        _ => 4,
    };
    let engine_weight = ENGINES.iter().find(|(rating, _)| *rating == engine).unwrap().1;
    let half_tons = u32::from(tons) / 5
        + engine_weight
        + 2 * u32::from(engine.div_ceil(100))
        + 6
        + 2 * u32::from(sinks - 10)
        + jet * u32::from(jump)
        + u32::from(armour.iter().sum::<u16>()).div_ceil(8)
        + items.iter().map(|(item, ..)| item.half_tons).sum::<u32>();
    let mech = Definition {
        name: words.0["name"].to_string(),
        model: words.0["model"].to_string(),
        tons,
        engine,
        internal_sinks: engine / 25,
        sinks,
        masc: false,
        case: [Location::RightTorso, Location::LeftTorso, Location::CentreTorso]
            .map(|at| items.iter().any(|(item, location, _)| item.name == "DACM" && *location == at)),
        max_heat: u16::try_from(heat).unwrap() + if jump > 0 { jump.max(3) } else { 2 },
        has_arms: true,
        arms: std::array::from_fn(|place| place % 4 < usize::from(arms[place / 4])),
        armour,
        structure: structure(tons),
        weapons: components.iter().filter(|item| item.class == Class::Weapon).count().try_into().unwrap(),
        components,
        actuators,
        slots,
        walk: walk.try_into().unwrap(),
        run: (walk * 3).div_ceil(2).try_into().unwrap(),
        jump: jump.try_into().unwrap(),
        double_sinks,
    };
    Drawn { mech, half_tons }
}
