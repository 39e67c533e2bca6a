//! What the protocol asks of a game.

use super::options::Declared;
use boardbots_game::picture::Pictured;

/// A game that programs can talk about.
pub trait Spoken: Pictured {
    /// What its own options are set to.
    type Choices: Default;

    /// Its own options.
    #[must_use]
    fn options() -> Vec<Declared> {
        Vec::new()
    }

    /// Sets one of its own options, and says what games are played on from now on; `None` if
    /// there is no such option. What fails changes nothing.
    ///
    /// # Errors
    ///
    /// A line that says what is wrong with the value.
    fn choose(_choices: &mut Self::Choices, _name: &str, _value: &str) -> Option<Result<Self::Setup, String>> {
        None
    }

    /// Reads a position: what follows `position cells`.
    ///
    /// # Errors
    ///
    /// A line that says what is wrong.
    fn read(text: &str) -> Result<Self, String>;

    /// The position as [`Spoken::read`] takes it, if the game has such a text.
    fn text(&self) -> Option<String> {
        None
    }
}
