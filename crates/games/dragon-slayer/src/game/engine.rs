//! Dragon Slayer in the engine protocol: decisions are asked with their situation.
//!
//! `position fen SITUATION` takes a line of [`notation`](crate::notation), in which the variant may be left out for that of
//! the options, or `startpos`. The player reports the win probability of every choice, and the time that people should
//! see it think.

use super::player::DragonPlayer;
use super::state::DragonState;
use crate::bot::Contestant;
use crate::personality::Personality;
use crate::rules::Game;
use crate::variant::Variant;
use boardbots_base::invalid::InputError;
use boardbots_game::engine::{Engine, Maker};
use boardbots_game::options::GameOption;
use boardbots_game::state::GameState;
use fastrand::Rng;
use std::sync::LazyLock;

/// Words of a situation without its variant.
const SHORT: usize = 8;

/// The names of all personalities, Abel's first.
static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| Personality::all().iter().map(|of| of.name).collect());

/// The state of a game whose dice are never rolled.
fn idle(game: Game) -> DragonState {
    DragonState::new(game, Rng::with_seed(0))
}

/// A conversation.
pub struct Conversation {
    personality: &'static Personality,
    seed: u64,
    variant: Variant,
    state: DragonState,
}

impl Conversation {
    /// A conversation at its beginning.
    pub fn new() -> Self {
        let variant = Variant::STANDARD;
        let personality = Personality::all().first().expect("there are personalities");
        Self { personality, seed: 1, variant, state: idle(Game::new(variant, 2)) }
    }
}

impl Engine for Conversation {
    fn options(&self) -> Vec<GameOption> {
        let Variant { goal, bonus, .. } = Variant::STANDARD;
        vec![
            GameOption::word("Personality", NAMES[0], &NAMES),
            GameOption::number("Seed", 1, &(0..=u64::MAX)),
            GameOption::number("Goal", goal, &Variant::GOALS),
            GameOption::number("Bonus", bonus, &Variant::BONUSES),
            GameOption::word("Doubling", "on", &["on", "off"]),
        ]
    }

    fn set(&mut self, option: &GameOption, value: &str) -> Result<bool, InputError> {
        let mut variant = self.variant;
        match option.name {
            "Personality" => {
                let none = || format!("Personality is one of {}, not \"{value}\"", NAMES.join(", "));
                self.personality = Personality::named(value).ok_or_else(none)?;
            }
            "Seed" => self.seed = option.parse(value)?.as_number(),
            "Goal" => variant.goal = option.parse(value)?.as_number(),
            "Bonus" => variant.bonus = option.parse(value)?.as_number(),
            _ => variant.doubling = option.parse(value)?.as_text() == "on",
        }
        if variant != self.variant {
            self.variant = variant;
            self.reset();
        }
        Ok(true)
    }

    fn reset(&mut self) {
        self.state = idle(Game::new(self.variant, 2));
    }

    fn place(&mut self, text: &str) -> Result<(), InputError> {
        let Variant { goal, bonus, .. } = self.variant;
        let text = text.trim().strip_prefix("fen ").unwrap_or(text);
        let words = text.split_whitespace().count();
        let read = |text: &str| text.parse::<Game>().map_err(InputError::new);
        let game = match text.trim() {
            "startpos" => Game::new(self.variant, 2),
            "" => return Err("write position startpos, or position fen and a situation behind".into()),
            text if words == SHORT => read(&format!("{text} {goal} {bonus} {}", self.variant.factor()))?,
            text => read(text)?,
        };
        self.state = idle(game);
        Ok(())
    }

    fn state(&self) -> &dyn GameState {
        &self.state
    }

    fn shown(&self) -> Vec<String> {
        vec![format!("situation {}", self.state.game)]
    }

    fn ended(&self) -> Option<String> {
        Some(format!("won by player {}", self.state.game.winner()? + 1))
    }

    fn player(&self) -> Maker {
        let Self { personality, seed, .. } = *self;
        Box::new(move || Box::new(DragonPlayer::new(Contestant::Personality(personality), seed)))
    }

    fn depth(&self) -> Option<u8> {
        None
    }
}
