//! The players that choose the moves of a hero: one interface for every kind.

use super::board::{Board, Dir, HEROES};
use super::rules::State;
use super::team::Team;
use std::time::Instant;

/// Chooses the moves of one hero in one game after another.
pub trait Player: Send {
    /// A new game begins, in which this player moves `hero` (index 0 to 3).
    fn begin(&mut self, board: &Board, hero: usize);

    /// Hears who plays in the game that has just begun, by their names; answers with whom it plays together, if it
    /// has an alliance.
    fn meet(&mut self, _names: [&str; HEROES]) -> Option<Team> {
        None
    }

    /// Hears until when the next decision is due, which follows at once.
    fn due(&mut self, _until: Instant) {}

    /// The move in `state`, in which it is the turn of the player's hero. Asks `stop` now and then and
    /// answers with the best move so far as soon as it says yes. Allocates nothing.
    fn decide(&mut self, state: &State, stop: &(dyn Fn() -> bool + Sync)) -> Dir;

    /// The game is over: what only it needed may go.
    fn end(&mut self) {}

    /// Positions that the last decision looked at, if the player counts them.
    fn nodes(&self) -> u64 {
        0
    }
}
