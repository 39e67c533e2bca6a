//! The strong judge.

use super::rules::Position;
use crate::search::game::Judge;

/// Judges by pieces: few own, many of the other side's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strong;

impl Judge<Position> for Strong {
    #[inline]
    fn judge(&mut self, position: &Position) -> i32 {
        let mover = position.mover();
        i32::from(position.count(mover.other())) - 2 * i32::from(position.count(mover))
    }
}
