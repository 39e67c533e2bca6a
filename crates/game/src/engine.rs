//! A game in the engine protocol, and its exact results.

use crate::options::GameOption;
use crate::player::{Player, Stop};
use crate::state::GameState;
use boardbots_base::invalid::InputError;
use boardbots_search::solve::Solution;

/// Makes a player, on the thread that will ask it: a player of several threads belongs to one.
pub type Maker = Box<dyn FnOnce() -> Box<dyn Player> + Send>;

/// A session of the engine protocol for one game: its options, and a position.
pub trait Engine {
    /// The options, in the order in which they are declared.
    fn options(&self) -> Vec<GameOption>;

    /// Sets one of [`Engine::options`], and returns true if the player has to be made anew. A failure changes nothing.
    ///
    /// # Errors
    /// Fails for a value that the option does not take, and names those that it takes.
    fn set(&mut self, option: &GameOption, value: &str) -> Result<bool, InputError>;

    /// Goes back to the position that games begin with.
    fn reset(&mut self);

    /// Sets up the position of a text: the words after `position`. A failure changes nothing.
    ///
    /// # Errors
    /// Fails if the text is invalid.
    fn place(&mut self, text: &str) -> Result<(), InputError>;

    /// The position.
    fn state(&self) -> &dyn GameState;

    /// The position for people, in lines.
    fn shown(&self) -> Vec<String>;

    /// True if moves are told in the notation of a variant of chess; see [`GameState::spelled`].
    fn spells(&self) -> bool {
        false
    }

    /// The result of a game that is over by its rules, as in `won by green`; `None` while it goes on.
    fn ended(&self) -> Option<String>;

    /// The player that decides.
    fn player(&self) -> Maker;

    /// The depth of a search without a limit, in plies; `None` if decisions take no time, so that there is nothing to
    /// limit.
    fn depth(&self) -> Option<u8>;
}

impl dyn Engine + '_ {
    /// Sets the option of this name, in any case of letters; see [`Engine::set`].
    ///
    /// # Errors
    /// Fails for an unknown option, and names those that there are, or for a value that it does not take.
    pub fn set_named(&mut self, name: &str, value: &str) -> Result<bool, InputError> {
        let options = self.options();
        let option = options.iter().find(|option| option.is(name));
        let unknown = || InputError::unknown("option", name, options.iter().map(|option| option.name));
        self.set(option.ok_or_else(unknown)?, value)
    }
}

/// An engine whose positions have exact results. It is apart, so that a small build can leave out what needs it.
pub trait SolvingEngine: Engine {
    /// A search for exact results of the position, with as many threads and as much memory as the options say; `None`
    /// in games that have none, because their positions can repeat.
    fn prover(&self) -> Option<Box<dyn Proving + '_>>;
}

/// A search for the exact result of a position.
pub trait Proving {
    /// The result with the best of all moves, or with the move at this place alone. Where `stop` returns true first, it
    /// is as much as was proven by then. `None` if there is no such move. `report` hears of every step.
    fn prove(&mut self, only: Option<usize>, stop: Stop<'_>, report: &mut dyn FnMut(&Proven)) -> Option<Proven>;

    /// Goes on with a book of perfect play, an empty text at first, down to so many plies from the start; `false` if
    /// `stop` returned true first.
    ///
    /// # Errors
    /// Fails if the text is no book of the game, or the game has a score that no book can tell.
    fn extend_book(&mut self, plies: u8, text: &str, stop: Stop<'_>, keep: Keep<'_>) -> Result<bool, InputError>;
}

/// A function that hears the text of a book with every new entry.
pub type Keep<'a> = &'a mut dyn FnMut(&str);

/// The proven part of a position's result.
pub struct Proven {
    /// The bounds, with the best move as it is told.
    pub solution: Solution<String>,
    /// The finding in a few words.
    pub words: String,
}
