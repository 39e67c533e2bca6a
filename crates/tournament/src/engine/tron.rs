//! Aspiradoras TRON in the protocol: its map is an option, and positions are given by moves.

use super::game::Spoken;
use super::options::{Declared, Values};
use crate::ground::Ground;
use boardbots_game::colour::Colour;
use boardbots_tron::bot::Setup;
use boardbots_tron::generator::{DEFAULT_SIZE, SIZES};
use boardbots_tron::rules::Position;

/// What the options are set to.
#[derive(Clone)]
pub struct Choices {
    ground: Ground,
    size: Option<u8>,
    seed: Option<u64>,
    setup: Setup,
}

impl Default for Choices {
    fn default() -> Self {
        Self { ground: Ground::Standard, size: None, seed: None, setup: Setup::default() }
    }
}

impl Choices {
    fn set(&mut self, option: &Declared, value: &str) -> Result<(), String> {
        match option.name {
            "Map" => {
                let standard = matches!(value, "" | "<empty>");
                self.ground = if standard { Ground::Standard } else { Ground::File(value.into()) };
            }
            "Size" => {
                self.size = u8::try_from(option.number(value)?).ok();
                self.ground = Ground::random(self.size, self.seed);
            }
            "Seed" => {
                self.seed = Some(option.number(value)?);
                self.ground = Ground::random(self.size, self.seed);
            }
            _ => {
                self.setup.first = option.word(value)?.parse::<Colour>()?;
                return Ok(());
            }
        }
        self.setup.map = self.ground.map()?;
        Ok(())
    }
}

impl Spoken for Position {
    type Choices = Choices;

    fn options() -> Vec<Declared> {
        let range = |default: u64, least: u64, most| Values::Range { default, least, most };
        vec![
            Declared { name: "Map", values: Values::Text },
            Declared {
                name: "Size",
                values: range(DEFAULT_SIZE.into(), (*SIZES.start()).into(), (*SIZES.end()).into()),
            },
            Declared { name: "Seed", values: range(1, 0, u64::MAX) },
            Declared { name: "First", values: Values::Words(&["green", "blue"]) },
        ]
    }

    fn choose(choices: &mut Choices, name: &str, value: &str) -> Option<Result<Setup, String>> {
        let option = Self::options().into_iter().find(|option| option.is(name))?;
        let mut new = choices.clone();
        Some(new.set(&option, value).map(|()| {
            *choices = new;
            choices.setup.clone()
        }))
    }

    fn read(_: &str) -> Result<Self, String> {
        Err("positions of tron are given by moves: position startpos moves …, on the map of the options".to_string())
    }
}
