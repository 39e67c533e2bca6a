//! Where mechs stand at the start of a battle.

use crate::condition::MAX_MECHS;
use crate::hex::{Hex, Side};
use std::fmt;

/// Where a mech stands at the start, and where it faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where.
    pub hex: Hex,
    /// Legs and torso.
    pub facing: Side,
}

/// Why there is no battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// There are 2 to 32 mechs; this many were given.
    Mechs(usize),
    /// There are fewer places than mechs.
    Places(usize),
    /// A mech's place is off the map, or taken.
    Place(usize),
    /// The map has no room for this mech.
    Room(usize),
    /// What only its own player knows of this mech is missing.
    Unknown(usize),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mechs(count) => write!(f, "{count} mechs; a battle has 2 to {MAX_MECHS}"),
            Self::Places(count) => write!(f, "only {count} places for the mechs"),
            Self::Place(mech) => write!(f, "the place of mech {mech} is off the map or taken"),
            Self::Room(mech) => write!(f, "the map has no room for mech {mech}"),
            Self::Unknown(mech) => write!(f, "what only the player of mech {mech} knows is missing"),
        }
    }
}

impl std::error::Error for Refused {}
