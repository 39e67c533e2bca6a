//! When a match is drawn although the rules let it go on.
//!
//! The original knows no such end, but two players who place bombs and explode them in time
//! go on for ever. A match here is drawn after [`MAX_PLIES`], or when a position occurs for
//! the third time with the same cells, bombs and mover and in the same phase of the bombs.
//! Between strong players a win comes as late as ply 200, so a shorter limit would hide who
//! is stronger.

use boardbots_game::two_player::referee::Drawn;

/// Actions of both sides after which a match is drawn.
pub const MAX_PLIES: usize = 400;
/// How often a position occurs until a match is drawn.
pub const OCCURRENCES: usize = 3;

/// Whether a match is drawn; `history` holds the keys of all its positions, the one it began
/// with first and the present one last.
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
