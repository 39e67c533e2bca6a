//! Dragon Slayer at a table, for two to six.
//!
//! | file | holds |
//! |---|---|
//! | `rules` | the options of a game, and its values to play by |
//! | `state` | a running game: in a match, at a table, in the terminal |
//! | `table` | the players at a table, and all that lies on it and is said |
//! | `player` | bots as players |
//! | `view` | the table as all players see it, and the possible choices |
//! | `engine` | a conversation in the engine protocol |
//! | `events` | the events of a game, die by die |
//! | `analyst` | the analysis of choices |

mod analyst;
mod engine;
mod events;
pub mod player;
mod rules;
pub mod state;
pub mod table;
#[cfg(test)]
mod trial;
mod view;

use crate::chatter::Chatter;
use crate::habits::Habits;
use crate::personality::Personality;
use crate::rules::PLAYERS;
use crate::variant::Variant;
use analyst::DragonAnalyst;
use boardbots_base::invalid::InputError;
use boardbots_game::engine::Engine;
use boardbots_game::game::{Analyst, Game, Matches, Offer, Programs, Usage};
use boardbots_game::listed::{Listed, Page};
use boardbots_game::options::GameOption;
use boardbots_game::player::{Player, RandomPlayer};
use boardbots_game::setup::{Occupant, Setup, Start};
use boardbots_game::spec::{Kind, Spec};
use boardbots_game::state::GameState;
use boardbots_game::terminal::Terminal;
use engine::Conversation;
use fastrand::Rng;
use player::{Character, DragonPlayer};
pub use rules::ground;
use state::DragonState;
use std::ops::RangeInclusive;
use table::{Guest, Table};

/// The name on the command line.
pub const NAME: &str = "dragon-slayer";

/// Dragon Slayer.
pub struct DragonSlayer;

/// The number of players in a match.
const DUEL: usize = 2;

/// The dice of a match's game, and the seed of its players.
fn chances(seed: u64) -> (Rng, u64) {
    let mut seeds = Rng::with_seed(seed);
    let dice = seeds.fork();
    (dice, seeds.u64(..))
}

/// A game of a match that begins.
fn begun(start: &Start<'_>) -> Result<DragonState, InputError> {
    let (dice, _) = chances(start.number("Seed")?);
    let (variant, players) = start.ground.map_or(Ok((Variant::STANDARD, DUEL)), rules::of_ground)?;
    Ok(DragonState::new(crate::rules::Game::new(variant, players), dice))
}

/// The personality of a bot.
fn personality(spec: &Spec) -> Result<&'static Personality, InputError> {
    let name = match &spec.kind {
        Kind::House { game, name, .. } if game == NAME => name,
        _ => return Err(InputError::new("no player of Dragon Slayer at tables; write dragon-slayer:NAME").at(spec)),
    };
    spec.only(&[])?;
    let names = || Personality::all().iter().map(|known| known.name);
    Personality::named(name).ok_or_else(|| InputError::unknown("bot", name, names()).at(spec))
}

impl Listed for DragonSlayer {
    const NAME: &'static str = NAME;
    const GAME: &'static Self = &Self;
    const PAGES: &'static [Page] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));
    const TERMINAL: Result<&'static dyn Terminal, &'static str> = Ok(&Self);
    const ENGINE: Option<fn() -> Box<dyn Engine>> = Some(|| Box::new(Conversation::new()));
}

impl Game for DragonSlayer {
    fn name(&self) -> &'static str {
        NAME
    }

    fn seats(&self) -> RangeInclusive<usize> {
        PLAYERS
    }

    /// Bots by their names alone: people find out their characters by playing.
    fn offers(&self) -> Vec<Offer> {
        let offer = |known: &Personality| Offer {
            player: format!("{}:{}", self.name(), known.name.to_lowercase().replace(' ', "-")),
            name: known.name.to_string(),
            strength: known.strength(),
            character: known.character(),
        };
        Personality::all().iter().map(offer).collect()
    }

    fn options(&self) -> Vec<GameOption> {
        rules::options()
    }

    fn takes_back(&self) -> bool {
        false
    }

    fn is_analysed(&self) -> bool {
        true
    }

    fn analyst(&self) -> Option<Box<dyn Analyst>> {
        Some(Box::new(DragonAnalyst::default()))
    }

    fn player(&self, spec: &Spec, usage: Usage<'_>) -> Result<Box<dyn Player>, InputError> {
        match usage {
            Usage::Table => Ok(Box::new(Character(personality(spec)?))),
            Usage::Match(_) => {
                if spec.bot()? == RandomPlayer::NAME {
                    return Ok(Box::new(RandomPlayer::new(spec)?));
                }
                spec.only(&[])?;
                let contestant = spec.bot()?.parse().map_err(|error| InputError::new(error).at(spec))?;
                Ok(Box::new(DragonPlayer::new(contestant, 0)))
            }
        }
    }

    fn matches(&self) -> Matches {
        Matches {
            options: &["deadline", "clock"],
            players: "random, hold-N and hold-N-or-1, too, with N from 2 to 60",
            ..Matches::PLAIN
        }
    }

    fn players(&self) -> usize {
        DUEL
    }

    fn programs(&self) -> Programs {
        Programs::Engine
    }

    fn start(&self, start: &Start<'_>) -> Result<Box<dyn GameState>, InputError> {
        let state = begun(start)?;
        Ok(Box::new(if start.ground.is_some() { state.counted() } else { state }))
    }

    fn watched(&self, start: &Start<'_>) -> Result<Box<dyn GameState>, InputError> {
        Ok(Box::new(begun(start)?.watched(Table::new(Vec::new(), Chatter::silent()))))
    }

    fn player_seed(&self, seed: u64) -> u64 {
        chances(seed).1
    }

    fn chance(&self) -> &'static str {
        "dice are"
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn GameState>, InputError> {
        if !PLAYERS.contains(&setup.occupants.len()) {
            return Err(format!("{} at the table; two to six can play", setup.occupants.len()).into());
        }
        let character = |occupant: &Occupant| match occupant {
            Occupant::Person => Ok(None),
            Occupant::Bot(spec) => personality(spec).map(Some),
        };
        let mut guests = Vec::new();
        for (seat, occupant) in setup.occupants.iter().enumerate() {
            let name = setup.names.get(seat).cloned().unwrap_or_default();
            guests.push(Guest { name, character: character(occupant)?, habits: Habits::default() });
        }
        let name = |guest: &Guest| (guest.character, Some(guest.name.clone()).filter(|name| !name.is_empty()));
        let chatter = Chatter::new(guests.iter().map(name).collect(), setup.seed);
        let variant = rules::variant(&setup.options);
        Ok(Box::new(DragonState::at_table(variant, setup.seed, Table::new(guests, chatter))))
    }
}
