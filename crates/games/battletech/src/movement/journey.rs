//! A legal movement, place by place, with what the pilot must roll for on the way.

use crate::hex::{Hex, Side};
use crate::pilot::Cause;
use crate::situation::Mode;

/// A roll on the way, or what needs none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// To come free of the swamp that holds it, before anything else ([`Cause::Swamp`]). A mech
    /// that fails stays where it is.
    Free,
    /// To stand up ([`Cause::Stand`]). A mech that fails goes on lying.
    Stand,
    /// Not to fall here. A mech that fails falls, and its movement is over.
    Keep(Cause),
    /// Not to stick in this swamp ([`Cause::Swamp`]). A mech that fails sticks, its movement over.
    Swamp,
    /// No roll: a mech that lands in a swamp sticks.
    Sink,
}

impl Trial {
    /// What is rolled for; `None` where nothing is.
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

/// A place on the way: after a hex entered, a turn by one side, standing up or lying down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Where it is now.
    pub hex: Hex,
    /// Where it faces now.
    pub facing: Side,
    /// It lies.
    pub prone: bool,
    /// Movement points spent so far.
    pub spent: u8,
    /// What happens here, on having come.
    pub trial: Option<Trial>,
}

/// A legal movement, if all goes well.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Journey {
    /// Where it ends.
    pub hex: Hex,
    /// Where it faces at the end.
    pub facing: Side,
    /// It lies at the end.
    pub prone: bool,
    /// How it moved.
    pub mode: Mode,
    /// With MASC.
    pub masc: bool,
    /// Movement points in all; the whole turn's for a mech that can take but one step.
    pub spent: u8,
    /// Hexes from start to end.
    pub moved: u8,
    /// Heat of the movement, and 1 for each attempt to stand up.
    pub heat: u16,
    /// Burning hexes that it walked into, the last one among them.
    pub burning: u8,
    /// Every place after the start, in order; a roll before or after all of them is a place of its
    /// own. Empty for a mech that stays.
    pub paces: Vec<Pace>,
}
