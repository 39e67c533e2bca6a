//! `defmechJN-M.sbt`: the construction of mech M, and which parts work.
//!
//! The content of the slots is at the end, for each location the number of listed ones, and 7 lines for each of them.
//! The simulator lists as many slots as are not empty, but from the first one on, empty ones included: the last slots
//! of a location with gaps are missing. The index in the list is the number of the slot.

use super::super::definition::{Actuator, Class, Component, Definition, Slot, WeaponKind};
use super::super::location::Location;
use super::lines::{Lines, Parsed, decoded};
use super::mechs::points;
use super::text::Text;

/// The limit of tons, ratings, heat sinks: far more than any mech has.
const MANY: u16 = 9999;
/// The limit of components, and of actuators: each slot has room for one, and some have none.
const MOST: u16 = 255;
/// The limit of heat, damage, shots, modifiers, ranges: so small that any two of them can be multiplied.
const SMALL: i16 = 99;

/// The limit of rounds in a slot, and of damage of a salvo.
const ROUNDS: i32 = 9999;
/// The limit of codes.
const CODE: i32 = 999_999_999;
/// The words for classes of components and slots.
const CLASSES: [(&str, Class); 7] = [
    ("ARMA", Class::Weapon),
    ("MUNICION", Class::Ammunition),
    ("EQUIPO", Class::Equipment),
    ("ACTUADOR", Class::Actuator),
    ("ARMADURA", Class::Armour),
    ("ARMAFISICA", Class::PhysicalWeapon),
    ("NADA", Class::Nothing),
];
/// The words for kinds of weapons.
const KINDS: [(&str, WeaponKind); 4] = [
    ("Energía", WeaponKind::Energy),
    ("Balística", WeaponKind::Ballistic),
    ("Misiles", WeaponKind::Missiles),
    ("Nada", WeaponKind::Nothing),
];

/// Reads a mech.
///
/// Armour and structure below 0 are read as 0. Only the first three letters of a kind of weapon count, as writers
/// disagree on the accents.
///
/// # Errors
///
/// The first line that does not fit the file.
pub fn read(file: &str, bytes: &[u8]) -> Parsed<Definition> {
    parse(Lines::new(file, bytes))
}

/// The same for lines that may be lenient, for players, which must not fail over values that they do not need: spelling
/// and extra lines at the end are ignored; a component of an unknown class does nothing.
///
/// # Errors
///
/// The first line that is needed and does not fit the file.
pub(crate) fn parse(mut lines: Lines) -> Parsed<Definition> {
    lines.magic("defmechSBT")?;
    let name = lines.text("name of the mech")?;
    let model = lines.text("model of the mech, which may be empty")?;
    let tons = lines.number("tons", 1..=MANY)?;
    let engine = lines.spare("rating of the engine", 0..=MANY, 0)?;
    let internal_sinks = lines.spare("heat sinks within the engine", 0..=MANY, 0)?;
    let sinks = lines.number("heat sinks", 0..=MANY)?;
    let masc = lines.flag("MASC")?;
    let case = flags(&mut lines, "CASE in right torso, left torso, centre")?;
    let max_heat = lines.spare("most heat of a turn", 0..=MANY, 0)?;
    let has_arms = lines.flag("has arms")?;
    let arms = flags(&mut lines, "has shoulder, upper arm, forearm, hand; left, then right")?;
    let armour = points(&mut lines, "armour")?;
    let structure = points(&mut lines, "structure")?;
    let count = lines.number("number of components", 0..=MOST)?;
    let components = (0..count).map(|_| component(&mut lines)).collect::<Result<Vec<_>, _>>()?;
    let weapons = lines.spare("number of weapons", 0..=MANY, 0)?;
    let count = lines.number("number of actuators", 0..=MOST)?;
    let actuators = (0..count).map(|_| actuator(&mut lines)).collect::<Result<Vec<_>, _>>()?;
    let slots = read_slots(&mut lines, components.len(), actuators.len())?;
    let definition = Definition {
        name,
        model,
        tons,
        engine,
        internal_sinks,
        sinks,
        masc,
        case,
        max_heat,
        has_arms,
        arms,
        armour,
        structure,
        components,
        weapons,
        actuators,
        slots,
        walk: lines.number("movement points walking", 0..=99)?,
        run: lines.number("movement points running", 0..=199)?,
        jump: lines.number("movement points jumping", 0..=99)?,
        double_sinks: lines.number("heat sinks, 1 if they are double", 0..=1u8)? == 1,
    };
    lines.end()?;
    Ok(definition)
}

fn flags<const N: usize>(lines: &mut Lines, field: &str) -> Parsed<[bool; N]> {
    let mut flags = [false; N];
    for flag in &mut flags {
        *flag = lines.flag(field)?;
    }
    Ok(flags)
}

/// A location by its number.
fn location(lines: &mut Lines) -> Parsed<Location> {
    Ok(Location::ALL[usize::from(lines.number("location", 0..=7u8)?)])
}

fn kind(lines: &mut Lines) -> Parsed<WeaponKind> {
    let line = lines.line("what the weapon fires")?;
    let text = decoded(line);
    let known = KINDS.iter().find(|(word, _)| text.starts_with(&word[..3]));
    let known = known.map(|&(_, kind)| kind);
    known.or_else(|| lines.lenient.then_some(WeaponKind::Nothing)).ok_or_else(|| {
        lines
            .wrong(Some(line), "what the weapon fires: Energía, Balística, Misiles or Nada, by the first three letters")
    })
}

fn component(lines: &mut Lines) -> Parsed<Component> {
    Ok(Component {
        code: lines.spare("code of the component", -1..=CODE, -1)?,
        name: lines.text("name of the component")?,
        class: lines.spare_named("class of the component", &CLASSES, Class::Nothing)?,
        rear: lines.flag("mounted to the rear")?,
        location: location(lines)?,
        second: second(lines)?,
        kind: kind(lines)?,
        heat: lines.number("heat", -SMALL..=SMALL)?,
        damage: lines.number("damage", -SMALL..=SMALL)?,
        shots: lines.number("shots", -SMALL..=SMALL)?,
        minimum: lines.number("minimum range", -SMALL..=SMALL)?,
        short: lines.number("short range", -SMALL..=SMALL)?,
        medium: lines.number("medium range", -SMALL..=SMALL)?,
        long: lines.number("long range", -SMALL..=SMALL)?,
        operative: lines.flag("the component works (operativo)")?,
        feeds: lines.spare("code of the weapon that it feeds", -1..=CODE, -1)?,
        rounds: lines.spare("rounds left", -1..=9999i16, 0)?,
        special: lines.text("special ammunition")?,
        modifier: lines.number("modifier to hit", -SMALL..=SMALL)?,
    })
}

fn second(lines: &mut Lines) -> Parsed<Option<Location>> {
    let number = lines.spare("second location, -1 for none", -1..=7i16, -1)?;
    Ok(usize::try_from(number).ok().and_then(|number| Location::ALL.get(number).copied()))
}

fn actuator(lines: &mut Lines) -> Parsed<Actuator> {
    Ok(Actuator {
        code: lines.number("code of the actuator", -1..=CODE)?,
        name: lines.text("name of the actuator")?,
        location: location(lines)?,
        operative: lines.flag("the actuator works (operativo)")?,
        hits: lines.spare("hits on the actuator", 0..=MANY, 0)?,
    })
}

/// The file of a mech, as the simulator writes it.
#[must_use]
pub fn write(mech: &Definition) -> Vec<u8> {
    let mut text = Text::windows(8192);
    text.word("defmechSBT").text(&mech.name).text(&mech.model).number(mech.tons).number(mech.engine);
    text.number(mech.internal_sinks).number(mech.sinks).flag(mech.masc);
    mech.case.iter().for_each(|&case| _ = text.flag(case));
    text.number(mech.max_heat).flag(mech.has_arms);
    mech.arms.iter().for_each(|&part| _ = text.flag(part));
    text.numbers(&mech.armour).numbers(&mech.structure).count(mech.components.len());
    mech.components.iter().for_each(|component| write_component(&mut text, component));
    text.number(mech.weapons).count(mech.actuators.len());
    for actuator in &mech.actuators {
        text.number(actuator.code).text(&actuator.name).number(actuator.location as u8);
        text.flag(actuator.operative).number(actuator.hits);
    }
    write_slots(&mut text, &mech.slots);
    text.numbers(&[mech.walk, mech.run, mech.jump]).number(u8::from(mech.double_sinks));
    text.done()
}

fn write_component(text: &mut Text, component: &Component) {
    text.number(component.code).text(&component.name).named(&CLASSES, &component.class).flag(component.rear);
    text.number(component.location as u8).place(component.second.map(|second| second as u16));
    text.named(&KINDS, &component.kind).number(component.heat).number(component.damage);
    text.number(component.shots).number(component.minimum).number(component.short).number(component.medium);
    text.number(component.long).flag(component.operative).number(component.feeds).number(component.rounds);
    text.text(&component.special).number(component.modifier);
}

fn read_slots(lines: &mut Lines, components: usize, actuators: usize) -> Parsed<[Vec<Slot>; 8]> {
    let mut slots: [Vec<Slot>; 8] = Default::default();
    for (list, location) in slots.iter_mut().zip(Location::ALL) {
        let count = lines.number("number of slots that are told", 0..=location.slots())?;
        list.reserve_exact(usize::from(count));
        for _ in 0..count {
            list.push(Slot {
                class: lines.spare_named("class of what is in the slot", &CLASSES, Class::Nothing)?,
                amount: lines.spare("rounds at the start", -1..=ROUNDS, 0)?,
                code: lines.spare("code of what is in the slot", -1..=CODE, -1)?,
                name: lines.text("name of what is in the slot, which may be empty")?,
                component: place(lines, "number of a component, or -1", components)?,
                actuator: place(lines, "number of an actuator, or -1", actuators)?,
                damage: lines.spare("damage of a salvo", -1..=ROUNDS, -1)?,
            });
        }
    }
    Ok(slots)
}

/// An index in a list of this many elements, or -1 for none.
fn place(lines: &mut Lines, field: &str, count: usize) -> Parsed<Option<u16>> {
    let last = i16::try_from(count).unwrap_or(i16::MAX) - 1;
    Ok(u16::try_from(lines.spare(field, -1..=last, -1)?).ok())
}

fn write_slots(text: &mut Text, slots: &[Vec<Slot>; 8]) {
    for list in slots {
        text.count(list.len());
        for slot in list {
            text.named(&CLASSES, &slot.class).number(slot.amount).number(slot.code).text(&slot.name);
            text.place(slot.component).place(slot.actuator).number(slot.damage);
        }
    }
}
