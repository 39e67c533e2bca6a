//! What seats at tables choose and what tables are made with, without a server in between.

use crate::samples::texts;
use boardbots_catalog as games;
use boardbots_game::game::Game;
use boardbots_game::options::Settings;
use boardbots_game::setup::{Occupant, Setup};
use boardbots_game::spec::Spec;
use boardbots_game::state::GameState;
use fastrand::Rng;
use serde_json::{Map, Value, json};
use std::cell::RefCell;

/// Of this many choices one is as it should be, so that matches go on.
const GOES_ON: u32 = 6;

fn setup(game: &dyn Game, options: Settings, seed: u64) -> Setup {
    let seats = *game.seats().start();
    let bot: Spec = game.offers()[0].player.parse().expect("a bot");
    let occupants = (0..seats).map(|seat| if seat == 0 { Occupant::Bot(bot.clone()) } else { Occupant::Person });
    Setup { options, seed, occupants: occupants.collect(), names: vec!["Ada".to_string(); seats] }
}

/// All that is offered now, as texts.
fn offered(played: &dyn GameState) -> Vec<String> {
    let choices = played.choices();
    choices.as_array().into_iter().flatten().filter_map(|one| Some(one["choice"].as_str()?.to_string())).collect()
}

/// Choices that some matches have offered, and forms of those that are too many to be listed.
fn drawn(game: &dyn Game) -> Vec<Vec<u8>> {
    let mut all = texts(&[
        "fire 1 3@1*2/7,4",
        "strike BI:punch@1,PD:kick@0",
        "end on 2 off 3 drop dump 4,5",
        "run 0914 3 masc by F2,L,P",
    ]);
    for seed in 0..3 {
        let (mut rng, mut played) =
            (Rng::with_seed(seed), game.open(&setup(game, Settings::usual(&game.options()), seed)).expect("a match"));
        for _ in 0..60 {
            let choices = offered(played.as_ref());
            let Some(choice) = rng.choice(&choices) else { break };
            all.push(choice.clone().into_bytes());
            played.told(choice).expect("it was offered");
        }
    }
    all
}

/// A reader of a game's choices.
pub struct Choices {
    pub game: &'static str,
    pub samples: Vec<Vec<u8>>,
    pub read: Box<dyn Fn(&str) -> bool>,
}

/// Those of all games.
pub fn readers() -> Vec<Choices> {
    let open =
        |game: &dyn Game, seed| game.open(&setup(game, Settings::usual(&game.options()), seed)).expect("a match");
    let each = move |game: &'static dyn Game| {
        let state = RefCell::new((Rng::with_seed(1), open(game, 0)));
        let read = move |text: &str| {
            let (rng, played) = &mut *state.borrow_mut();
            if played.turn().is_none() {
                *played = open(game, rng.u64(..));
            }
            if rng.u32(..GOES_ON) == 0 {
                let choices = offered(played.as_ref());
                played.told(rng.choice(&choices).expect("something is offered")).expect("it was offered");
            }
            if played.turn().is_none() {
                return false;
            }
            let before = rng.u8(..20) == 0;
            let view = before.then(|| played.view(None));
            match played.told(text) {
                Ok(_) => {
                    let _ = (played.view(Some(0)), played.outcome(), played.veiled());
                    true
                }
                Err(error) => {
                    assert!(error.len() < 2000, "{error}");
                    assert!(view.is_none_or(|view| view == played.view(None)), "what is refused changes nothing");
                    false
                }
            }
        };
        Choices { game: game.name(), samples: drawn(game), read: Box::new(read) }
    };
    games::at_tables().into_iter().map(each).collect()
}

/// Whether a game takes these options.
pub fn options(text: &str) -> bool {
    let Ok(given) = serde_json::from_str::<Map<String, Value>>(text) else { return false };
    let taken = games::at_tables().into_iter().map(|game| {
        let settings = Settings::read(&game.options(), &given);
        settings.is_ok_and(|settings| game.open(&setup(game, settings, 1)).is_ok())
    });
    taken.filter(|taken| *taken).count() > 0
}

/// Options as they can be.
pub fn options_samples() -> Vec<Vec<u8>> {
    let all = [
        json!({ "map": "colinas", "rounds": 40, "mech1": "tejon", "mech2": "faro" }),
        json!({ "map": "random", "size": 12, "seed": 7 }),
        json!({ "goal": "40", "bonus": "5", "doubling": true }),
    ];
    all.iter().map(|options| options.to_string().into_bytes()).collect()
}
