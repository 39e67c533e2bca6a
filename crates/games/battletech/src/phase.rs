//! The five phases in which a player is called.

use boardbots_base::invalid::Invalid;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A phase of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// `Movimiento`.
    Movement,
    /// `Reaccion`: the torso turns.
    Reaction,
    /// `AtaqueArmas`.
    Weapons,
    /// `AtaqueFisico`.
    Physical,
    /// `FinalTurno`.
    End,
}

impl Phase {
    /// All five in the order of a turn.
    pub const ALL: [Self; 5] = [Self::Movement, Self::Reaction, Self::Weapons, Self::Physical, Self::End];

    /// The word on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["Movimiento", "Reaccion", "AtaqueArmas", "AtaqueFisico", "FinalTurno"][self as usize]
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Phase {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        Self::ALL.into_iter().find(|phase| phase.word() == text).ok_or_else(|| {
            let words = "Movimiento, Reaccion, AtaqueArmas, AtaqueFisico or FinalTurno";
            Invalid::new(format_args!("`{text}` is no phase; use {words}"))
        })
    }
}
