//! The options of matches and of the engine protocol: the map, and who moves first.

use crate::bot::Setup;
use crate::generator::{DEFAULT_SIZE, SIZES, generate};
use crate::map::{self, Map};
use boardbots_base::input;
use boardbots_base::invalid::Invalid;
use boardbots_game::colour::Colour;
use boardbots_game::options::GameOption;
use boardbots_game::setup::{Opening, Openings};
use fastrand::Rng;
use std::path::PathBuf;

/// What the options are set to.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    ground: Ground,
    size: Option<u8>,
    seed: Option<u64>,
    setup: Setup,
}

/// All options.
pub(crate) fn declared() -> Vec<GameOption> {
    vec![
        GameOption::text("Map"),
        GameOption::number("Size", DEFAULT_SIZE, &SIZES),
        GameOption::number("Seed", 1, &(0..=u64::MAX)),
        GameOption::word("First", "green", &["green", "blue"]),
    ]
}

impl Choices {
    /// Sets an option, and returns what games are played on from then on. A failure changes nothing.
    ///
    /// # Errors
    /// What is wrong with the value, or with the map's file.
    pub fn set(&mut self, option: &GameOption, value: &str) -> Result<Setup, Invalid> {
        let mut new = self.clone();
        match option.name {
            "Map" => {
                let standard = matches!(value, "" | "<empty>");
                new.ground = if standard { Ground::Standard } else { Ground::File(value.into()) };
            }
            "Size" => {
                new.size = Some(option.parse(value)?.as_number());
                new.ground = Ground::random(new.size, new.seed);
            }
            "Seed" => {
                new.seed = Some(option.parse(value)?.as_number());
                new.ground = Ground::random(new.size, new.seed);
            }
            _ => new.setup.first = option.parse(value)?.as_text().parse::<Colour>()?,
        }
        if option.name != "First" {
            new.setup.map = new.ground.map()?;
        }
        *self = new;
        Ok(self.setup.clone())
    }
}

/// The opening of a seed: a random map.
pub(crate) fn opening(seed: u64, openings: &Openings) -> Opening {
    let mut rng = Rng::with_seed(seed);
    let (least, most) = openings.sizes;
    let size = rng.u8(least.min(most)..=most.max(least));
    let first = if rng.bool() { "green" } else { "blue" };
    let options = [("Size", size.to_string()), ("Seed", rng.u32(..).to_string()), ("First", first.to_string())];
    Opening { options: options.map(|(name, value)| (name.to_string(), value)).to_vec(), moves: String::new() }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;
    use boardbots_game::duel::board::begin;

    #[test]
    fn openings_are_maps_of_the_sizes_that_are_asked_for() {
        let openings = Openings::default();
        for seed in 0..30 {
            let of_seed = opening(seed, &openings);
            let size: u8 = of_seed.options[0].1.parse().expect("a size");
            assert!((10..=20).contains(&size));
            assert!(begin::<Position>(&of_seed).is_ok());
        }
        let bad = Opening { options: vec![("Colour".into(), "red".into())], moves: String::new() };
        assert!(begin::<Position>(&bad).is_err_and(|error| error.contains("no option \"Colour\"")));
    }
}
