//! The options that say what games are played on and with.

use super::failures::usage;
use super::scope;
use crate::exit::{Exit, Failure};
use boardbots_catalog::Entry;
use serde_json::Value;

/// What games are played on and with.
#[derive(clap::Args)]
pub struct Ground {
    #[arg(long, value_name = "NAME|FILE|random", help = scope::help("map", "The map, a name or a file; random or random:KEY=VALUE,… draws one for each unit of games"))]
    map: Option<String>,

    #[arg(long = "mech", value_name = "NAME|FILE", help = scope::help("mech", "A mech, a name or a file; twice for two different ones"))]
    mechs: Vec<String>,
}

impl Ground {
    /// Which of the options were given.
    pub fn given(&self) -> [(&'static str, bool); 2] {
        [("map", self.map.is_some()), ("mech", !self.mechs.is_empty())]
    }

    fn said(&self) -> Vec<(&'static str, &str)> {
        let map = self.map.iter().map(|map| ("map", map.as_str()));
        map.chain(self.mechs.iter().map(|mech| ("mech", mech.as_str()))).collect()
    }

    /// The same in the game's own form.
    ///
    /// # Errors
    /// [`Exit::Usage`] for what makes no sense, [`Exit::Configuration`] for what is not there.
    pub fn read(&self, game: Entry) -> Result<Option<Value>, Failure> {
        let said = self.said();
        for (option, most) in game.matches().ground {
            if said.iter().filter(|(name, _)| name == option).count() > *most {
                return Err(usage(format_args!("--{option}: at most {most} in {game}")));
            }
        }
        game.check_ground(&said).map_err(usage)?;
        game.ground(&said).map_err(|error| Failure::new(Exit::Configuration, error))
    }
}
