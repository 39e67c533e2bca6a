//! Draws of games that the rules let go on.
//!
//! The original knows no such end, but two players who place bombs and explode them in time go on for ever. A game
//! here is drawn after [`MAX_PLIES`], or as soon as a position occurs for the third time with the same cells, bombs
//! and mover and in the same phase of the bombs. Between strong players a win comes as late as ply 200, so a shorter
//! limit would hide the stronger player.

use boardbots_game::two_player::referee::Drawn;

/// Actions of both sides after which a match is drawn.
pub const MAX_PLIES: usize = 400;
/// The number of occurrences of a position at which a game is drawn.
pub const OCCURRENCES: usize = 3;

/// The draw of a game, if it is drawn; `history` holds the keys of all its positions, the one it began with first and
/// the present one last.
///
/// A position's [key](boardbots_search::position::Game::key) stands for all that has to be equal.
#[must_use]
pub fn drawn(history: &[u64]) -> Option<Drawn> {
    let now = history.last()?;
    if history.iter().filter(|key| *key == now).count() >= OCCURRENCES {
        Some(Drawn::Repetition)
    } else if history.len() > MAX_PLIES {
        Some(Drawn::TooLong)
    } else {
        None
    }
}
