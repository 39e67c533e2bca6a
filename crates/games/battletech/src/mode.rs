//! How a mech moved.

use serde::Serialize;

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
