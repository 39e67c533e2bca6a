//! Setups of games, at a table and in a match.

use crate::options::Settings;
use crate::spec::Spec;
use boardbots_base::invalid::InputError;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The setup of a game of a match.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// Its opening.
    pub opening: &'a Opening,
    /// The number of choices of each player, or of turns, in games that end by this number.
    pub turns: u32,
    /// The ground of the match, such as a map, in the game's own form.
    pub ground: Option<&'a Value>,
}

impl Start<'_> {
    /// The value of an option of the opening, as a number.
    ///
    /// # Errors
    /// The option is missing or no number.
    pub fn number(&self, name: &str) -> Result<u64, InputError> {
        let option = self.opening.options.iter().find(|(other, _)| other == name);
        let number = option.and_then(|(_, value)| value.parse().ok());
        number.ok_or_else(|| InputError::new(format_args!("the opening has no number \"{name}\"")))
    }
}

/// The setup of a game of a match, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredStart {
    /// See [`Start::opening`].
    pub opening: Opening,
    /// See [`Start::turns`].
    pub turns: u32,
    /// See [`Start::ground`].
    pub ground: Option<Value>,
}

impl StoredStart {
    /// The same, to begin the game.
    #[must_use]
    pub const fn start(&self) -> Start<'_> {
        Start { opening: &self.opening, turns: self.turns, ground: self.ground.as_ref() }
    }
}

/// The occupant of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// A person in front of a screen.
    Person,
    /// A bot of this game.
    Bot(Spec),
}

/// The setup of a game at a table.
#[derive(Clone, Debug)]
pub struct Setup {
    /// A setting for each of [`Game::options`](crate::game::Game::options).
    pub options: Settings,
    /// The source of all chance in the game; it is kept secret.
    pub seed: u64,
    /// The players, by seat.
    pub occupants: Vec<Occupant>,
    /// The names that are shown, by seat; empty for a seat that is not taken yet.
    pub names: Vec<String>,
}

/// The openings of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Openings {
    /// The number of random plies, if there are no lines.
    pub plies: u8,
    /// Rows and columns of maps, least and most.
    pub sizes: (u8, u8),
    /// Lines of moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// True if a match uses every line before it uses one again, in an order by its seed. Records of versions up
    /// to 0.1.1 drew a line for each pair, and go on so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_turn: bool,
}

impl Default for Openings {
    fn default() -> Self {
        Self { plies: 8, sizes: (10, 20), lines: Vec::new(), in_turn: false }
    }
}

/// The opening of one game, in words of the engine protocol.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[must_use]
pub struct Opening {
    /// Options of the game, in the order in which they are set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// The moves that have been made, as records write them.
    pub moves: String,
}

impl Opening {
    /// The opening of a game in which everything that chance decides follows from a seed.
    pub fn of_seed(seed: u64) -> Self {
        Self { options: vec![("Seed".into(), seed.to_string())], moves: String::new() }
    }
}
