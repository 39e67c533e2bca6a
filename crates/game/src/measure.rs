//! Measurement of the search of a game's bot.

use crate::game::Terms;
use crate::player::Player;
use crate::spec::Spec;
use crate::state::GameState;
use boardbots_base::invalid::Invalid;

/// The bot that is measured, and its search depths.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// The unit of depth, such as plies.
    pub unit: &'static str,
    /// The bot, by its name.
    pub bot: &'static str,
    /// The depths of the bench, which make the signature.
    pub depths: &'static [u8],
    /// One more depth, which does not count for the signature.
    pub deep: u8,
    /// The largest depth there is.
    pub deepest: u8,
}

/// The terms of games in which decisions are timed.
#[derive(Clone, Copy, Debug)]
pub struct Practice {
    /// The bots of the other seats, by seat.
    pub others: &'static [&'static str],
    /// The largest search depth of these bots; their time is not measured.
    pub depth: u8,
    /// One in this number of choices is random; none if it is 0.
    pub blunder: u8,
    /// The most choices before the first timed decision.
    pub opening: u16,
    /// True if these choices are random, false if bots make them.
    pub by_chance: bool,
    /// Decisions that are timed in one game.
    pub decisions: u16,
}

/// The count of all positions some plies from the start (perft).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Plies.
    pub depth: u8,
    /// Positions at exactly that depth.
    pub leaves: u64,
    /// Games that ended before that depth or at it.
    pub ended: u64,
}

/// A game whose bot searches to fixed depths.
pub trait Measured: Sync {
    /// The game's name.
    fn name(&self) -> &'static str;

    /// The number of players.
    fn players(&self) -> usize;

    /// A bot of the game.
    ///
    /// # Errors
    /// Fails if the specification is invalid.
    fn bot(&self, spec: &Spec, terms: &Terms<'_>) -> Result<Box<dyn Player>, Invalid>;

    /// The bot and its depths.
    fn scale(&self) -> Scale;

    /// The fixed positions of the bench; the game goes on in all of them.
    fn positions(&self) -> Vec<Box<dyn GameState>>;

    /// The perft count from the start, in games that have one.
    fn perft(&self) -> Option<Count> {
        None
    }

    /// Positions in the smallest tree of this depth that proves the value of a state, where that is
    /// known.
    fn minimal_nodes(&self, _state: &dyn GameState, _depth: u8) -> Option<u64> {
        None
    }

    /// The terms of games for timing.
    fn practice(&self) -> Practice;

    /// A game for timing; `size` is that of maps, in games that have such.
    fn game(&self, size: Option<u8>, seed: u64) -> Box<dyn GameState>;

    /// Rows and columns of the maps of [`Measured::game`] by default; `None` in games without
    /// maps of several sizes.
    fn usual_size(&self) -> Option<u8> {
        None
    }
}
