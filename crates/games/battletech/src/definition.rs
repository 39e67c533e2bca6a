//! The construction of a mech, and which parts still work: the content of a `defmech` file.

use super::location::Location;

/// A mech's construction and its state, as `defmechJN-M.sbt` gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Its model; may be empty.
    pub model: String,
    /// Its weight in tons.
    pub tons: u16,
    /// The rating of its engine.
    pub engine: u16,
    /// Heat sinks within the engine.
    pub internal_sinks: u16,
    /// All heat sinks.
    pub sinks: u16,
    /// True if it has MASC.
    pub masc: bool,
    /// CASE in the right torso, left torso and centre.
    pub case: [bool; 3],
    /// The most heat it makes in a turn by design.
    pub max_heat: u16,
    /// True if it has arms.
    pub has_arms: bool,
    /// Arm actuators that it was built with: left shoulder, upper arm, forearm, hand, and the same on the right.
    pub arms: [bool; 8],
    /// Armour left: eight locations, then the rear of left, right and centre torso.
    pub armour: [u16; 11],
    /// Internal structure left.
    pub structure: [u16; 8],
    /// Weapons, ammunition, equipment.
    pub components: Vec<Component>,
    /// The number of weapons that the file gives.
    pub weapons: u16,
    /// Actuators, and the parts of cockpit and engine.
    pub actuators: Vec<Actuator>,
    /// The content of each slot, by location. A list may be shorter than its location: files leave out the last slots.
    pub slots: [Vec<Slot>; 8],
    /// Movement points by design.
    pub walk: u8,
    /// Movement points by design.
    pub run: u8,
    /// Movement points by design.
    pub jump: u8,
    /// True if its heat sinks are double.
    pub double_sinks: bool,
}

/// The class of a component or of a slot's content (`clase`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// `ARMA`.
    Weapon,
    /// `MUNICION`.
    Ammunition,
    /// `EQUIPO`.
    Equipment,
    /// `ACTUADOR`.
    Actuator,
    /// `ARMADURA`.
    Armour,
    /// `ARMAFISICA`.
    PhysicalWeapon,
    /// `NADA`.
    Nothing,
}

/// The kind of ammunition or energy that a weapon fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeaponKind {
    /// `Energía`.
    Energy,
    /// `Balística`.
    Ballistic,
    /// `Misiles`.
    Missiles,
    /// `Nada`: not a weapon.
    Nothing,
}

/// A weapon, a load of ammunition or a piece of equipment: 19 lines of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its code, unique within its class.
    pub code: i32,
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: Class,
    /// Mounted to the rear.
    pub rear: bool,
    /// Its location.
    pub location: Location,
    /// The location of its other half, if it is split.
    pub second: Option<Location>,
    /// The kind of weapon.
    pub kind: WeaponKind,
    /// Heat of a shot; -1 for anything but a weapon.
    pub heat: i16,
    /// Damage of each shot or missile.
    pub damage: i16,
    /// Missiles of a salvo; 1 for guns.
    pub shots: i16,
    /// The longest distance at which it is harder to aim; 0 for none.
    pub minimum: i16,
    /// The longest distance of short range.
    pub short: i16,
    /// The longest distance of medium range.
    pub medium: i16,
    /// The longest distance of long range.
    pub long: i16,
    /// It works.
    pub operative: bool,
    /// The code of the weapon that this ammunition feeds; -1 for anything but ammunition.
    pub feeds: i32,
    /// Rounds left.
    pub rounds: i16,
    /// The word for special ammunition, or `No`.
    pub special: String,
    /// Its own modifier to hit.
    pub modifier: i16,
}

/// An actuator, or a part of engine, gyro and cockpit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actuator {
    /// Its code: see [`part`].
    pub code: i32,
    /// Its name.
    pub name: String,
    /// Its location.
    pub location: Location,
    /// It works.
    pub operative: bool,
    /// Hits it has taken.
    pub hits: u16,
}

/// The codes of actuators.
pub mod part {
    /// `Hombro`.
    pub const SHOULDER: i32 = 3013;
    /// `Brazo`.
    pub const UPPER_ARM: i32 = 3014;
    /// `Antebrazo`.
    pub const FOREARM: i32 = 3015;
    /// `Mano`.
    pub const HAND: i32 = 3016;
    /// `Cadera`.
    pub const HIP: i32 = 3017;
    /// `Muslo`.
    pub const THIGH: i32 = 3018;
    /// `Pierna`.
    pub const LEG: i32 = 3019;
    /// `Pie`.
    pub const FOOT: i32 = 3020;
    /// `Motores`.
    pub const ENGINE: i32 = 1011;
    /// `Giroscopio`.
    pub const GYRO: i32 = 1012;
    /// `Soporte Vital`.
    pub const LIFE_SUPPORT: i32 = 3008;
    /// `Sensores`.
    pub const SENSORS: i32 = 3009;
    /// `Cabina`.
    pub const COCKPIT: i32 = 3010;
}

/// The codes of equipment.
pub mod equipment {
    /// `Retroreactor`.
    pub const JUMP_JET: i32 = 1013;
    /// `DACM`.
    pub const CASE: i32 = 3015;
    /// `Radiador`: in slots only.
    pub const HEAT_SINK: i32 = 1004;
}

/// The content of a slot: 7 lines of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its class.
    pub class: Class,
    /// Rounds of ammunition at the start.
    pub amount: i32,
    /// Its code.
    pub code: i32,
    /// Its name.
    pub name: String,
    /// Its index among the components.
    pub component: Option<u16>,
    /// Its index among the actuators.
    pub actuator: Option<u16>,
    /// Damage of a salvo of this ammunition if it hits.
    pub damage: i32,
}

impl Component {
    /// True for working ammunition with rounds left.
    #[must_use]
    pub fn has_rounds(&self) -> bool {
        self.class == Class::Ammunition && self.operative && self.rounds > 0
    }

    /// True for ammunition that can explode: any with rounds left but that of Gauss rifles.
    #[must_use]
    pub fn explodes(&self) -> bool {
        self.has_rounds() && self.special != "Gauss"
    }
}

impl Definition {
    /// True if CASE in a torso location keeps a blast there from the locations further in.
    #[must_use]
    pub fn has_case(&self, location: Location) -> bool {
        let [right, left, centre] = self.case;
        match location {
            Location::RightTorso => right,
            Location::LeftTorso => left,
            Location::CentreTorso => centre,
            _ => false,
        }
    }

    /// True if CASE keeps a blast in a location from the centre torso: its own CASE, or that of the side torso next to
    /// it.
    #[must_use]
    pub fn contains_blast(&self, location: Location) -> bool {
        self.has_case(location) || location.inward().is_some_and(|inward| self.has_case(inward))
    }

    /// The first slot of a component in a location, if it is listed there.
    #[must_use]
    pub fn slot_of(&self, component: usize, location: Location) -> Option<u8> {
        let listed = |slot: &Slot| slot.component.is_some_and(|index| usize::from(index) == component);
        self.slots[location.index()].iter().position(listed).and_then(|slot| u8::try_from(slot).ok())
    }

    /// The component in a slot.
    #[must_use]
    pub fn component_in(&self, location: Location, slot: u8) -> Option<usize> {
        let index = usize::from(self.slots[location.index()].get(usize::from(slot))?.component?);
        (index < self.components.len()).then_some(index)
    }

    /// The actuator with a code in a location.
    #[must_use]
    pub fn actuator(&self, code: i32, location: Location) -> Option<&Actuator> {
        self.actuators.iter().find(|actuator| actuator.code == code && actuator.location == location)
    }
}

/// True if a name contains a word, in any case.
pub(super) fn says(name: &str, word: &str) -> bool {
    name.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
}
