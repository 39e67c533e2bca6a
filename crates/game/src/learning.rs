//! What learning an evaluation asks of a game.

use crate::learned::layout::{Layout, Planes};
use crate::learned::patterns::Network;
use crate::state::Seat;
use boardbots_base::invalid::Invalid;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How games are played from which an evaluation learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lesson {
    /// Plies that are searched for each move.
    pub depth: u8,
    /// The most random plies that a game begins with.
    pub opening: u8,
    /// One in this number of later moves is random; none if it is 0.
    pub random: u8,
}

/// A game that an evaluation has played against itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Its moves, a character each.
    pub moves: String,
    /// How many of them were random before the first search.
    pub opening: usize,
    /// What the searches found from there on, for the side to move, in units of the network.
    pub values: Vec<i32>,
    /// Before which of these moves, counted from the opening, the move was random all the same.
    pub random: Vec<usize>,
    /// Half points of the first seat.
    pub score: u8,
}

/// A position of such a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Whose turn it was.
    pub seat: Seat,
    /// The position; `None` if a player sees without an evaluation what it is worth.
    pub planes: Option<Planes>,
}

/// A game of which an evaluation can be learned. The same network, seed and terms lead to the same games on every
/// machine.
pub trait Learning: Sync {
    /// The game's name.
    fn name(&self) -> &'static str;

    /// The cells of its positions.
    fn layout(&self) -> Layout;

    /// The evaluation written by hand that a learned one is compared with.
    fn rival(&self) -> &'static str;

    /// A game of a network against itself.
    fn play(&self, network: &Arc<Network>, lesson: &Lesson, seed: u64) -> Played;

    /// The positions of the game of this seed from the first search on.
    ///
    /// # Errors
    /// Which move is not legal.
    fn replay(&self, played: &Played, seed: u64) -> Result<Vec<Seen>, Invalid>;

    /// Two games against the rival from the opening of a seed, each side once: half points of the network.
    fn compare(&self, network: &Arc<Network>, depth: u8, seed: u64) -> [u8; 2];
}
