//! What a match of BattleTech is fought on and with.

use super::latin::{bytes, lines};
use super::setup::Setup;
use crate::battle::Options;
use crate::catalogue;
use crate::definition::Definition;
use crate::map::Map;
use crate::notation::{definition, map};
use crate::settings::Settings;
use boardbots_base::invalid::Invalid;
use serde::{Deserialize, Serialize};

/// A map or a mech.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// What it is called in the catalogue, or its file.
    pub name: String,
    /// The lines of its file, if it does not come with the program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
}

impl Piece {
    /// One that comes with the program.
    #[must_use]
    pub fn known(name: &str) -> Self {
        Self { name: name.to_string(), lines: Vec::new() }
    }

    /// One of a file of the simulator with these bytes.
    #[must_use]
    pub fn file(name: &str, bytes: &[u8]) -> Self {
        Self { name: name.to_string(), lines: lines(bytes) }
    }
}

/// A map and the mechs on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// The map.
    pub map: Piece,
    /// The mechs of both sides.
    pub mechs: [Piece; 2],
}

impl Field {
    /// The set-up of a fight with these dice and at most so many turns; places are drawn.
    ///
    /// # Errors
    /// What is wrong with a map or a mech.
    pub fn setup(&self, seed: u64, turns: u32) -> Result<Setup, Invalid> {
        Ok(Setup {
            map: load_map(&self.map)?,
            mechs: self.mechs.iter().map(load_mech).collect::<Result<_, _>>()?,
            places: None,
            settings: Settings::default(),
            options: Options { turns, ..Options::default() },
            seed,
        })
    }
}

fn load_map(Piece { name, lines }: &Piece) -> Result<Map, Invalid> {
    if lines.is_empty() {
        return catalogue::map_of(name).ok_or_else(|| format!("no map \"{name}\" comes with this program").into());
    }
    map::read(name, &bytes(lines)).map_err(Invalid::new)
}

fn load_mech(Piece { name, lines }: &Piece) -> Result<Definition, Invalid> {
    if lines.is_empty() {
        return catalogue::mech_of(name).ok_or_else(|| format!("no mech \"{name}\" comes with this program").into());
    }
    definition::read(name, &bytes(lines)).map_err(Invalid::new)
}
