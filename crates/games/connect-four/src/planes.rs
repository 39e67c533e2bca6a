//! The position as the patterns of a learned evaluation see it.

use super::rules::{COLUMNS, Position, ROWS};
use boardbots_game::learned::layout::{Layout, Planes};

/// Plies of a phase.
const PLIES: u8 = 7;
/// Phases of a game, each for both sides.
const PHASES: u8 = ROWS * COLUMNS / PLIES;

/// A phase is a sixth of the game and whose turn it is, a stage whose turn it is.
pub const LAYOUT: Layout =
    Layout { boards: 1, rows: ROWS, columns: COLUMNS, stride: ROWS + 1, phases: 2 * PHASES, stages: 2, mirrored: true };

/// A cell is empty, and a piece of either side completes a line there or does not; or it has a piece of a side.
#[inline]
pub fn planes(position: &Position) -> Planes {
    let ([own, others], empty) = (position.sides(), position.empty());
    let low = own.closing & empty | others.pieces;
    let bits = [low, others.closing & empty, own.pieces | others.pieces];
    let stage = position.mover() as u8;
    Planes { bits, phase: 2 * (position.count() / PLIES) + stage, stage }
}
