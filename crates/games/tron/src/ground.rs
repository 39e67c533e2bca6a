//! What a game of Aspiradoras TRON is played on: a map by its file, by its seed, or the
//! standard one.

use crate::generator::{DEFAULT_SIZE, generate};
use crate::map::{self, Map};
use boardbots_base::input;
use boardbots_base::invalid::Invalid;
use std::path::PathBuf;

/// Most bytes of a map file: many times what the largest map takes.
const MAX_BYTES: u64 = 1 << 20;

/// Where the map comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// It comes with the program.
    #[default]
    Standard,
    /// A file.
    File(PathBuf),
    /// It is made.
    Random {
        /// Rows and columns.
        size: u8,
        /// The same seed gives the same map.
        seed: u64,
    },
}

impl Ground {
    /// A made map, of which something is left to the defaults: size 20, seed 1.
    #[must_use]
    pub fn random(size: Option<u8>, seed: Option<u64>) -> Self {
        Self::Random { size: size.unwrap_or(DEFAULT_SIZE), seed: seed.unwrap_or(1) }
    }

    /// The map.
    ///
    /// # Errors
    ///
    /// A line that names the file, the place and what is wrong.
    pub fn map(&self) -> Result<Map, Invalid> {
        match self {
            Self::Standard => Ok(Map::default()),
            Self::Random { size, seed } => {
                generate(*size, *seed).ok_or_else(|| format!("no map has size {size}").into())
            }
            Self::File(path) => {
                let text = input::text(path, MAX_BYTES).map_err(|error| Invalid::new(error).at(path.display()))?;
                map::parse(&text).map_err(|error| Invalid::new(error).at(path.display()))
            }
        }
    }
}
