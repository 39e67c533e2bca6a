//! Drawings of mechs: lines with a word and its value, or with a location and its content.
//!
//! `arms L R` are the numbers of actuators of left and right arm, 2 to 4. `armour` is the eleven places in the order of
//! the files. The content of a location fills its slots after the parts that every mech has there; `atrás` after a
//! weapon mounts it to the rear.

use super::item::{GAUSS_LOAD, Item, STAGES};
use super::lines;
use crate::definition::{Actuator, Class, Component, Definition, Slot, equipment, part};
use crate::location::Location;

/// Names of actuators and their codes.
static PARTS: [(i32, &str); 13] = [
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

/// The indices in [`PARTS`] for arms, legs, centre torso and head, slot by slot; [`GAP`] for an empty slot.
const ARM: [u8; 4] = [0, 1, 2, 3];
const LEG: [u8; 4] = [4, 5, 6, 7];
const CENTRE: [u8; 10] = [8, 8, 8, 9, 9, 9, 9, 8, 8, 8];
const HEAD: [u8; 6] = [10, 11, 12, GAP, 11, 10];
const GAP: u8 = u8::MAX;

/// Structure of centre torso, side torsos, arms and legs from 20 tons on, every 5.
static STRUCTURE: [[u8; 4]; 17] = [
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

/// The value of a word in a drawing.
fn said<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    lines(text).find_map(|line| line.strip_prefix(word)?.strip_prefix(' '))
}

/// The first numbers in the value of a word.
fn numbers<const N: usize>(text: &str, word: &str) -> Option<[u16; N]> {
    let mut numbers = [0; N];
    fill(text, word, &mut numbers)?;
    Some(numbers)
}

fn fill(text: &str, word: &str, numbers: &mut [u16]) -> Option<()> {
    let mut words = said(text, word)?.split(' ');
    for number in numbers {
        *number = words.next()?.parse().ok()?;
    }
    Some(())
}

/// The mech of a drawing.
pub fn mech(text: &str) -> Option<Definition> {
    let [tons] = numbers(text, "tons")?;
    let [engine] = numbers(text, "engine")?;
    let [jump] = numbers(text, "jump")?;
    let [sinks] = numbers(text, "sinks")?;
    let arms: [u16; 2] = numbers(text, "arms")?;
    let [centre, side, arm, leg] = STRUCTURE.get(usize::from(tons / 5).checked_sub(4)?)?.map(u16::from);
    let walk = engine / tons;
    let mut mech = Definition {
        name: said(text, "name")?.to_owned(),
        model: said(text, "model")?.to_owned(),
        tons,
        engine,
        internal_sinks: engine / 25,
        sinks,
        max_heat: if jump > 0 { jump.max(3) } else { 2 },
        has_arms: true,
        arms: std::array::from_fn(|place| place % 4 < usize::from(arms[place / 4])),
        armour: numbers(text, "armour")?,
        structure: [arm, side, leg, leg, side, arm, centre, 3],
        walk: walk.try_into().ok()?,
        run: (walk * 3).div_ceil(2).try_into().ok()?,
        jump: jump.try_into().ok()?,
        double_sinks: said(text, "sinks")?.ends_with("double"),
        ..Definition::default()
    };
    for location in Location::ALL {
        build(&mut mech, location, arms)?;
    }
    for stage in 0..STAGES {
        for location in Location::ALL {
            for name in said(text, location.word()).into_iter().flat_map(|names| names.split(", ")) {
                let (name, rear) = name.strip_suffix(" atrás").map_or((name, false), |name| (name, true));
                let item = Item::of(name)?;
                if item.stage() == stage {
                    mount(&mut mech, item, location, rear)?;
                }
            }
        }
    }
    for slots in &mut mech.slots {
        // The simulator writes as many slots as are not empty, from the first one on.
        slots.truncate(slots.iter().filter(|slot| slot.class != Class::Nothing).count());
    }
    Some(mech)
}

/// Fills the slots that every mech fills first, with gaps.
fn build(mech: &mut Definition, location: Location, arms: [u16; 2]) -> Option<()> {
    let places = match location {
        Location::LeftArm => ARM.get(..arms[0].into())?,
        Location::RightArm => ARM.get(..arms[1].into())?,
        Location::LeftLeg | Location::RightLeg => &LEG,
        Location::CentreTorso => &CENTRE,
        Location::Head => &HEAD,
        _ => &[],
    };
    for &place in places {
        let Some(&(code, name)) = PARTS.get(usize::from(place)) else {
            mech.slots[location.index()].push(slot(Class::Nothing, -1, ""));
            continue;
        };
        let known = mech.actuators.iter().position(|other| other.code == code && other.location == location);
        let actuator = known.unwrap_or(mech.actuators.len());
        if known.is_none() {
            mech.actuators.push(Actuator { code, name: name.to_owned(), location, operative: true, hits: 0 });
        }
        let actuator = u16::try_from(actuator).ok();
        mech.slots[location.index()].push(Slot { actuator, ..slot(Class::Actuator, code, name) });
    }
    Some(())
}

/// A slot with something in it.
fn slot(class: Class, code: i32, name: &str) -> Slot {
    Slot { class, amount: 0, code, name: name.to_owned(), component: None, actuator: None, damage: 0 }
}

/// Puts an item into the next slots that are empty.
fn mount(mech: &mut Definition, item: &Item, location: Location, rear: bool) -> Option<()> {
    let code = item.code.into();
    let mut filled =
        Slot { amount: item.rounds.max(0).into(), damage: item.salvo(), ..slot(item.class, code, item.name) };
    if !item.is_heat_sink() {
        filled.component = Some(mech.components.len().try_into().ok()?);
        mech.components.push(component(item, location, rear));
    }
    if item.class == Class::Weapon {
        mech.weapons += 1;
        mech.max_heat += u16::try_from(item.power[0]).ok()?;
    }
    if code == equipment::CASE {
        for (case, at) in mech.case.iter_mut().zip([Location::RightTorso, Location::LeftTorso, Location::CentreTorso]) {
            *case |= at == location;
        }
    }
    let slots = &mut mech.slots[location.index()];
    for _ in 0..if item.is_heat_sink() && mech.double_sinks { 3 } else { item.slots } {
        match slots.iter_mut().find(|slot| slot.class == Class::Nothing) {
            Some(gap) => *gap = filled.clone(),
            None => slots.push(filled.clone()),
        }
    }
    Some(())
}

fn component(item: &Item, location: Location, rear: bool) -> Component {
    let [heat, damage, shots] = item.power.map(i16::from);
    let [minimum, short, medium, long] = item.ranges.map(i16::from);
    Component {
        code: item.code.into(),
        name: item.name.to_owned(),
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
        feeds: item.feeds.into(),
        rounds: item.rounds.into(),
        special: if item.code == GAUSS_LOAD { "Gauss" } else { "No" }.to_owned(),
        modifier: 0,
    }
}
