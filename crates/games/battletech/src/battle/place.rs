//! Where mechs stand at the start of a battle.

use crate::condition::MAX_MECHS;
use crate::hex::{Hex, Side};

/// Where a mech stands at the start, and where it faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where.
    pub hex: Hex,
    /// Legs and torso.
    pub facing: Side,
}

/// Why there is no battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There are 2 to 32 mechs; this many were given.
    #[error("{0} mechs; a battle has 2 to {MAX_MECHS}")]
    Mechs(usize),
    /// There are fewer places than mechs.
    #[error("only {0} places for the mechs")]
    Places(usize),
    /// A mech's place is off the map, or taken.
    #[error("the place of mech {0} is off the map or taken")]
    Place(usize),
    /// The map has no room for this mech.
    #[error("the map has no room for mech {0}")]
    Room(usize),
    /// What only its own player knows of this mech is missing.
    #[error("what only the player of mech {0} knows is missing")]
    Unknown(usize),
}
