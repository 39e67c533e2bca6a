//! What can be built into a mech: the weapons, loads and equipment of our own mechs, with the
//! numbers that the simulator gives them, and weight and slots of the printed rules.

use boardbots::games::battletech::definition::{Class, WeaponKind};
use boardbots::games::battletech::definition::{Class::*, WeaponKind::*};

/// Something that fills slots.
#[derive(Clone, Copy)]
pub struct Item {
    pub name: &'static str,
    pub class: Class,
    pub code: i32,
    pub kind: WeaponKind,
    /// Heat, damage, shots.
    pub power: [i16; 3],
    /// Minimum, short, medium, long.
    pub ranges: [i16; 4],
    /// Of ammunition: which weapon it feeds, and rounds.
    pub load: Option<(i32, i16)>,
    pub half_tons: u32,
    pub slots: usize,
}

const fn weapon(
    name: &'static str,
    code: i32,
    kind: WeaponKind,
    power: [i16; 3],
    ranges: [i16; 4],
    half_tons: u32,
    slots: usize,
) -> Item {
    Item { name, class: Weapon, code, kind, power, ranges, load: None, half_tons, slots }
}

const fn load(name: &'static str, code: i32, feeds: i32, rounds: i16) -> Item {
    let (kind, power, ranges) = (WeaponKind::Nothing, [-1; 3], [-1; 4]);
    Item { name, class: Ammunition, code, kind, power, ranges, load: Some((feeds, rounds)), half_tons: 2, slots: 1 }
}

const fn part(name: &'static str, code: i32, half_tons: u32) -> Item {
    let (kind, power, ranges) = (WeaponKind::Nothing, [-1; 3], [0, 1, 1, 1]);
    Item { name, class: Equipment, code, kind, power, ranges, load: None, half_tons, slots: 1 }
}

/// All of them. Jump jets and heat sinks weigh differently from mech to mech: their weight is
/// counted with the mech's.
pub const ITEMS: [Item; 26] = [
    weapon("Lanzallamas", 20, Energy, [3, 2, 1], [0, 1, 2, 3], 2, 1),
    weapon("Láser Pesado", 21, Energy, [8, 8, 1], [0, 5, 10, 15], 10, 2),
    weapon("Láser Medio", 22, Energy, [3, 5, 1], [0, 3, 6, 9], 2, 1),
    weapon("CPP", 23, Energy, [10, 10, 1], [3, 6, 12, 18], 14, 3),
    weapon("Láser Ligero", 24, Energy, [1, 3, 1], [0, 1, 2, 3], 1, 1),
    weapon("CA/10", 25, Ballistic, [3, 10, 1], [0, 5, 10, 15], 24, 7),
    weapon("CA/20", 27, Ballistic, [7, 20, 1], [0, 3, 6, 9], 28, 10),
    weapon("CA/5", 28, Ballistic, [1, 5, 1], [3, 6, 12, 18], 16, 4),
    weapon("AMLA 15", 32, Missiles, [5, 1, 15], [6, 7, 14, 21], 14, 3),
    weapon("AMLA 20", 34, Missiles, [6, 1, 20], [6, 7, 14, 21], 20, 5),
    weapon("AMLA 5", 36, Missiles, [2, 1, 5], [6, 7, 14, 21], 4, 1),
    weapon("AMCA 4", 40, Missiles, [3, 2, 4], [0, 3, 6, 9], 4, 1),
    weapon("AMCA 6", 42, Missiles, [4, 2, 6], [0, 3, 6, 9], 6, 2),
    weapon("Rifle Gauss", 65, Ballistic, [1, 15, 1], [2, 7, 15, 22], 30, 7),
    load("M. CA/10", 45, 25, 10),
    load("M. CA/20", 47, 27, 5),
    load("M. CA/5", 48, 28, 20),
    load("M. AMLA/15", 50, 32, 8),
    load("M. AMLA/20", 51, 34, 6),
    load("M. AMLA/5", 52, 36, 24),
    load("M. AMCA/4", 57, 40, 25),
    load("M. AMCA/6", 58, 42, 15),
    load("M. Rifle Gauss", 83, 65, 8),
    part("DACM", 3015, 1),
    part("Retroreactor", 1013, 0),
    part("Radiador", 1004, 0),
];

impl Item {
    pub fn of(name: &str) -> Self {
        *ITEMS.iter().find(|item| item.name == name).unwrap_or_else(|| panic!("{name}"))
    }

    /// Whether it is among the components, not in slots only.
    pub fn is_component(&self) -> bool {
        self.name != "Radiador"
    }

    /// Damage of a salvo of this ammunition.
    pub fn salvo(&self) -> i32 {
        let fed = self.load.and_then(|(feeds, _)| ITEMS.iter().find(|item| item.class == Weapon && item.code == feeds));
        fed.map_or(0, |weapon| i32::from(weapon.power[1] * weapon.power[2]))
    }
}
