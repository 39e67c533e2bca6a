//! What a game begins with: at a table and in a match.

use crate::opening::Opening;
use crate::options::Settings;
use crate::spec::Spec;
use boardbots_base::invalid::Invalid;
use serde_json::Value;

/// What a game of a match begins with.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// Its opening.
    pub opening: &'a Opening,
    /// Choices of each player, or turns, in games that end by their number.
    pub turns: u32,
    /// What it is played on and with beyond options, in the game's own form.
    pub ground: Option<&'a Value>,
}

impl Start<'_> {
    /// The value of an option of the opening, as a number.
    ///
    /// # Errors
    /// The option is missing or no number.
    pub fn number(&self, name: &str) -> Result<u64, Invalid> {
        let option = self.opening.options.iter().find(|(other, _)| other == name);
        let number = option.and_then(|(_, value)| value.parse().ok());
        number.ok_or_else(|| Invalid::new(format_args!("the opening has no number \"{name}\"")))
    }
}

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// A person in front of a screen.
    Person,
    /// A bot of this game.
    Bot(Spec),
}

/// What a game at a table begins with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// A setting for each of [`Game::options`](crate::game::Game::options).
    pub options: Settings,
    /// The source of all chance in the game; it is kept secret.
    pub seed: u64,
    /// Who plays, by seat.
    pub occupants: Vec<Occupant>,
    /// The names that are shown, by seat; empty for a seat that is not taken yet.
    pub names: Vec<String>,
}
