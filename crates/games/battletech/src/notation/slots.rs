//! The slots of a mech in its `defmech` file: for each location the number of listed ones, and 7 lines for each of
//! them.
//!
//! The simulator lists as many slots as are not empty, but from the first one on, empty ones included: the last slots
//! of a location with gaps are missing. The index in the list is the number of the slot.

use super::super::definition::{Class, Slot};
use super::super::location::Location;
use super::lines::{Lines, NotationError};
use super::text::Text;

/// The limit of rounds, and of damage of a salvo.
const MANY: i32 = 9999;

pub(super) fn read(lines: &mut Lines, components: usize, actuators: usize) -> Result<[Vec<Slot>; 8], NotationError> {
    let mut slots: [Vec<Slot>; 8] = Default::default();
    for (list, location) in slots.iter_mut().zip(Location::ALL) {
        let count = lines.number("number of slots that are told", 0..=location.slots())?;
        list.reserve_exact(usize::from(count));
        for _ in 0..count {
            list.push(Slot {
                class: lines.spare_named("class of what is in the slot", &CLASSES, Class::Nothing)?,
                amount: lines.spare("rounds at the start", -1..=MANY, 0)?,
                code: lines.spare("code of what is in the slot", -1..=CODE, -1)?,
                name: lines.text("name of what is in the slot, which may be empty")?,
                component: place(lines, "number of a component, or -1", components)?,
                actuator: place(lines, "number of an actuator, or -1", actuators)?,
                damage: lines.spare("damage of a salvo", -1..=MANY, -1)?,
            });
        }
    }
    Ok(slots)
}

/// An index in a list of this many elements, or -1 for none.
fn place(lines: &mut Lines, field: &str, count: usize) -> Result<Option<u16>, NotationError> {
    let last = i16::try_from(count).unwrap_or(i16::MAX) - 1;
    Ok(u16::try_from(lines.spare(field, -1..=last, -1)?).ok())
}

pub(super) fn write(text: &mut Text, slots: &[Vec<Slot>; 8]) {
    for list in slots {
        text.count(list.len());
        for slot in list {
            text.named(&CLASSES, &slot.class).number(slot.amount).number(slot.code).text(&slot.name);
            text.place(slot.component).place(slot.actuator).number(slot.damage);
        }
    }
}

/// The limit of codes.
pub(super) const CODE: i32 = 999_999_999;
/// The words for classes.
pub(super) const CLASSES: [(&str, Class); 7] = [
    ("ARMA", Class::Weapon),
    ("MUNICION", Class::Ammunition),
    ("EQUIPO", Class::Equipment),
    ("ACTUADOR", Class::Actuator),
    ("ARMADURA", Class::Armour),
    ("ARMAFISICA", Class::PhysicalWeapon),
    ("NADA", Class::Nothing),
];
