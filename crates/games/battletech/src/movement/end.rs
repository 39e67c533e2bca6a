//! The places where a movement can end.

use crate::hex::{Hex, Side};
use crate::situation::{Mode, Pose};

/// A chance of 1. It is a multiple of 36, so that a single roll is exact; chances after several are rounded down.
pub const CERTAIN: u16 = 36 * 1820;

/// Ends to be listed besides the standing ones without MASC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// Ends in which the mech goes prone.
    pub prone: bool,
    /// Ends of running with MASC, which may ruin the hips.
    pub masc: bool,
}

/// A place where a movement can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub struct End {
    /// The hex.
    pub hex: Hex,
    /// The side that it faces.
    pub facing: Side,
    /// The kind of movement.
    pub mode: Mode,
    /// It is prone.
    pub prone: bool,
    /// It needs MASC.
    pub masc: bool,
    /// It jumps into a swamp and sticks.
    pub sinks: bool,
    /// It takes the one step that is always allowed, dearer than its points.
    pub single: bool,
    /// Movement points.
    pub spent: u8,
    /// Hexes from the start.
    pub moved: u8,
    /// Heat of the movement, and of standing up.
    pub heat: u8,
    /// The chance, out of [`CERTAIN`], to arrive as planned, without falling or sticking on the way or at the end: that
    /// of the surest route. The risk that MASC fails is not in it.
    pub arrival: u16,
}

impl End {
    /// The pose of a mech that arrives there. The side it faces and being stuck are taken from another pose of the same
    /// mech.
    #[must_use]
    #[inline]
    pub const fn pose(&self, before: &Pose) -> Pose {
        Pose { hex: self.hex, mode: self.mode, moved: self.moved, prone: self.prone, ..*before }
    }
}

/// A chance after a roll that succeeds in this many of 36 ways.
#[must_use]
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "no more than it was")]
pub fn after(chance: u16, ways: u8) -> u16 {
    (u32::from(chance) * u32::from(ways) / 36) as u16
}
