//! What is kept of games that are played in the terminal.

use crate::exit::Failure;
use boardbots_game::terminal::session::Session;

/// Keeps games, and recalls what is known of the players.
pub trait Keeper {
    /// Tells a new game, which has not begun, what is known of its players.
    ///
    /// # Errors
    /// What is kept cannot be read.
    fn recall(&mut self, session: &mut Session) -> Result<(), Failure>;

    /// Keeps a game, if it is over.
    ///
    /// # Errors
    /// It cannot be kept.
    fn keep(&mut self, session: &Session) -> Result<(), Failure>;
}
