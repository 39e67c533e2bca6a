//! Legal movements, place by place, with the rolls that the pilot must make on the way.

use crate::hex::{Hex, Side};
use crate::pilot::Cause;
use crate::situation::Mode;

/// A roll on the way, or an event that needs none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// To get free of the swamp that holds it, before anything else ([`Cause::Swamp`]). A mech that fails stays on its
    /// hex.
    Free,
    /// To stand up ([`Cause::Stand`]). A mech that fails stays prone.
    Stand,
    /// Not to fall here. A mech that fails falls, and its movement is over.
    Keep(Cause),
    /// Not to get stuck in this swamp ([`Cause::Swamp`]). A mech that fails is stuck, and its movement is over.
    Swamp,
    /// No roll: a mech that lands in a swamp sticks.
    Sink,
}

impl Trial {
    /// The cause of the roll; `None` without a roll.
    #[must_use]
    pub const fn cause(self) -> Option<Cause> {
        match self {
            Self::Free | Self::Swamp => Some(Cause::Swamp),
            Self::Stand => Some(Cause::Stand),
            Self::Keep(cause) => Some(cause),
            Self::Sink => None,
        }
    }
}

/// A place on the way: after each hex entered, each turn by one side, standing up or going prone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The hex it is on now.
    pub hex: Hex,
    /// The side it faces now.
    pub facing: Side,
    /// It is prone.
    pub prone: bool,
    /// Movement points spent so far.
    pub spent: u8,
    /// The roll to be made here on arrival.
    pub trial: Option<Trial>,
}

/// A legal movement, provided that every roll succeeds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Journey {
    /// The last hex.
    pub hex: Hex,
    /// The side it faces at the end.
    pub facing: Side,
    /// It is prone at the end.
    pub prone: bool,
    /// The kind of movement.
    pub mode: Mode,
    /// MASC is used.
    pub masc: bool,
    /// Movement points in all; those of the whole turn for a mech that can take only one step.
    pub spent: u8,
    /// Hexes from start to end.
    pub moved: u8,
    /// Heat of the movement, and 1 for each attempt to stand up.
    pub heat: u16,
    /// Burning hexes that it walked into, the last one among them.
    pub burning: u8,
    /// Every place after the start, in order; a roll before or after all of them is a place of its own. Empty for a
    /// mech that does not move.
    pub paces: Vec<Pace>,
}
