//! BattleTech as a game, at tables and in matches: each seat plays one mech, phase by phase.
//!
//! | file | holds |
//! |---|---|
//! | `fight` | a fight that is played: who is asked, what they can choose, what follows, how it ended |
//! | `state` | the same as a running game |
//! | `caller` | players |
//! | `text` | choices as texts |
//! | `record` | choices as records write them |
//! | `steps` | the steps of a movement as texts, and the way to a place |
//! | `ways` | where a mech can go, and what it can expect there |
//! | `volley` | what a mech can shoot at, and what it can expect of that |
//! | `blows` | how it can strike |
//! | `view` | what a seat sees |

mod blows;
mod caller;
pub mod fight;
pub mod record;
#[cfg(test)]
mod secrets;
mod state;
mod steps;
#[cfg(test)]
mod tests;
mod text;
mod view;
mod volley;
mod ways;

use crate::battle::{Battle, Options};
use crate::catalogue::{Entry, MAPS, MECHS, map_of, mech_of};
use crate::generator::RandomMap;
use crate::generator::random_map::RANDOM;
use crate::player::Style;
use crate::player::weights::Weights;
use crate::simulator::LIMITS;
use crate::simulator::field::{Field, MOST_MECHS, USUAL_MAP};
use crate::situation::Settings;
use boardbots_base::invalid::InputError;
use boardbots_base::process::call::ProcessLimits;
use boardbots_game::game::{Game, Matches, Offer, Programs, Terms, Usage};
use boardbots_game::listed::{Listed, Page};
use boardbots_game::options::GameOption;
use boardbots_game::parameters::{Constants, Parameters};
use boardbots_game::player;
use boardbots_game::setup::{Occupant, Setup, Start};
use boardbots_game::spec::{Kind, Spec};
use boardbots_game::state::GameState;
use boardbots_game::terminal::Terminal;
use caller::{Caller, Mind};
use fight::Fight;
use serde_json::Value;
use std::ops::RangeInclusive;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct BattleTech;

/// The name of the game on the command line.
const NAME: &str = "battletech";
/// The player that does nothing.
const STILL: &str = "still";
/// The numbers of mechs that can fight.
const SEATS: RangeInclusive<usize> = 2..=4;
/// Limits of turns.
const ROUNDS: RangeInclusive<u64> = 5..=200;
/// The limit without a choice.
const USUAL_ROUNDS: u64 = 40;
/// The player with weights, which can be set and tuned.
const WEIGHING: &str = "strong";
/// The option of each seat's mech, and its default.
const USUAL_MECHS: [(&str, &str); 4] = [("mech1", "tejon"), ("mech2", "tejon"), ("mech3", "encina"), ("mech4", "faro")];

/// A player in a match.
fn contender(spec: &Spec, terms: &Terms<'_>) -> Result<Box<dyn player::Player>, InputError> {
    // Only this player weighs: the others follow rules.
    let weighs = matches!(&spec.kind, Kind::House { name, .. } if name == WEIGHING);
    spec.only(if weighs { &["parameters"] } else { &[] })?;
    let mind = match &spec.kind {
        Kind::House { .. } => {
            let parameters = spec.parameters(Weights::DEFAULT.parameters(), terms.files)?;
            let weights = Weights::of(terms.parameters.unwrap_or(&parameters)).filter(|_| weighs);
            caller::style(spec)?.map_or(Mind::Still, |style| Mind::Own(style, weights.unwrap_or_default()))
        }
        Kind::Command(_, Some(_)) => {
            return Err(
                InputError::new("programs of BattleTech have a protocol of their own; write cmd:COMMAND").at(spec)
            );
        }
        Kind::Command(command, None) => {
            let limits = ProcessLimits { wall: terms.deadline, memory: terms.memory.unwrap_or(LIMITS.memory) };
            Mind::Program(command.parse().map_err(|error: InputError| error.at(spec))?, limits)
        }
        Kind::Client(_) => return Err(InputError::new("BattleTech has no server for clients").at(spec)),
    };
    Ok(Box::new(Caller::new(mind)))
}

/// A bot at a table.
fn pilot(spec: &Spec) -> Result<Caller, InputError> {
    spec.only(&[])?;
    let style = caller::style(spec)?;
    Ok(Caller::new(style.map_or(Mind::Still, |style| Mind::Own(style, Weights::DEFAULT))))
}

/// The battle of a game of a match, and the name of its map.
fn battle(start: &Start<'_>) -> Result<(Battle, String), InputError> {
    let ground = start.ground.ok_or("a match of BattleTech needs a map and mechs")?;
    let field: Field = serde_json::from_value(ground.clone()).map_err(|error| InputError::new(error).at("field"))?;
    let seed = start.number("Seed")?;
    let battle = field.setup(seed, start.turns)?.battle().map_err(InputError::new)?;
    Ok((battle, field.map_name(seed)))
}

impl Listed for BattleTech {
    const NAME: &'static str = NAME;
    const GAME: &'static Self = &Self;
    const PAGES: &'static [Page] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));
    const TERMINAL: Result<&'static dyn Terminal, &'static str> = Err(
        "type boardbots tables, then open http://127.0.0.1:9000/ and pick it; bots fight in the terminal with boardbots battletech fight",
    );
}

impl Game for BattleTech {
    fn name(&self) -> &'static str {
        NAME
    }

    fn seats(&self) -> RangeInclusive<usize> {
        SEATS
    }

    fn offers(&self) -> Vec<Offer> {
        let offers = [
            ("strong", "Strong", 5, "weighs every move, shot and blow, and the next turn"),
            ("course", "First of the course", 3, "goes to the nearest enemy and fires all that its heat allows"),
            ("camper", "Camper", 2, "waits in the best cover for what comes"),
            (STILL, "Still", 1, "does nothing"),
        ];
        let offer = |(player, name, strength, character): (&str, &str, u8, &str)| Offer {
            player: format!("battletech:{player}"),
            name: name.to_string(),
            strength,
            character: character.to_string(),
        };
        offers.map(offer).to_vec()
    }

    fn options(&self) -> Vec<GameOption> {
        let names = |entries: &[Entry]| entries.iter().map(|entry| entry.name).collect::<Vec<_>>();
        let maps = [names(MAPS), vec![RANDOM]].concat();
        let field = [GameOption::word("map", USUAL_MAP, &maps), GameOption::number("rounds", USUAL_ROUNDS, &ROUNDS)];
        let mechs = USUAL_MECHS.iter().enumerate();
        let mechs = mechs.map(|(seat, (name, usual))| GameOption::word(name, usual, &names(MECHS)).of_seat(seat));
        field.into_iter().chain(mechs).collect()
    }

    fn takes_back(&self) -> bool {
        false
    }

    fn player(&self, spec: &Spec, usage: Usage<'_>) -> Result<Box<dyn player::Player>, InputError> {
        match usage {
            Usage::Table => Ok(Box::new(pilot(spec)?)),
            Usage::Match(terms) => contender(spec, terms),
        }
    }

    fn parameters(&self, player: &str) -> Option<Parameters> {
        match player {
            WEIGHING => Some(Weights::DEFAULT.parameters()),
            STILL => Some(Parameters::of(&[])),
            other => other.parse::<Style>().ok().map(|_| Parameters::of(&[])),
        }
    }

    fn matches(&self) -> Matches {
        Matches {
            options: &["deadline", "turns"],
            ground: &[("map", 1), ("mech", MOST_MECHS), ("place", MOST_MECHS), ("woods", 1)],
            turns: 50,
            most_turns: 1000,
            players: "strong with parameters=FILE",
        }
    }

    fn check_ground(&self, said: &[(&str, &str)]) -> Result<(), InputError> {
        Field::check(said)
    }

    fn ground(&self, said: &[(&str, &str)]) -> Result<Option<Value>, InputError> {
        let field = Field::of(said)?;
        serde_json::to_value(field).map(Some).map_err(InputError::new)
    }

    fn players_on(&self, ground: &Value) -> usize {
        ground["mechs"].as_array().map_or(0, Vec::len).clamp(*SEATS.start(), MOST_MECHS)
    }

    fn programs(&self) -> Programs {
        Programs::Own
    }

    fn start(&self, start: &Start<'_>) -> Result<Box<dyn GameState>, InputError> {
        let (battle, map) = battle(start)?;
        Ok(Box::new(Fight::in_match(battle, &map)))
    }

    fn watched(&self, start: &Start<'_>) -> Result<Box<dyn GameState>, InputError> {
        let (battle, map) = battle(start)?;
        Ok(Box::new(Fight::watched(battle, &map)))
    }

    fn separator(&self) -> Option<char> {
        Some(record::ACTION)
    }

    fn is_long(&self) -> bool {
        true
    }

    fn chance(&self) -> &'static str {
        "dice are"
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn GameState>, InputError> {
        let seats = setup.occupants.len();
        if !SEATS.contains(&seats) {
            return Err(format!("{seats} seats; BattleTech has {} to {}", SEATS.start(), SEATS.end()).into());
        }
        for occupant in &setup.occupants {
            if let Occupant::Bot(spec) = occupant {
                pilot(spec)?;
            }
        }
        let name = setup.options.word("map");
        let map = match map_of(name) {
            None if name == RANDOM => RandomMap::default().map(setup.seed),
            known => known.ok_or_else(|| format!("no map \"{name}\""))?,
        };
        let mech = |(seat, _): &(&str, &str)| {
            let name = setup.options.word(seat);
            mech_of(name).ok_or_else(|| format!("{seat}: no mech \"{name}\""))
        };
        let mechs: Result<Vec<_>, String> = USUAL_MECHS.iter().take(seats).map(mech).collect();
        let options = Options { turns: setup.options.number("rounds"), ..Options::default() };
        let battle = Battle::new(map, Settings::default(), mechs?, None, options, setup.seed);
        Ok(Box::new(Fight::at_table(battle.map_err(|error| error.to_string())?, name)))
    }
}
