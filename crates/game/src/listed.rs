//! A game as the catalogue lists it, and what the engine protocol and learning ask of it.

use crate::game::Game;
use crate::learned::layout::{Layout, Planes};
use crate::learned::patterns::Network;
use crate::measure::Measured;
use crate::options::GameOption;
use crate::player::Player;
use crate::recording::Recordings;
use crate::state::{GameState, Seat};
use crate::terminal::Terminal;
use boardbots_base::invalid::Invalid;
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

    /// How its bot's search is measured, if it has one that searches to fixed depths.
    const MEASURED: Option<&'static dyn Measured> = None;

    /// How an evaluation of it is learned, if it can be.
    const LEARNING: Option<&'static dyn Learning> = None;

    /// How it is played in the terminal; if it is not, where else, with what to type.
    const TERMINAL: Result<&'static dyn Terminal, &'static str>;

    /// Its files for browsers, such as the script `NAME.js` and the style `NAME.css`; what it lacks, all games share.
    const PAGES: &'static [Page] = &[];

    /// How recordings of it are replayed, if there are any.
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

/// Makes a player, on the thread that will ask it: a player of several threads belongs to one.
pub type Maker = Box<dyn FnOnce() -> Box<dyn Player> + Send>;

/// What a conversation about a game is about: what is set, and a position.
pub trait Engine {
    /// What can be set, in the order in which it is declared.
    fn options(&self) -> Vec<GameOption>;

    /// Sets one of [`Engine::options`], and says whether decisions need another player from now on. A
    /// failure changes nothing.
    ///
    /// # Errors
    /// Which values there are.
    fn set(&mut self, option: &GameOption, value: &str) -> Result<bool, Invalid>;

    /// Goes back to the position that games begin with.
    fn reset(&mut self);

    /// Goes to the position of a text: what follows `position`. A failure changes nothing.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn place(&mut self, text: &str) -> Result<(), Invalid>;

    /// The position.
    fn state(&self) -> &dyn GameState;

    /// The position for people, in lines.
    fn shown(&self) -> Vec<String>;

    /// How the game ended according to its rules, as in `won by green`; `None` while it goes on.
    fn ended(&self) -> Option<String>;

    /// The player that decides.
    fn player(&self) -> Maker;

    /// Plies that the player searches without a limit; `None` if its decisions take no time, so that
    /// there is nothing to limit.
    fn depth(&self) -> Option<u8>;
}

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
    /// Its moves, as records write them.
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
