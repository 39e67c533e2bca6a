//! What there is to say about a game.

use crate::player::Player;
use crate::setup::Setup;
use crate::spec::Spec;
use crate::state::GameState;
use boardbots_base::invalid::Invalid;
use serde_json::Value;
use std::ops::RangeInclusive;

/// A bot that the lobby offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The bot as players are named everywhere, such as `GAME:strong,depth=8`.
    pub player: String,
    /// What people see.
    pub name: String,
}

/// A game.
pub trait Game: Send + Sync {
    /// The name on the command line, in addresses and in databases: lower case with dashes.
    fn name(&self) -> &'static str;

    /// How many seats a table can have.
    fn seats(&self) -> RangeInclusive<usize>;

    /// The bots that the lobby offers. The first one also chooses when a clock runs out, gives hints
    /// and evaluates.
    fn offers(&self) -> Vec<Offer>;

    /// The options that the lobby offers: an array of objects with `key`, `kind` (`number` with
    /// `min`, `max`; `choice` with `values`; `flag`) and `default`.
    fn options(&self) -> Value;

    /// Whether choices can be taken back: only where nothing is left to chance.
    fn takes_back(&self) -> bool;

    /// Whether [`Player::evaluate`] of the first offer has something to say.
    fn evaluates(&self) -> bool;

    /// The game as it begins. It must be quick: at most some milliseconds.
    ///
    /// # Errors
    /// What is wrong with the setup.
    fn open(&self, setup: &Setup) -> Result<Box<dyn GameState>, Invalid>;

    /// A bot for a table: one that reads no files, runs no programs, and takes one core.
    ///
    /// # Errors
    /// What is wrong with it, or that it cannot sit at a table.
    fn player(&self, spec: &Spec) -> Result<Box<dyn Player>, Invalid>;

    /// Whether [`Game::player`] would make this bot. Games whose bots take memory do not make one
    /// for it.
    ///
    /// # Errors
    /// As [`Game::player`].
    fn check(&self, spec: &Spec) -> Result<(), Invalid> {
        self.player(spec).map(drop)
    }
}
