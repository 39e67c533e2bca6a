//! What a mech weighs, by the printed rules.

use crate::definition::{Class, Component, Definition};

/// Half tons of the weapons that our mechs have.
const WEAPONS: [(&str, u16); 14] = [
    ("Lanzallamas", 2),
    ("Láser Pesado", 10),
    ("Láser Medio", 2),
    ("CPP", 14),
    ("Láser Ligero", 1),
    ("CA/10", 24),
    ("CA/20", 28),
    ("CA/5", 16),
    ("AMLA 15", 14),
    ("AMLA 20", 20),
    ("AMLA 5", 4),
    ("AMCA 4", 4),
    ("AMCA 6", 6),
    ("Rifle Gauss", 30),
];

/// Half tons of the engines that our mechs have, by rating.
const ENGINES: [(u16, u16); 7] = [(160, 12), (180, 14), (200, 17), (250, 25), (260, 27), (270, 29), (300, 38)];

/// Half tons of a component. Jump jets weigh differently from mech to mech: with the mech's.
fn component(component: &Component) -> u16 {
    match (component.class, component.name.as_str()) {
        (Class::Weapon, name) => WEAPONS.iter().find(|weapon| weapon.0 == name).unwrap().1,
        (Class::Ammunition, _) => 2,
        (Class::Equipment, "DACM") => 1,
        (Class::Equipment, "Retroreactor") => 0,
        (_, name) => panic!("{name}"),
    }
}

/// Half tons of a mech.
pub fn half_tons(mech: &Definition) -> u16 {
    let jet = match mech.tons {
        0..=55 => 1,
        56..=85 => 2,
        _ => 4,
    };
    let (structure, cockpit, gyro) = (mech.tons / 5, 6, 2 * mech.engine.div_ceil(100));
    let engine = ENGINES.iter().find(|engine| engine.0 == mech.engine).unwrap().1;
    let (sinks, jets) = (2 * (mech.sinks - 10), jet * u16::from(mech.jump));
    let armour = mech.armour.iter().sum::<u16>().div_ceil(8);
    let components = mech.components.iter().map(component).sum::<u16>();
    structure + cockpit + gyro + engine + sinks + jets + armour + components
}
