//! A mech as others aim at it and as it aims: real, or imagined at the end of a move.

use super::hex::{Hex, Side};
use serde::Serialize;

/// All of a mech's position that changes what it needs to hit and to be hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pose {
    /// Where it is.
    pub hex: Hex,
    /// Where its legs face.
    pub facing: Side,
    /// Where its torso faces.
    pub torso: Side,
    /// It lies on the ground.
    pub prone: bool,
    /// It is stuck in a swamp.
    pub stuck: bool,
    /// It is shut down, or its pilot is out.
    pub immobile: bool,
    /// How it moved in this turn.
    pub mode: Mode,
    /// Hexes from where its movement started to where it ended.
    pub moved: u8,
    /// Its heat.
    pub heat: u16,
}

/// How a mech moved in this turn (`mov.sbt`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// `Inmovil`: not, or not yet.
    #[default]
    Still,
    /// `Andar`.
    Walk,
    /// `Correr`.
    Run,
    /// `Saltar`.
    Jump,
}

words! { Mode: Still "Inmovil", Walk "Andar", Run "Correr", Jump "Saltar" }
