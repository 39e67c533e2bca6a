//! Maps and mechs of this project, for games without files of the simulator, and for tests.
//!
//! They come with the program as drawings, small texts that people can read and change; a drawing is parsed on each
//! use. Lines that start with `#` are comments. The same maps and mechs are in `samples` of this package as files of
//! the simulator; a test of the program compares them with the drawings, and rewrites them if `BOARDBOTS_DRAW` is set.

mod item;
pub(crate) mod map;
mod mech;

use super::definition::Definition;
use super::map::Map;

/// A drawing that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name, in lower case.
    pub name: &'static str,
    drawing: &'static str,
}

macro_rules! entries {
    ($kind:literal: $($name:literal)*) => {
        &[$(Entry { name: $name, drawing: include_str!(concat!("drawings/", $kind, "/", $name, ".txt")) }),*]
    };
}

/// The maps: a canyon, hills and woods, a lake with fords, a town.
pub const MAPS: &[Entry] = entries!("maps": "barranco" "colinas" "laguna" "poblado");

/// The mechs, from 20 to 100 tons.
pub const MECHS: &[Entry] = entries!("mechs": "cantera" "encina" "faro" "gaviota" "grillo" "muralla" "nutria" "tejon");

fn named(entries: &[Entry], name: &str) -> Option<&'static str> {
    entries.iter().find(|entry| entry.name == name).map(|entry| entry.drawing)
}

/// The lines of a drawing that are neither empty nor comments.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The map of this name.
#[must_use]
pub fn map_of(name: &str) -> Option<Map> {
    named(MAPS, name).and_then(map::map)
}

/// The mech of this name.
#[must_use]
pub fn mech_of(name: &str) -> Option<Definition> {
    named(MECHS, name).and_then(mech::mech)
}

#[cfg(test)]
mod tests {
    use super::{Entry, MAPS, MECHS, map, map_of, mech, mech_of};
    use crate::location::Location;
    use crate::notation;

    /// What is drawn is what the simulator's files can say.
    #[test]
    fn all_drawings_are_understood() {
        for &Entry { name, .. } in MAPS {
            let drawn = map_of(name).expect(name);
            assert!(notation::map::read(name, &notation::map::write(&drawn)).expect(name) == drawn, "{name}");
        }
        for &Entry { name, .. } in MECHS {
            let drawn = mech_of(name).expect(name);
            let read = notation::definition::read(name, &notation::definition::write(&drawn));
            assert_eq!(read.expect(name), drawn);
            for location in Location::ALL {
                assert!(
                    drawn.slots[location.index()].len() <= location.slots().into(),
                    "{name}: {location} is too full"
                );
            }
        }
    }

    #[test]
    fn what_is_drawn_wrongly_is_refused() {
        let [hills, jumper] = [MAPS[1].drawing, MECHS[0].drawing];
        assert!(map::map(hills).is_some() && mech::mech(jumper).is_some());
        for (from, to) in [("0F", "0X"), ("0F", "F"), ("0F", "0F 0F"), ("0F", "")] {
            assert!(map::map(&hills.replacen(from, to, 1)).is_none(), "{from} {to}");
        }
        for (from, to) in [("engine", "motor"), ("90", "ninety"), ("AMLA 20", "AMLA 19"), ("90", "15"), (" 11\n", "\n")]
        {
            assert!(mech::mech(&jumper.replacen(from, to, 1)).is_none(), "{from} {to}");
        }
    }
}
