//! The options of matches and of the engine protocol: the map, and who moves first.

use crate::generator::{DEFAULT_SIZE, SIZES, generate};
use crate::map::{self, Map};
use crate::rules::Position;
use boardbots_base::input;
use boardbots_base::invalid::InputError;
use boardbots_game::options::{GameOption, Setting, Settings};
use boardbots_game::setup::{Opening, Openings};
use boardbots_game::two_player::side::{COLOURS, Side};
use fastrand::Rng;
use std::path::PathBuf;

/// All options.
pub(crate) fn declared() -> Vec<GameOption> {
    vec![
        GameOption::text("Map"),
        GameOption::number("Size", DEFAULT_SIZE, &SIZES),
        GameOption::number("Seed", 1, &(0..=u64::MAX)),
        GameOption::word("First", COLOURS[0], &COLOURS),
    ]
}

/// The settings of a random map.
pub fn random(size: u8, seed: u64, first: Side) -> Settings {
    let [size, seed] = [size.into(), seed].map(Setting::Number);
    Settings::default().with("Size", size).with("Seed", seed).with("First", Setting::Word(first.colour()))
}

/// The position that a game with these settings begins with.
///
/// # Errors
/// Fails if the map's file cannot be read, or is not a map.
pub(crate) fn start(settings: &Settings) -> Result<Position, InputError> {
    let first = settings.get("First").map_or(Ok(Side::First), |first| Side::of_colour(first.as_text()))?;
    Ok(Position::new(&Ground::of(settings).map()?, first))
}

/// The opening of a seed: a random map.
pub(crate) fn opening(seed: u64, openings: &Openings) -> Opening {
    let mut rng = Rng::with_seed(seed);
    let (least, most) = openings.sizes;
    let size = rng.u8(least.min(most)..=most.max(least));
    let first = if rng.bool() { Side::First } else { Side::Second }.colour();
    let options = [("Size", size.to_string()), ("Seed", rng.u32(..).to_string()), ("First", first.to_string())];
    Opening { options: options.map(|(name, value)| (name.to_string(), value)).to_vec(), moves: String::new() }
}

/// Most bytes of a map file: many times what the largest map takes.
const MAX_BYTES: u64 = 1 << 20;

/// The source of the map.
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
    /// The map of the setting that was made last.
    fn of(settings: &Settings) -> Self {
        match settings.iter().rev().find(|(name, _)| *name != "First") {
            None => Self::Standard,
            Some(("Map", setting)) => match setting.as_text() {
                "" | "<empty>" => Self::Standard,
                path => Self::File(path.into()),
            },
            Some(_) => {
                let number = |name| settings.get(name).map(Setting::as_number);
                Self::random(number("Size").and_then(|size| u8::try_from(size).ok()), number("Seed"))
            }
        }
    }

    /// A made map, of which something is left to the defaults: size 20, seed 1.
    #[must_use]
    pub fn random(size: Option<u8>, seed: Option<u64>) -> Self {
        Self::Random { size: size.unwrap_or(DEFAULT_SIZE), seed: seed.unwrap_or(1) }
    }

    /// The map.
    ///
    /// # Errors
    ///
    /// Fails with a line that names the file, the place and the problem.
    pub fn map(&self) -> Result<Map, InputError> {
        match self {
            Self::Standard => Ok(Map::default()),
            Self::Random { size, seed } => {
                generate(*size, *seed).ok_or_else(|| format!("no map has size {size}").into())
            }
            Self::File(path) => {
                let text = input::text(path, MAX_BYTES).map_err(|error| InputError::new(error).at(path.display()))?;
                map::parse(&text).map_err(|error| InputError::new(error).at(path.display()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_game::two_player::opening::begin;

    #[test]
    fn openings_are_maps_of_the_sizes_that_are_asked_for() {
        let openings = Openings::default();
        for seed in 0..30 {
            let of_seed = opening(seed, &openings);
            let size: u8 = of_seed.options[0].1.parse().expect("a size");
            assert!((10..=20).contains(&size));
            assert!(begin::<Position>(&of_seed).is_ok());
        }
        let bad = Opening { options: vec![("Side".into(), "red".into())], moves: String::new() };
        assert!(begin::<Position>(&bad).is_err_and(|error| error.contains("no option \"Side\"")));
    }
}
