//! Words and codes for what a component is.

use super::super::definition::Class;

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
