//! Maps and mechs of our own, as files of the simulator: to play without its files, and to test.
//!
//! They are drawn in `tests/battletech/drawings`; a test keeps the files as they are drawn, and
//! writes them anew where `BOARDBOTS_DRAW` is set.

use super::definition::Definition;
use super::map::Map;
use super::notation::{definition, map};

/// A file that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name, in lower case.
    pub name: &'static str,
    /// What it holds, as the simulator would write it.
    pub bytes: &'static [u8],
}

macro_rules! entries {
    ($kind:literal: $($name:literal)*) => {
        &[$(Entry { name: $name, bytes: include_bytes!(concat!($kind, "/", $name, ".sbt")) }),*]
    };
}

/// The maps: a canyon, hills and woods, a lake with fords, a town.
pub const MAPS: &[Entry] = entries!("maps": "barranco" "colinas" "laguna" "poblado");

/// The mechs, from 20 to 100 tons.
pub const MECHS: &[Entry] = entries!("mechs": "cantera" "encina" "faro" "gaviota" "grillo" "muralla" "nutria" "tejon");

fn named<'a>(entries: &'a [Entry], name: &str) -> Option<&'a Entry> {
    entries.iter().find(|entry| entry.name == name)
}

/// The map of this name.
#[must_use]
pub fn map_of(name: &str) -> Option<Map> {
    named(MAPS, name).and_then(|entry| map::read(entry.name, entry.bytes).ok())
}

/// The mech of this name.
#[must_use]
pub fn mech_of(name: &str) -> Option<Definition> {
    named(MECHS, name).and_then(|entry| definition::read(entry.name, entry.bytes).ok())
}
