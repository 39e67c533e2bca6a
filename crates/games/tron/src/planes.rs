//! The position as the patterns of a learned evaluation see it: the cells around both players.

use super::map::Place;
use super::rules::Position;
use boardbots_game::learned::layout::{Layout, Planes};

/// Cells from a player to the edge of what is seen.
const REACH: u8 = 2;
const WIDE: u8 = 2 * REACH + 1;
/// Leads that are told apart, either way.
const LEADS: u8 = 7;
/// More dirt than this on a cell is much.
const LITTLE: u8 = 3;

/// The surroundings of the side to move, and those of the other one; a phase is who leads by how much of what is left.
pub const LAYOUT: Layout =
    Layout { boards: 2, rows: WIDE, columns: WIDE, stride: WIDE, phases: 2 * LEADS + 1, stages: 1, mirrored: true };

/// A cell can be entered and has no, little or much dirt; or it cannot be entered, and a player is there or
/// not.
#[must_use]
pub fn planes(position: &Position) -> Planes {
    let (own, other) = (position.mover, position.mover.other());
    let places = [own, other].map(|side| position.place(side));
    let mut bits = [0; 3];
    for (board, centre) in (0..).zip(places) {
        for row in 0..WIDE {
            for column in 0..WIDE {
                let cell = 1 << LAYOUT.cell(board, row, column);
                let on_map = |from: u8, by: u8| (from + by).checked_sub(REACH).filter(|at| *at < position.size);
                let place = on_map(centre.row, row).zip(on_map(centre.column, column));
                let place = place.map(|(row, column)| Place { row, column });
                let Some(place) = place.filter(|place| position.is_free(*place)) else {
                    bits[2] |= cell;
                    bits[0] |= if place.is_some_and(|place| places.contains(&place)) { cell } else { 0 };
                    continue;
                };
                let dirt = position.dirt(place);
                bits[0] |= if dirt > 0 { cell } else { 0 };
                bits[1] |= if dirt > LITTLE { cell } else { 0 };
            }
        }
    }
    let lead = position.score(own).cast_signed() - position.score(other).cast_signed();
    let leads = i32::from(LEADS);
    let lead = (lead * (leads + 1) / (position.rest.cast_signed() + 1)).clamp(-leads, leads);
    Planes { bits, phase: (lead + leads).to_le_bytes()[0], stage: 0 }
}
