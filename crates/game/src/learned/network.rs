//! Patterns with weights.

use super::layout::Planes;
use super::patterns::Patterns;

/// What makes a win e times as likely against a loss: a value is a logarithm of odds in this unit.
pub const UNIT: i32 = 256;

/// What an evaluation has learned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// Of which positions.
    pub game: String,
    /// What it looks at.
    pub patterns: Patterns,
    /// A weight for everything that it can see, in [`UNIT`]s.
    pub weights: Vec<i16>,
}

impl Network {
    /// One that knows nothing: every position is worth 0.
    #[must_use]
    pub fn new(game: &str, patterns: Patterns) -> Self {
        let weights = vec![0; patterns.weights];
        Self { game: game.to_string(), patterns, weights }
    }

    /// The value of a position to the side to move, from scratch.
    #[must_use]
    pub fn value(&self, planes: &Planes) -> i32 {
        self.patterns.places(planes).map(|place| i32::from(self.weights[place])).sum()
    }
}
