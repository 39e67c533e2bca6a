//! The field of a match of BattleTech: map, mechs, starts.

use super::setup::{Setup, long_way};
use crate::battle::{Options, StartPlace};
use crate::catalogue::{self, Entry};
use crate::definition::Definition;
use crate::generator::RandomMap;
use crate::map::Map;
use crate::movement::cost::WoodsCost;
use crate::notation::files::{bytes, lines};
use crate::notation::{definition, map};
use crate::situation::Settings;
use boardbots_base::input;
use boardbots_base::invalid::InputError;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The map without a choice.
pub const USUAL_MAP: &str = "colinas";
/// The mech without a choice.
pub const USUAL_MECH: &str = "tejon";
/// The most mechs of a match.
pub const MOST_MECHS: usize = 8;
/// Most bytes of a file that is read: the largest map takes two thirds of it.
const MAX_BYTES: u64 = 2 << 20;

/// A map or a mech.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The name in the catalogue, the file, or the kind of a random map.
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

    /// Checks that it is a map, or random ones.
    ///
    /// # Errors
    /// There is no such map, or what is wrong with its file.
    pub fn check_map(&self) -> Result<(), InputError> {
        load_maps(self).map(drop)
    }

    /// The mech, if it is one.
    ///
    /// # Errors
    /// There is no such mech, or what is wrong with its file.
    pub fn mech(&self) -> Result<Definition, InputError> {
        let Self { name, lines } = self;
        if lines.is_empty() {
            return catalogue::mech_of(name)
                .ok_or_else(|| format!("no mech \"{name}\" comes with this program").into());
        }
        definition::read(name, &bytes(lines)).map_err(InputError::new)
    }

    /// One of a file of the simulator with these bytes.
    #[must_use]
    pub fn file(name: &str, bytes: &[u8]) -> Self {
        Self { name: name.to_string(), lines: lines(bytes) }
    }
}

/// A map, the mechs on it, and how they begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// The map.
    pub map: Piece,
    /// The mechs, by seat.
    pub mechs: Vec<Piece>,
    /// The starts of the mechs; the seeds draw them if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<StartPlace>,
    /// The mechs start as far apart as the map allows on foot, but no farther than this many movement points;
    /// otherwise where they would without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub way: Option<u16>,
    /// The cost of woods and rubble.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub woods: WoodsCost,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_usual(woods: &WoodsCost) -> bool {
    *woods == WoodsCost::default()
}

/// The places that were said.
fn places(said: &[&str]) -> Result<Vec<StartPlace>, InputError> {
    said.iter().map(|text| text.parse().map_err(|error: InputError| error.at("--place"))).collect()
}

/// The costs of woods that were said.
fn woods(said: &[&str]) -> Result<WoodsCost, InputError> {
    let Some(word) = said.first() else { return Ok(WoodsCost::default()) };
    let unknown = || InputError::unknown("reading", word, WoodsCost::ALL.map(WoodsCost::word)).at("--woods");
    WoodsCost::named(word).ok_or_else(unknown)
}

/// The values given for an option.
fn all<'a>(said: &[(&str, &'a str)], option: &str) -> Vec<&'a str> {
    said.iter().filter(|(name, _)| *name == option).map(|(_, text)| *text).collect()
}

impl Field {
    /// Checks that the options of a field make sense before files are looked for.
    ///
    /// # Errors
    /// What does not.
    pub fn check(said: &[(&str, &str)]) -> Result<(), InputError> {
        let random = all(said, "map").into_iter().filter(|text| RandomMap::is_asked(text));
        for text in random {
            text.parse::<RandomMap>().map_err(|error| error.at("--map"))?;
        }
        let (places, mechs) = (places(&all(said, "place"))?.len(), all(said, "mech").len().max(2));
        woods(&all(said, "woods"))?;
        if places > 0 && places != mechs {
            return Err(format!("--place: a place for each mech, or for none; here are {places} for {mechs}").into());
        }
        Ok(())
    }

    /// The field of the options `map`, `mech`, `place` and `woods`; maps and mechs are names or files.
    ///
    /// # Errors
    /// What is wrong with it, or which file cannot be read.
    pub fn of(said: &[(&str, &str)]) -> Result<Self, InputError> {
        let (maps, mechs) = (all(said, "map"), all(said, "mech"));
        let map = map_of(maps.first().unwrap_or(&USUAL_MAP)).map_err(|error| error.at("--map"))?;
        let mechs = match mechs[..] {
            [] => vec![mech_of(USUAL_MECH)?; 2],
            [both] => vec![mech_of(both)?; 2],
            ref all => all.iter().map(|name| mech_of(name)).collect::<Result<_, _>>()?,
        };
        Ok(Self { map, mechs, places: places(&all(said, "place"))?, way: None, woods: woods(&all(said, "woods"))? })
    }

    /// The random map, if each fight has one.
    #[must_use]
    pub fn random(&self) -> Option<RandomMap> {
        if let Ok(Maps::Random(random)) = load_maps(&self.map) { Some(random) } else { None }
    }

    /// The name of the map of the fight with this seed; of a random one, what it is drawn from.
    #[must_use]
    pub fn map_name(&self, seed: u64) -> String {
        self.random().map_or_else(|| self.map.name.clone(), |random| random.seeded(seed).to_string())
    }

    /// The set-up of a fight with these dice and at most this many turns.
    ///
    /// # Errors
    /// What is wrong with a map or a mech.
    pub fn setup(&self, seed: u64, turns: u32) -> Result<Setup, InputError> {
        let map = match load_maps(&self.map)? {
            Maps::One(map) => map,
            Maps::Random(random) => random.map(seed),
        };
        let mechs: Vec<Definition> = self.mechs.iter().map(Piece::mech).collect::<Result<_, _>>()?;
        let far = self.way.and_then(|most| long_way(&map, &mechs, most));
        let places = far.or_else(|| (!self.places.is_empty()).then(|| self.places.clone()));
        let options = Options { turns, woods: self.woods };
        Ok(Setup { map, mechs, places, settings: Settings::default(), options, seed })
    }
}

/// The maps of fights.
enum Maps {
    /// All have this one.
    One(Map),
    /// Each has one of its own seed, or all have that of the seed which was asked for.
    Random(RandomMap),
}

fn load_maps(piece: &Piece) -> Result<Maps, InputError> {
    if piece.lines.is_empty() && RandomMap::is_asked(&piece.name) {
        return piece.name.parse().map(Maps::Random);
    }
    load_map(piece).map(Maps::One)
}

fn load_map(Piece { name, lines }: &Piece) -> Result<Map, InputError> {
    if lines.is_empty() {
        return catalogue::map_of(name).ok_or_else(|| format!("no map \"{name}\" comes with this program").into());
    }
    map::read(name, &bytes(lines)).map_err(InputError::new)
}

/// A map of a name or a file, or a random one with all that it is to be like: what is usual may be
/// otherwise when the record of a match is read.
///
/// # Errors
/// There is no such map, or what is wrong with the file or with what a random map is to be like.
pub fn map_of(name: &str) -> Result<Piece, InputError> {
    if RandomMap::is_asked(name) {
        return Ok(Piece::known(&name.parse::<RandomMap>()?.to_string()));
    }
    let map = piece(name, "maps", catalogue::MAPS)?;
    map.check_map().map(|()| map)
}

/// The mech of a name or a file.
///
/// # Errors
/// There is no such mech, or what is wrong with the file.
pub fn mech_of(name: &str) -> Result<Piece, InputError> {
    let mech = piece(name, "mechs", catalogue::MECHS)?;
    mech.mech().map(|_| mech)
}

/// The map or mech of this name, which comes with the program or is in a file.
fn piece(name: &str, what: &str, known: &[Entry]) -> Result<Piece, InputError> {
    if known.iter().any(|entry| entry.name == name) {
        return Ok(Piece::known(name));
    }
    let path = Path::new(name);
    if !path.exists() {
        let names: Vec<_> = known.iter().map(|entry| entry.name).collect();
        let names = names.join(", ");
        let more = if what == "maps" { "; or write random:KEY=VALUE,…" } else { "" };
        let message =
            format_args!("`{name}` is neither a file nor one of the {what} that come with the program: {names}{more}");
        return Err(InputError::new(message));
    }
    let bytes = input::read(path, MAX_BYTES).map_err(|error| InputError::new(error).at(name))?;
    Ok(Piece::file(name, &bytes))
}
