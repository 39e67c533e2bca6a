//! What a game begins with.

use crate::spec::Spec;
use serde_json::{Map, Value};

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// A person in front of a screen.
    Person,
    /// A bot of this game.
    Bot(Spec),
}

/// What a game begins with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game's options, checked and complete; see [`Game::options`](crate::game::Game::options).
    pub options: Map<String, Value>,
    /// The source of all chance in the game; nobody is told it.
    pub seed: u64,
    /// Who plays, by seat.
    pub occupants: Vec<Occupant>,
    /// The names that are shown, by seat; empty for a seat that is not taken yet.
    pub names: Vec<String>,
}
