//! A mech that tests damage, and maps that test movement.

use super::definition::{Actuator, Class, Component, Definition, Slot, WeaponKind, equipment, part};
use super::hex::{Hex, Side};
use super::location::Location;
use super::map::{Cell, Map, Object, Terrain};
use super::situation::{Mech, Settings, Situation};

/// Places of the components of [`mech`].
pub mod place {
    /// Large laser, right arm.
    pub const LARGE: usize = 0;
    /// Medium laser, head.
    pub const MEDIUM: usize = 1;
    /// Medium laser to the rear, left torso.
    pub const REAR: usize = 2;
    /// LRM 15, right torso.
    pub const LONG: usize = 3;
    /// SRM 6, left leg.
    pub const LEG: usize = 4;
    /// Ultra autocannon, left arm.
    pub const ULTRA: usize = 5;
    /// LB 10-X, left torso.
    pub const SCATTER: usize = 6;
    /// Streak SRM 2, centre torso.
    pub const STREAK: usize = 7;
    /// The axe in the right arm.
    pub const AXE: usize = 8;
    /// Loads for the LRM 15, of 8 and 1 rounds.
    pub const LONG_LOADS: [usize; 2] = [9, 10];
    /// For the SRM 6.
    pub const LEG_LOAD: usize = 11;
    /// For the ultra autocannon: 20 rounds.
    pub const ULTRA_LOAD: usize = 12;
    /// Slugs and clusters for the LB 10-X.
    pub const SCATTER_LOADS: [usize; 2] = [13, 14];
    /// For the streak SRM 2.
    pub const STREAK_LOAD: usize = 15;
}

/// A weapon, from: code, name, kind, heat, damage, shots, four ranges.
fn weapon(code: i32, name: &str, kind: WeaponKind, numbers: [i16; 3], ranges: [i16; 4]) -> Component {
    Component {
        code,
        name: name.into(),
        class: Class::Weapon,
        rear: false,
        location: Location::CentreTorso,
        second: None,
        kind,
        heat: numbers[0],
        damage: numbers[1],
        shots: numbers[2],
        minimum: ranges[0],
        short: ranges[1],
        medium: ranges[2],
        long: ranges[3],
        operative: true,
        feeds: -1,
        rounds: 0,
        special: "No".into(),
        modifier: 0,
    }
}

/// A load of ammunition.
fn load(code: i32, feeds: i32, rounds: i16) -> Component {
    let none = weapon(code, "M.", WeaponKind::Nothing, [-1; 3], [-1; 4]);
    Component { class: Class::Ammunition, feeds, rounds, ..none }
}

/// The content of a slot.
fn slot(class: Class, code: i32, component: Option<usize>, actuator: Option<usize>) -> Slot {
    let place = |place: Option<usize>| place.map(|place| u16::try_from(place).expect("few"));
    Slot {
        class,
        amount: 0,
        code,
        name: String::new(),
        component: place(component),
        actuator: place(actuator),
        damage: 0,
    }
}

/// Weapons, the axe and ammunition, as [`place`] has them.
fn components() -> Vec<Component> {
    use Location::{CentreTorso, Head, LeftArm, LeftLeg, LeftTorso, RightArm, RightTorso};
    use WeaponKind::{Ballistic, Energy, Missiles, Nothing};
    let mut components = vec![
        weapon(21, "Láser Pesado", Energy, [8, 8, 1], [0, 5, 10, 15]),
        weapon(22, "Láser Medio", Energy, [3, 5, 1], [0, 3, 6, 9]),
        weapon(22, "Láser Medio", Energy, [3, 5, 1], [0, 3, 6, 9]),
        weapon(32, "AMLA 15", Missiles, [5, 1, 15], [6, 7, 14, 21]),
        weapon(42, "AMCA 6", Missiles, [4, 2, 6], [0, 3, 6, 9]),
        weapon(67, "CA/5 Ultra", Ballistic, [1, 5, 1], [2, 6, 13, 20]),
        weapon(66, "CA/10 LB-X", Ballistic, [2, 10, 1], [0, 6, 12, 18]),
        weapon(73, "AMCA 2 Focal", Missiles, [2, 2, 2], [0, 3, 6, 9]),
        Component { class: Class::PhysicalWeapon, ..weapon(1, "Hacha", Nothing, [-1; 3], [-1; 4]) },
        load(50, 32, 8),
        load(50, 32, 1),
        load(58, 42, 15),
        load(118, 67, 20),
        load(84, 66, 10),
        Component { special: "Racimo".into(), modifier: -1, ..load(86, 66, 10) },
        load(114, 73, 50),
    ];
    let places = [
        RightArm,
        Head,
        LeftTorso,
        RightTorso,
        LeftLeg,
        LeftArm,
        LeftTorso,
        CentreTorso,
        RightArm,
        RightTorso,
        LeftTorso,
        LeftTorso,
        LeftTorso,
        RightTorso,
        RightTorso,
        LeftTorso,
    ];
    for (component, location) in components.iter_mut().zip(places) {
        component.location = location;
    }
    components[place::REAR].rear = true;
    components
}

/// Actuators in their slots; then components; a heat sink in each leg.
fn slots(components: &[Component]) -> (Vec<Actuator>, [Vec<Slot>; 8]) {
    use Location::{CentreTorso, Head, LeftArm, LeftLeg, RightArm, RightLeg};
    let arm = [part::SHOULDER, part::UPPER_ARM, part::FOREARM, part::HAND];
    let leg = [part::HIP, part::THIGH, part::LEG, part::FOOT];
    let body = [part::ENGINE, part::GYRO];
    let head = [part::LIFE_SUPPORT, part::SENSORS, part::COCKPIT];
    let rows: [(Location, &[i32]); 6] =
        [(LeftArm, &arm), (LeftLeg, &leg), (RightLeg, &leg), (RightArm, &arm), (CentreTorso, &body), (Head, &head)];
    let mut actuators = Vec::new();
    let mut slots: [Vec<Slot>; 8] = Default::default();
    for (location, codes) in rows {
        for &code in codes {
            slots[location.index()].push(slot(Class::Actuator, code, None, Some(actuators.len())));
            actuators.push(Actuator { code, name: String::new(), location, operative: true, hits: 0 });
        }
    }
    for (place, component) in components.iter().enumerate() {
        slots[component.location.index()].push(slot(component.class, component.code, Some(place), None));
    }
    for leg in [LeftLeg, RightLeg] {
        slots[leg.index()].push(slot(Class::Equipment, equipment::HEAT_SINK, None, None));
    }
    (actuators, slots)
}

/// 65 tons, all kinds of weapons, a heat sink in each leg.
pub fn mech() -> Mech {
    let components = components();
    let (actuators, slots) = slots(&components);
    let (armour, structure) = ([20, 24, 29, 29, 24, 20, 30, 9, 6, 6, 11], [10, 15, 15, 15, 15, 10, 21, 3]);
    let definition = Definition {
        name: "Prueba".into(),
        model: String::new(),
        tons: 65,
        engine: 260,
        internal_sinks: 10,
        sinks: 12,
        masc: false,
        case: [false; 3],
        max_heat: 28,
        has_arms: true,
        arms: [true; 8],
        armour,
        structure,
        components,
        weapons: 8,
        actuators,
        slots,
        walk: 4,
        run: 6,
        jump: 0,
        double_sinks: false,
    };
    Mech::new(definition, Hex::new(5, 5), Side::NORTH)
}

/// Hits an actuator once.
pub fn hit(mech: &mut Mech, code: i32, location: Location) {
    let parts = mech.definition.actuators.iter_mut();
    let part = parts.into_iter().find(|part| part.code == code && part.location == location).expect("it has the part");
    part.hits += 1;
    part.operative = false;
}

/// Two such mechs four hexes apart on open ground: the first on 0606 faces north to the second.
pub fn duel() -> Situation {
    let map = Map::new(15, 17, vec![Cell::OPEN; 15 * 17]).expect("as many hexes as it says");
    let mut mechs = vec![mech(), mech()];
    mechs[1].condition.hex = Hex::new(5, 1);
    mechs[1].condition.facing = Side::NORTH.opposite();
    mechs[1].condition.torso = Side::NORTH.opposite();
    Situation { map, settings: Settings::default(), mechs, initiative: vec![0, 1] }
}

/// A map with hills, water, swamps, roads, woods, rubble and buildings all over.
pub fn wild(width: u8, height: u8, rng: &mut fastrand::Rng) -> Map {
    let cell = |rng: &mut fastrand::Rng| {
        let level = [0, 0, 0, 0, 1, 1, 2, -1, -2, 3][usize::from(rng.u8(0..10))];
        let mut cell = Cell { level, ..Cell::OPEN };
        cell.terrain = match (level, rng.u8(0..8)) {
            (..0, _) | (0, 0) => Terrain::Water,
            (_, 1) => Terrain::Swamp,
            _ => Terrain::Open,
        };
        cell.object = Object::ALL.get(usize::from(rng.u8(0..16))).copied();
        cell.strength = if cell.object.is_some_and(Object::is_building) { u16::from(rng.u8(30..90)) } else { 0 };
        cell.roads = rng.u8(0..64) & rng.u8(0..64);
        cell
    };
    let cells = (0..u32::from(width) * u32::from(height)).map(|_| cell(rng)).collect();
    Map::new(width, height, cells).expect("as many hexes as it says")
}
