//! A game in the line protocol of `boardbots engine`.

use crate::options::GameOption;
use crate::player::Player;
use crate::state::GameState;
use boardbots_base::invalid::Invalid;

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
