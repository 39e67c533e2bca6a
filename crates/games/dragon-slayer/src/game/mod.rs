//! Dragon Slayer at a table, for two to six.
//!
//! | file | holds |
//! |---|---|
//! | `rules` | what can be agreed on, and the values to play by then |
//! | `sitting` | a match: the game, its dice, what the bots know |
//! | `view` | what everybody sees of it, and what can be chosen |
//! | `events` | what has happened, die by die |

mod events;
mod rules;
mod sitting;
#[cfg(test)]
mod trial;
mod view;

use crate::personality::Personality;
use crate::rules::PLAYERS;
use boardbots_game::game::{Game, Match, Offer, Player, Setup};
use boardbots_game::spec::{self, Kind, Spec};
use serde_json::Value;
use sitting::Sitting;
use std::ops::RangeInclusive;

/// Dragon Slayer.
pub struct DragonSlayer;

/// Whose bot this is.
fn personality(spec: &Spec) -> Result<&'static Personality, String> {
    let Kind::House { game: spec::Game::DragonSlayer, name, .. } = &spec.kind else {
        return Err(format!("{spec}: no player of Dragon Slayer at tables; write dragon-slayer:NAME"));
    };
    spec.only(&[])?;
    Personality::named(name).ok_or_else(|| {
        let names: Vec<&str> = Personality::all().iter().map(|known| known.name).collect();
        format!("{spec}: no such player; there are {}", names.join(", "))
    })
}

impl Game for DragonSlayer {
    fn name(&self) -> &'static str {
        spec::Game::DragonSlayer.name()
    }

    fn seats(&self) -> RangeInclusive<usize> {
        PLAYERS
    }

    /// By their names alone: what they are like is found out by playing.
    fn bots(&self) -> Vec<Offer> {
        let offer = |known: &Personality| Offer {
            player: format!("{}:{}", self.name(), known.name.to_lowercase().replace(' ', "-")),
            name: known.name.to_string(),
        };
        Personality::all().iter().map(offer).collect()
    }

    fn options(&self) -> Value {
        rules::options()
    }

    fn takes_back(&self) -> bool {
        false
    }

    fn evaluates(&self) -> bool {
        false
    }

    fn bot(&self, spec: &Spec) -> Result<(), String> {
        personality(spec).map(|_| ())
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Match>, String> {
        if !PLAYERS.contains(&setup.players.len()) {
            return Err(format!("{} at the table; two to six can play", setup.players.len()));
        }
        let character = |player: &Player| match player {
            Player::Person => Ok(None),
            Player::Bot(spec) => personality(spec).map(Some),
        };
        let characters = setup.players.iter().map(character).collect::<Result<Vec<_>, _>>()?;
        let variant = rules::variant(&setup.options)?;
        Ok(Box::new(Sitting::new(variant, setup.seed, &characters, &setup.names)))
    }
}
