//! A game as the catalogue lists it, with its interfaces for learning and for measuring its bot's search.

use crate::engine::Engine;
use crate::game::{Game, Terms};
use crate::learned::network::Network;
use crate::learned::patterns::{Layout, Planes};
use crate::player::Player;
use crate::recording::Recordings;
use crate::spec::Spec;
use crate::state::{GameState, Seat};
use crate::terminal::Terminal;
use boardbots_base::invalid::InputError;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A game as the catalogue lists it. What small builds need of a game stands apart from [`Game`], so that
/// the linker leaves out all that these do not call: tables, views, matches.
pub trait Listed: Game + 'static {
    /// [`Game::name`].
    const NAME: &'static str;

    /// The game.
    const GAME: &'static Self;

    /// Begins a conversation about it in the engine protocol, if it is played so.
    const ENGINE: Option<fn() -> Box<dyn Engine>> = None;

    /// Access to its bot's search for measurements, if it has a bot that searches to fixed depths.
    const MEASURED: Option<&'static dyn Measured> = None;

    /// Access for learning an evaluation, if that is supported.
    const LEARNING: Option<&'static dyn Learning> = None;

    /// The game in the terminal; if it is not played there, the place where it is, with the command to type.
    const TERMINAL: Result<&'static dyn Terminal, &'static str>;

    /// Its files for browsers, such as the script `NAME.js` and the style `NAME.css`, beside those that all games
    /// share.
    const PAGES: &'static [Page] = &[];

    /// The functions that replay recordings of it, if there are any.
    const RECORDINGS: Option<Recordings> = None;
}

/// A file of a page. It is served as `/assets/NAME`; names are unique among all games. Words (`lang_CODE.json`)
/// are an exception: the files of all games with the same name become one.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// The name of the file.
    pub name: &'static str,
    /// Its content type.
    pub form: &'static str,
    /// Its entity tag.
    pub tag: &'static str,
    /// Its content, packed with gzip.
    pub packed: &'static [u8],
}

/// The terms of the games from which an evaluation learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lesson {
    /// The search depth for each move, in plies.
    pub depth: u8,
    /// The most random plies that a game begins with.
    pub opening: u8,
    /// One in this number of later moves is random; none if it is 0.
    pub random: u8,
}

/// A game that an evaluation has played against itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Its moves, as records write them.
    pub moves: String,
    /// The number of random moves at the beginning.
    pub opening: usize,
    /// The values found by the searches of the moves after these, for the side to move, in units of the network.
    pub values: Vec<i32>,
    /// The indices of later random moves, counted from the opening.
    pub random: Vec<usize>,
    /// Half points of the first seat.
    pub score: u8,
}

/// A position of such a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The side to move.
    pub seat: Seat,
    /// The position; `None` if its value is known without an evaluation.
    pub planes: Option<Planes>,
}

/// A game of which an evaluation can be learned. The same network, seed and terms lead to the same games on every
/// machine.
pub trait Learning: Sync {
    /// The cells of its positions.
    fn layout(&self) -> Layout;

    /// The evaluation written by hand that a learned one is compared with.
    fn rival(&self) -> &'static str;

    /// A game of a network against itself.
    fn play(&self, network: &Arc<Network>, lesson: &Lesson, seed: u64) -> Played;

    /// The positions of the game of this seed from the first search on.
    ///
    /// # Errors
    /// Fails with the first illegal move.
    fn replay(&self, played: &Played, seed: u64) -> Result<Vec<Seen>, InputError>;

    /// The score of a network in two games against the rival, one with each side, from the opening of a seed; in half
    /// points.
    fn compare(&self, network: &Arc<Network>, depth: u8, seed: u64) -> [u8; 2];
}

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
    fn bot(&self, spec: &Spec, terms: &Terms<'_>) -> Result<Box<dyn Player>, InputError>;

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
