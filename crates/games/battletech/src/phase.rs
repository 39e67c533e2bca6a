//! The five phases in which a player is called.

use boardbots_base::invalid::Invalid;
use serde::{Deserialize, Serialize};
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

words! { Phase:
    Movement "Movimiento", Reaction "Reaccion", Weapons "AtaqueArmas", Physical "AtaqueFisico", End "FinalTurno",
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
