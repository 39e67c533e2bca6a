//! Heuristics on maps of hexes.

use std::fmt;

/// How A* and greedy best-first search estimate what is left on a map of hexes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Heuristic {
    /// Steps from hex to hex: never too high
    #[default]
    Hex,
    /// Differences of columns and rows, added: may be too high, so that A* may find dearer paths
    Manhattan,
}

impl fmt::Display for Heuristic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Hex => "hex",
            Self::Manhattan => "manhattan",
        })
    }
}
