//! The games that are measured.

use boardbots_base::invalid::Invalid;
use boardbots_game::game::Terms;
use boardbots_game::measure::{Measured, Scale};
use boardbots_game::player::{Begin, Player};
use boardbots_game::state::GameState;
use std::fmt;
use std::str::FromStr;

/// A game that is measured.
#[derive(Clone, Copy)]
pub struct Subject {
    /// How it is measured.
    pub measured: &'static dyn Measured,
}

impl Subject {
    /// All of them, in the order in which they are measured.
    #[must_use]
    pub fn all() -> Vec<Self> {
        boardbots_catalog::measured().map(|measured| Self { measured }).collect()
    }

    /// The name as the command line has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.measured.name()
    }

    /// What is measured.
    #[must_use]
    pub fn scale(self) -> Scale {
        self.measured.scale()
    }

    /// The bot that is measured, or another one, with these options.
    ///
    /// # Panics
    /// If the game does not have it.
    #[must_use]
    pub fn player(self, bot: &str, options: &str, depth: Option<u8>) -> Box<dyn Player> {
        let spec = format!("{}:{bot}{options}", self.name()).parse().expect("a bot of the game");
        let terms = Terms { depth, ..Terms::default() };
        self.measured.bot(&spec, &terms).expect("a bot of the game")
    }

    /// Has a player begin in the middle of a game, with nothing known of others.
    pub fn begin(player: &mut dyn Player, state: &dyn GameState, seed: u64) {
        player.forget();
        let seat = state.turn().unwrap_or(0);
        player.begin(&Begin { state, seat, seed, opening: None, names: &[] }).expect("a bot of the game");
    }
}

impl fmt::Debug for Subject {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

impl FromStr for Subject {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        Self::all().into_iter().find(|subject| subject.name() == text).ok_or_else(|| {
            let names: Vec<&str> = Self::all().into_iter().map(Self::name).collect();
            Invalid::new(format_args!("the games are {}", names.join(", ")))
        })
    }
}
