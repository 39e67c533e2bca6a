//! Games by chance.

use crate::rules::{Move, Position};
use boardbots_search::position::Position as _;
use fastrand::Rng;

/// A whole game: each move with the position before and what it takes to take it back, and the last position.
pub fn game(rng: &mut Rng) -> (Vec<(Position, Move, Position)>, Position) {
    let (mut plies, mut position) = (Vec::new(), Position::default());
    while position.ended().is_none() {
        let moves = position.moves();
        let action = moves[rng.usize(..moves.len())];
        plies.push((position, action, position.play(action)));
    }
    (plies, position)
}
