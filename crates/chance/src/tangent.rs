//! The value of a turn, and how it changes with what losing the turn is worth.

/// A win probability under one policy: `value` now, and `slope`, the probability that this turn
/// ends in what was asked about (both 0 to 1).
///
/// A turn of a game of chance is worth the best of finitely many policies, each of which is
/// linear in what a lost turn leads to. So the worth is a convex, piecewise linear function of
/// it, and this is one of its lines.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tangent {
    /// The probability of winning.
    pub value: f64,
    /// Its derivative: how often the turn is lost.
    pub slope: f64,
}

impl Tangent {
    /// A value that does not depend on the value of a lost turn at all.
    #[must_use]
    pub const fn constant(value: f64) -> Self {
        Self { value, slope: 0.0 }
    }

    /// Adds another value that happens with this probability.
    #[must_use]
    pub fn plus(self, probability: f64, other: Self) -> Self {
        Self { value: self.value + probability * other.value, slope: self.slope + probability * other.slope }
    }

    /// The better of the two; this one, if they are equal.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        if other.value > self.value { other } else { self }
    }
}
