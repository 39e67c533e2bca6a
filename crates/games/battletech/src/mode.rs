//! How a mech moved.

use serde::Serialize;
use std::fmt;

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

impl Mode {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Still, Self::Walk, Self::Run, Self::Jump];

    /// The files' word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["Inmovil", "Andar", "Correr", "Saltar"][self as usize]
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
