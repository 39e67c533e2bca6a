//! What happens in a session.

use super::summary::Summary;
use boardbots_vindinium::board::Board;
use boardbots_vindinium::rules::State;

/// What happens in a session.
pub enum Event<'a> {
    /// A game is asked for.
    Joining,
    /// No game was given; why, fit for a log.
    Refused(&'a str),
    /// A game begins.
    Began {
        /// The server's name of it.
        id: &'a str,
        /// Where it can be watched.
        view_url: &'a str,
        /// The board.
        board: &'a Board,
        /// Index (0 to 3) of our hero.
        hero: usize,
    },
    /// The server told a state: it is our turn, or the game is over.
    State {
        /// The state.
        state: &'a State,
        /// Index (0 to 3) of our hero.
        hero: usize,
    },
    /// A game is over.
    Ended(&'a Summary),
}
