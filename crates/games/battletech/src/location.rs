//! The eight locations of a mech, and the eleven places of its armour.

/// A location, in the order of all files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Location {
    /// `BI`.
    LeftArm,
    /// `TI`.
    LeftTorso,
    /// `PI`.
    LeftLeg,
    /// `PD`.
    RightLeg,
    /// `TD`.
    RightTorso,
    /// `BD`.
    RightArm,
    /// `TC`.
    CentreTorso,
    /// `CAB`.
    Head,
}

boardbots_base::words! { Location::word:
    LeftArm "BI", LeftTorso "TI", LeftLeg "PI", RightLeg "PD",
    RightTorso "TD", RightArm "BD", CentreTorso "TC", Head "CAB",
}

impl Location {
    /// 0 to 7.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The number of its slots: 12, or 6 in legs and head.
    #[must_use]
    pub const fn slots(self) -> u8 {
        if self.is_leg() || matches!(self, Self::Head) { 6 } else { 12 }
    }

    /// True for an arm.
    #[must_use]
    pub const fn is_arm(self) -> bool {
        matches!(self, Self::LeftArm | Self::RightArm)
    }

    /// True for a leg.
    #[must_use]
    pub const fn is_leg(self) -> bool {
        matches!(self, Self::LeftLeg | Self::RightLeg)
    }

    /// True for one of the three torsos.
    #[must_use]
    pub const fn is_torso(self) -> bool {
        matches!(self, Self::LeftTorso | Self::RightTorso | Self::CentreTorso)
    }

    /// The index of its rear armour among the eleven places, if it has any: 8 `TIa`, 9 `TDa`, 10 `TCa`.
    #[must_use]
    pub const fn rear(self) -> Option<usize> {
        match self {
            Self::LeftTorso => Some(8),
            Self::RightTorso => Some(9),
            Self::CentreTorso => Some(10),
            _ => None,
        }
    }

    /// The location that takes further damage once this one is gone: the side torso for limbs, the centre torso for
    /// side torsos; `None` for centre torso and head.
    #[must_use]
    pub const fn inward(self) -> Option<Self> {
        match self {
            Self::LeftArm | Self::LeftLeg => Some(Self::LeftTorso),
            Self::RightArm | Self::RightLeg => Some(Self::RightTorso),
            Self::LeftTorso | Self::RightTorso => Some(Self::CentreTorso),
            Self::CentreTorso | Self::Head => None,
        }
    }
}
