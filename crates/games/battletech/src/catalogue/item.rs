//! Items that can be built into a mech: the weapons, ammunition and equipment of this project's mechs, with the numbers
//! that the simulator gives them.

use crate::definition::Class::{self, Ammunition, Equipment, Weapon};
use crate::definition::WeaponKind::{self, Ballistic, Energy, Missiles};
use crate::definition::equipment;

/// An item that fills slots.
pub struct Item {
    pub name: &'static str,
    pub class: Class,
    pub code: i16,
    pub kind: WeaponKind,
    /// Heat, damage, shots.
    pub power: [i8; 3],
    /// Minimum, short, medium, long.
    pub ranges: [i8; 4],
    /// The code of the weapon that this ammunition feeds; -1 for anything but ammunition.
    pub feeds: i16,
    /// Rounds of ammunition; 0 for weapons, -1 for equipment.
    pub rounds: i8,
    pub slots: u8,
}

const fn weapon(name: &'static str, code: i16, kind: WeaponKind, power: [i8; 3], ranges: [i8; 4], slots: u8) -> Item {
    Item { name, class: Weapon, code, kind, power, ranges, feeds: -1, rounds: 0, slots }
}

const fn load(name: &'static str, code: i16, feeds: i16, rounds: i8) -> Item {
    let (kind, power, ranges) = (WeaponKind::Nothing, [-1; 3], [-1; 4]);
    Item { name, class: Ammunition, code, kind, power, ranges, feeds, rounds, slots: 1 }
}

#[expect(clippy::cast_possible_truncation, reason = "all codes have four digits")]
const fn part(name: &'static str, code: i32) -> Item {
    let (kind, power, ranges) = (WeaponKind::Nothing, [-1; 3], [0, 1, 1, 1]);
    Item { name, class: Equipment, code: code as i16, kind, power, ranges, feeds: -1, rounds: -1, slots: 1 }
}

/// All items.
static ITEMS: [Item; 26] = [
    weapon("Lanzallamas", 20, Energy, [3, 2, 1], [0, 1, 2, 3], 1),
    weapon("Láser Pesado", 21, Energy, [8, 8, 1], [0, 5, 10, 15], 2),
    weapon("Láser Medio", 22, Energy, [3, 5, 1], [0, 3, 6, 9], 1),
    weapon("CPP", 23, Energy, [10, 10, 1], [3, 6, 12, 18], 3),
    weapon("Láser Ligero", 24, Energy, [1, 3, 1], [0, 1, 2, 3], 1),
    weapon("CA/10", 25, Ballistic, [3, 10, 1], [0, 5, 10, 15], 7),
    weapon("CA/20", 27, Ballistic, [7, 20, 1], [0, 3, 6, 9], 10),
    weapon("CA/5", 28, Ballistic, [1, 5, 1], [3, 6, 12, 18], 4),
    weapon("AMLA 15", 32, Missiles, [5, 1, 15], [6, 7, 14, 21], 3),
    weapon("AMLA 20", 34, Missiles, [6, 1, 20], [6, 7, 14, 21], 5),
    weapon("AMLA 5", 36, Missiles, [2, 1, 5], [6, 7, 14, 21], 1),
    weapon("AMCA 4", 40, Missiles, [3, 2, 4], [0, 3, 6, 9], 1),
    weapon("AMCA 6", 42, Missiles, [4, 2, 6], [0, 3, 6, 9], 2),
    weapon("Rifle Gauss", 65, Ballistic, [1, 15, 1], [2, 7, 15, 22], 7),
    load("M. CA/10", 45, 25, 10),
    load("M. CA/20", 47, 27, 5),
    load("M. CA/5", 48, 28, 20),
    load("M. AMLA/15", 50, 32, 8),
    load("M. AMLA/20", 51, 34, 6),
    load("M. AMLA/5", 52, 36, 24),
    load("M. AMCA/4", 57, 40, 25),
    load("M. AMCA/6", 58, 42, 15),
    load("M. Rifle Gauss", GAUSS_LOAD, 65, 8),
    part("DACM", equipment::CASE),
    part("Retroreactor", equipment::JUMP_JET),
    part("Radiador", equipment::HEAT_SINK),
];

/// The ammunition that the simulator calls special.
pub const GAUSS_LOAD: i16 = 83;

impl Item {
    pub fn of(name: &str) -> Option<&'static Self> {
        ITEMS.iter().find(|item| item.name == name)
    }

    pub fn is_heat_sink(&self) -> bool {
        i32::from(self.code) == equipment::HEAT_SINK
    }

    /// The stage in which it is built in: weapons come first, then ammunition, then the rest; heat sinks, which are in
    /// slots only, come last.
    pub fn stage(&self) -> u8 {
        match self.class {
            Weapon => 0,
            Ammunition => 1,
            _ if !self.is_heat_sink() => 2,
            _ => STAGES - 1,
        }
    }

    /// Damage of a salvo of this ammunition.
    pub fn salvo(&self) -> i32 {
        let fed = ITEMS.iter().find(|item| item.class == Weapon && item.code == self.feeds);
        fed.map_or(0, |weapon| i32::from(weapon.power[1]) * i32::from(weapon.power[2]))
    }
}

/// The number of stages.
pub const STAGES: u8 = 4;
