//! Variants: the numbers of the rules that players may agree on.

use std::fmt;

/// The rules' numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Points that end the game after a whole round, [`Variant::GOALS`].
    pub goal: u8,
    /// Points for a challenger whose challenge is refused or not met, [`Variant::BONUSES`].
    pub bonus: u8,
    /// True if dragons slain after an accepted challenge count double.
    pub doubling: bool,
}

impl Variant {
    /// Goals that can be played for.
    pub const GOALS: std::ops::RangeInclusive<u8> = 2..=120;
    /// Bonuses that can be played with.
    pub const BONUSES: std::ops::RangeInclusive<u8> = 0..=20;
    /// The rules as they are printed.
    pub const STANDARD: Self = Self { goal: 40, bonus: 5, doubling: true };

    /// The factor of a dragon's points once a challenge is accepted.
    #[must_use]
    pub const fn factor(self) -> u8 {
        if self.doubling { 2 } else { 1 }
    }
}

impl Default for Variant {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let doubling = if self.doubling { "doubled" } else { "not doubled" };
        write!(f, "to {}, bonus {}, {doubling} after a challenge", self.goal, self.bonus)
    }
}
