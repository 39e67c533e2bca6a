//! The condition of a mech: its record in a `mechs` file.

use super::hex::{Hex, Side};
use super::location::Location;

/// The most mechs in a game.
pub const MAX_MECHS: usize = 32;

/// The public state of a mech, and the part that only its own player knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "one for each line of the file")]
pub struct Condition {
    /// It is still in the game (`operativo`).
    pub operative: bool,
    /// It is shut down (`desconectado`).
    pub shut_down: bool,
    /// It is stuck in a swamp (`atascado`).
    pub stuck: bool,
    /// It lies on the ground (`en el suelo`).
    pub prone: bool,
    /// Its hex.
    pub hex: Hex,
    /// The side its legs face.
    pub facing: Side,
    /// The side its torso faces.
    pub torso: Side,
    /// Its heat.
    pub heat: u16,
    /// It burns (`ardiendo`).
    pub burning: bool,
    /// It holds a club (`garrote`).
    pub club: bool,
    /// Its club is a tree.
    pub tree: bool,
    /// Armour left, as in [`super::definition::Definition::armour`].
    pub armour: [u16; 11],
    /// Internal structure left.
    pub structure: [u16; 8],
    /// Bit `k`: a Narc beacon of this mech sticks to mech `k`.
    pub narc: u32,
    /// Bit `k`: an improved Narc beacon of this mech sticks to mech `k`.
    pub improved_narc: u32,
    /// The part that only its own player knows.
    pub own: Option<Own>,
}

/// The part of a mech's condition that only its own player knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Own {
    /// Movement points now; valid in the movement phase.
    pub walk: u8,
    /// Movement points now.
    pub run: u8,
    /// Movement points now.
    pub jump: u8,
    /// Heat sinks that are on.
    pub sinks_on: u16,
    /// Heat sinks that are off.
    pub sinks_off: u16,
    /// The pilot's wounds; dead at 6.
    pub wounds: u8,
    /// The pilot is conscious.
    pub conscious: bool,
    /// Bit `k` of a location: its slot `k` is hit.
    pub hits: [u16; 8],
    /// Bit of a location: a weapon was fired from it; valid in the physical phase.
    pub fired: u8,
    /// Ammunition made ready to be dumped, by location and slot.
    pub dumping: Vec<(Location, u8)>,
}

impl Own {
    /// True if a slot is hit.
    #[must_use]
    pub const fn is_hit(&self, location: Location, slot: u8) -> bool {
        self.hits[location.index()] >> slot & 1 == 1
    }

    /// True if a weapon was fired from a location in this turn.
    #[must_use]
    pub const fn has_fired(&self, location: Location) -> bool {
        self.fired >> location.index() & 1 == 1
    }
}
