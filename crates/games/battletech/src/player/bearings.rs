//! Firing arcs and sides hit for all six facings at once, by the direction of the other hex.

use crate::arc::Arc;
use crate::hex::{Hex, Side};
use std::cell::Cell;

/// The farthest distance in the table; no weapon reaches as far.
pub const FARTHEST: u8 = 31;
/// Values of each of two cube coordinates within [`FARTHEST`].
const SPAN: usize = 2 * FARTHEST as usize + 1;
/// An entry that is not computed yet.
const UNKNOWN: u32 = u32::MAX;

/// Two bits for each facing: the arc in which the other hex lies (bits 0 to 11), and the side that
/// is hit from there (bits 12 to 23).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bearing(u32);

impl Bearing {
    /// The firing arc of a torso (or legs) that faces a side.
    #[must_use]
    #[inline]
    pub const fn arc(self, facing: Side) -> Arc {
        arc(self.0 >> (2 * facing.index()))
    }

    /// The side that is hit of a mech whose legs face a side.
    #[must_use]
    #[inline]
    pub const fn struck(self, facing: Side) -> Arc {
        arc(self.0 >> (12 + 2 * facing.index()))
    }
}

/// The arc in the lowest two bits.
const fn arc(bits: u32) -> Arc {
    [Arc::Front, Arc::Right, Arc::Rear, Arc::Left][(bits & 3) as usize]
}

/// Bearings by the difference of two hexes, computed on first use.
#[derive(Clone, Debug)]
pub struct Bearings {
    entries: Vec<Cell<u32>>,
}

impl Default for Bearings {
    fn default() -> Self {
        Self { entries: vec![Cell::new(UNKNOWN); SPAN * SPAN] }
    }
}

impl Bearings {
    /// The bearing of a hex from a mech's hex. Beyond [`FARTHEST`] it is computed each time.
    #[must_use]
    #[inline]
    pub fn to(&self, at: Hex, target: Hex) -> Bearing {
        let (from, to) = (at.cube(), target.cube());
        let place =
            |axis: usize| usize::try_from(to[axis] - from[axis] + i16::from(FARTHEST)).ok().filter(|&at| at < SPAN);
        let (Some(column), Some(row)) = (place(0), place(2)) else { return work_out(at, target) };
        let entry = &self.entries[column * SPAN + row];
        if entry.get() == UNKNOWN {
            entry.set(work_out(at, target).0);
        }
        Bearing(entry.get())
    }
}

fn work_out(at: Hex, target: Hex) -> Bearing {
    let mut bits = 0;
    for side in Side::ALL {
        bits |= (Arc::of(at, side, target) as u32) << (2 * side.index());
        bits |= (Arc::struck(at, side, target) as u32) << (12 + 2 * side.index());
    }
    Bearing(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_bearings_are_those_of_the_arcs() {
        let bearings = Bearings::default();
        for at in [Hex::new(20, 20), Hex::new(21, 20), Hex::new(0, 0)] {
            for column in 0..60 {
                for row in 0..60 {
                    let target = Hex::new(column, row);
                    if target == at {
                        continue;
                    }
                    for _ in 0..2 {
                        let bearing = bearings.to(at, target);
                        for side in Side::ALL {
                            assert_eq!(bearing.arc(side), Arc::of(at, side, target), "{at} {side} {target}");
                            assert_eq!(bearing.struck(side), Arc::struck(at, side, target), "{at} {side} {target}");
                        }
                    }
                }
            }
        }
    }
}
