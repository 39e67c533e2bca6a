//! What the games of a match begin with, so that no two pairs of games are alike.

use serde::{Deserialize, Serialize};

/// How openings are made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Openings {
    /// Random plies, where there are no lines.
    pub plies: u8,
    /// Rows and columns of maps, least and most.
    pub sizes: (u8, u8),
    /// Lines of moves, to be used in turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
}

impl Default for Openings {
    fn default() -> Self {
        Self { plies: 8, sizes: (10, 20), lines: Vec::new() }
    }
}

/// What one game begins with, in words of the engine protocol.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opening {
    /// Options of the game, in the order in which they are set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// The moves that have been made, as records write them.
    pub moves: String,
}

impl Opening {
    /// The opening of a game in which everything that chance decides follows from a seed.
    #[must_use]
    pub fn of_seed(seed: u64) -> Self {
        Self { options: vec![("Seed".into(), seed.to_string())], moves: String::new() }
    }
}
