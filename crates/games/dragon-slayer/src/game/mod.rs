//! Dragon Slayer at a table, for two to six.
//!
//! | file | holds |
//! |---|---|
//! | `contest` | a game of a match, and bots in it |
//! | `rules` | what can be agreed on, and the values to play by then |
//! | `sitting` | a match: the game, its dice, what the bots know |
//! | `state` | the same as a running game |
//! | `step` | a choice and what came of it |
//! | `view` | what everybody sees of it, and what can be chosen |
//! | `engine` | a conversation in the engine protocol |
//! | `events` | what has happened, die by die |

mod contest;
mod engine;
mod events;
mod rules;
mod sitting;
mod state;
mod step;
#[cfg(test)]
mod trial;
mod view;

use crate::personality::Personality;
use crate::rules::PLAYERS;
use boardbots_base::invalid::Invalid;
use boardbots_game::engine::Engine;
use boardbots_game::fault::Fault;
use boardbots_game::game::{Game, Matches, Offer, Programs};
use boardbots_game::listed::Listed;
use boardbots_game::options::GameOption;
use boardbots_game::player::{NoAnswer, Player, Think};
use boardbots_game::setup::{Occupant, Setup, Start};
use boardbots_game::spec::{Kind, Spec};
use boardbots_game::state::{Answer, Choice, GameState};
use boardbots_game::usage::Usage;
use contest::{Contender, Contest};
use engine::Conversation;
use sitting::Sitting;
use std::ops::RangeInclusive;

/// Why programs do not play it in matches.
const PROGRAMS: &str = "no program plays Dragon Slayer in matches";

/// The name on the command line.
const NAME: &str = "dragon-slayer";

/// Dragon Slayer.
pub struct DragonSlayer;

/// Whose bot this is.
fn personality(spec: &Spec) -> Result<&'static Personality, Invalid> {
    let name = match &spec.kind {
        Kind::House { game, name, .. } if game == NAME => name,
        _ => return Err(Invalid::new("no player of Dragon Slayer at tables; write dragon-slayer:NAME").at(spec)),
    };
    spec.only(&[])?;
    Personality::named(name).ok_or_else(|| {
        let names: Vec<&str> = Personality::all().iter().map(|known| known.name).collect();
        Invalid::new(format_args!("no such player; there are {}", names.join(", "))).at(spec)
    })
}

/// A bot at a table. It knows what the table knows, so it needs no memory of its own.
struct Character(&'static Personality);

impl Player for Character {
    fn decide(&mut self, state: &dyn GameState, _: Think<'_>) -> Result<Answer<'_>, NoAnswer> {
        // It takes microseconds. The win probabilities stay secret.
        let action = state.of::<Sitting>().and_then(|sitting| sitting.decide(self.0));
        let action = action.ok_or_else(Fault::unfit)?;
        Ok(Answer::Choice(Choice(action.letter())))
    }
}

impl Listed for DragonSlayer {
    const NAME: &'static str = NAME;
    const GAME: &'static Self = &Self;
    const ENGINE: Option<fn() -> Box<dyn Engine>> = Some(|| Box::new(Conversation::new()));
}

impl Game for DragonSlayer {
    fn name(&self) -> &'static str {
        NAME
    }

    fn seats(&self) -> RangeInclusive<usize> {
        PLAYERS
    }

    /// By their names alone: what they are like is found out by playing.
    fn offers(&self) -> Vec<Offer> {
        let offer = |known: &Personality| Offer {
            player: format!("{}:{}", self.name(), known.name.to_lowercase().replace(' ', "-")),
            name: known.name.to_string(),
        };
        Personality::all().iter().map(offer).collect()
    }

    fn options(&self) -> Vec<GameOption> {
        rules::options()
    }

    fn takes_back(&self) -> bool {
        false
    }

    fn evaluates(&self) -> bool {
        false
    }

    fn player(&self, spec: &Spec, usage: Usage<'_>) -> Result<Box<dyn Player>, Invalid> {
        match usage {
            Usage::Table => Ok(Box::new(Character(personality(spec)?))),
            Usage::Match(_) => {
                let Kind::House { name, .. } = &spec.kind else { return Err(Invalid::new(PROGRAMS).at(spec)) };
                spec.only(&[])?;
                let contestant = name.parse().map_err(|error| Invalid::new(error).at(spec))?;
                Ok(Box::new(Contender::new(contestant, rules::book(contest::VARIANT))))
            }
        }
    }

    fn matches(&self) -> Matches {
        Matches { players: "the personalities of dragon-slayer simulate, and hold-N, hold-N-or-1", ..Matches::PLAIN }
    }

    fn players(&self) -> usize {
        contest::PLAYERS
    }

    fn programs(&self) -> Programs {
        Programs::None(PROGRAMS)
    }

    fn start(&self, start: &Start<'_>) -> Result<Box<dyn GameState>, Invalid> {
        Ok(Box::new(Contest::new(start.number("Seed")?)))
    }

    fn player_seed(&self, seed: u64) -> u64 {
        contest::chances(seed).1
    }

    fn chance(&self) -> &'static str {
        "dice are"
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn GameState>, Invalid> {
        if !PLAYERS.contains(&setup.occupants.len()) {
            return Err(format!("{} at the table; two to six can play", setup.occupants.len()).into());
        }
        let character = |occupant: &Occupant| match occupant {
            Occupant::Person => Ok(None),
            Occupant::Bot(spec) => personality(spec).map(Some),
        };
        let characters = setup.occupants.iter().map(character).collect::<Result<Vec<_>, _>>()?;
        let variant = rules::variant(&setup.options);
        Ok(Box::new(Sitting::new(variant, setup.seed, &characters, &setup.names)))
    }
}
