//! Everything that the weights depend on.

use super::shapes;
use boardbots_base::invalid::Invalid;
use boardbots_game::learned::patterns::Patterns;
use boardbots_game::listed::{Learning, Lesson};
use boardbots_tournament::matches::plan::mixed;
use serde::{Deserialize, Serialize};

/// The version of records that this program writes and reads.
pub const VERSION: u32 = 1;

/// A run before its first game. Its number of generations is not part of it: a run can go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// [`VERSION`].
    #[serde(rename = "boardbots-learning")]
    pub version: u32,
    /// The name of the game.
    pub game: String,
    /// Words for the patterns: see [`shapes`].
    pub patterns: String,
    /// Games of a generation.
    pub games: u64,
    /// The terms of the games.
    pub lesson: Lesson,
    /// The weight of the position after a move in the target of the one before, against the search there: 0 to 1.
    pub trace: f64,
    /// The learning rate of weights.
    pub rate: f64,
    /// The number of generations whose games a generation learns from, its own included.
    pub window: usize,
    /// The seed of all games.
    pub seed: u64,
    /// The comparison of the network with the evaluation written by hand.
    pub check: Check,
}

/// A comparison now and then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// After each such number of generations; never if it is 0.
    pub every: u64,
    /// Pairs of games.
    pub pairs: u64,
    /// Plies that both sides search.
    pub depth: u8,
}

impl Plan {
    /// The game.
    ///
    /// # Errors
    /// No evaluation of it can be learned; of which one can.
    pub fn learning(&self) -> Result<&'static dyn Learning, Invalid> {
        find(&self.game)
    }

    /// The patterns.
    ///
    /// # Errors
    /// Fails if their words are invalid.
    pub fn patterns(&self) -> Result<Patterns, Invalid> {
        shapes::patterns(&self.patterns, self.learning()?.layout())
    }

    /// The seed of one of a generation's games.
    #[must_use]
    pub fn game_seed(&self, generation: u64, game: u64) -> u64 {
        mixed(mixed(self.seed, generation), game)
    }
}

/// The game of this name.
///
/// # Errors
/// No evaluation of it can be learned; of which one can.
pub fn find(name: &str) -> Result<&'static dyn Learning, Invalid> {
    boardbots_catalog::part(name).map(|(_, learning)| learning)
}

#[cfg(test)]
pub(crate) fn sample(game: &str) -> Plan {
    Plan {
        version: VERSION,
        game: game.to_string(),
        patterns: "cells,columns2".to_string(),
        games: 4,
        lesson: Lesson { depth: 1, opening: 4, random: 10 },
        trace: 0.8,
        rate: 0.05,
        window: 2,
        seed: 7,
        check: Check { every: 2, pairs: 2, depth: 1 },
    }
}
