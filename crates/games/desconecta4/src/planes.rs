//! The position as the patterns of a learned evaluation see it.

use super::board::{BOARD, SIDE};
use super::rules::Position;
use super::strong::row_of;
use super::tally::PHASES;
use boardbots_game::learned::layout::{Layout, Planes};

/// Up to this number, pieces are few.
const FEW: u8 = 15;
/// Up to this number beyond the few, they are more.
const MORE: u8 = 12;
/// Few, more, many.
const FILLED: u8 = 3;

/// A phase is that of the bombs, of a board with few, more or many pieces; a stage is whose turn it is.
pub const LAYOUT: Layout = Layout {
    boards: 1,
    rows: SIDE,
    columns: SIDE,
    stride: SIDE + 1,
    phases: PHASES * FILLED,
    stages: 2,
    mirrored: true,
};

/// A cell is empty, and a piece of either side completes a line there or does not; or it has a piece of a side
/// that its bomb would remove or would not.
#[inline]
#[must_use]
pub fn planes(position: &Position) -> Planes {
    let (mover, occupied) = (position.mover(), position.occupied());
    let empty = BOARD & !occupied;
    let [own, others] = [mover, mover.other()];
    let hit = |side| position.pieces(side) & row_of(position.bomb(side));
    let low = position.closing(own) & empty | position.pieces(others);
    let middle = position.closing(others) & empty | hit(own) | hit(others);
    let filled = (position.count(own) + position.count(others)).saturating_sub(FEW).div_ceil(MORE).min(FILLED - 1);
    Planes { bits: [low, middle, occupied], phase: filled * PHASES + position.phase(), stage: mover as u8 }
}
