//! Maps and mechs of this project, for games without files of the simulator, and for tests.
//!
//! Mechs come with the program as files of the simulator, those in `samples` of this package; maps, whose files are
//! long, as drawings, small texts that people can read and change. Both are parsed on each use. Lines of a drawing that
//! start with `#` are comments. `samples` has the maps as files, too; a test of the package compares them with the
//! drawings, and rewrites them if `BOARDBOTS_DRAW` is set.

pub(crate) mod map;

use super::definition::Definition;
use super::map::Map;
use super::notation::definition;

/// A map or a mech that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name, in lower case.
    pub name: &'static str,
    /// The drawing of a map, the file of a mech.
    content: &'static [u8],
}

macro_rules! entries {
    ($before:literal $after:literal: $($name:literal)*) => {
        &[$(Entry { name: $name, content: include_bytes!(concat!($before, $name, $after)) }),*]
    };
}

/// The maps: a canyon, hills and woods, a lake with fords, a town.
pub const MAPS: &[Entry] = entries!("drawings/" ".txt": "barranco" "colinas" "laguna" "poblado");

/// The mechs, from 20 to 100 tons:
///
/// - `cantera` jumps with a Gauss rifle in its arm.
/// - `encina` is slow and patient; its ammunition may explode without ending it.
/// - `faro` fires missiles from afar, with double heat sinks and one laser to the rear.
/// - `gaviota` jumps, and fires over some distance.
/// - `grillo` is a scout: fast, and dangerous only from near.
/// - `muralla` is as heavy as can be, and deadly from near.
/// - `nutria` jumps into the back of heavier mechs.
/// - `tejon` fights at all distances, at none as well as others do.
pub const MECHS: &[Entry] = entries!("../../samples/mechs/" ".sbt":
    "cantera" "encina" "faro" "gaviota" "grillo" "muralla" "nutria" "tejon");

fn named(entries: &[Entry], name: &str) -> Option<&'static [u8]> {
    entries.iter().find(|entry| entry.name == name).map(|entry| entry.content)
}

/// The map of this name.
#[must_use]
pub fn map_of(name: &str) -> Option<Map> {
    named(MAPS, name).and_then(map::map)
}

/// The mech of this name.
#[must_use]
pub fn mech_of(name: &str) -> Option<Definition> {
    named(MECHS, name).and_then(|file| definition::read(name, file).ok())
}

#[cfg(test)]
mod tests {
    use super::{Entry, MAPS, MECHS, map, map_of, mech_of};
    use crate::location::Location;
    use crate::notation;

    /// Drawings use only what the simulator's files can say.
    #[test]
    fn all_drawings_are_understood() {
        for &Entry { name, .. } in MAPS {
            let drawn = map_of(name).expect(name);
            assert!(notation::map::read(name, &notation::map::write(&drawn)).expect(name) == drawn, "{name}");
        }
    }

    #[test]
    fn all_mechs_are_as_the_simulator_writes_them() {
        for &Entry { name, content } in MECHS {
            let mech = mech_of(name).expect(name);
            assert!(notation::definition::write(&mech) == content, "{name}");
            for location in Location::ALL {
                let full = mech.slots[location.index()].len() > location.slots().into();
                assert!(!full, "{name}: {location} is too full");
            }
        }
    }

    #[test]
    fn what_is_drawn_wrongly_is_refused() {
        let hills = std::str::from_utf8(MAPS[1].content).expect("a text");
        assert!(map::map(hills.as_bytes()).is_some() && map::map(b"\xff").is_none());
        for (from, to) in [("0F", "0X"), ("0F", "F"), ("0F", "0F 0F"), ("0F", "")] {
            assert!(map::map(hills.replacen(from, to, 1).as_bytes()).is_none(), "{from} {to}");
        }
    }
}
