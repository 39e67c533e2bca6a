//! Words and codes for what a component is.

use super::super::definition::Class;
use super::error::NotationError;
use super::lines::Lines;

/// Codes.
pub(super) const CODE: i32 = 999_999_999;
/// The words for what a component is.
pub(super) const CLASSES: [(&str, Class); 7] = [
    ("ARMA", Class::Weapon),
    ("MUNICION", Class::Ammunition),
    ("EQUIPO", Class::Equipment),
    ("ACTUADOR", Class::Actuator),
    ("ARMADURA", Class::Armour),
    ("ARMAFISICA", Class::PhysicalWeapon),
    ("NADA", Class::Nothing),
];

/// The class that a line names.
pub(super) fn class(lines: &mut Lines, field: &str) -> Result<Class, NotationError> {
    Ok(CLASSES[lines.word(field, &CLASSES.map(|(word, _)| word))?].1)
}

/// The word for a class.
pub(super) fn word(class: Class) -> &'static str {
    CLASSES.iter().find(|(_, other)| *other == class).map_or("NADA", |(word, _)| word)
}
