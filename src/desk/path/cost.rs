//! What paths cost.

use boardbots_path::grid::{DIAGONAL, STRAIGHT};
use std::f64::consts::SQRT_2;
use std::fmt;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Steps of a grid: 1 along rows and columns, √2 along diagonals.
    Length,
    /// Movement points.
    Points,
}

impl Unit {
    /// What the cost of one path is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Length => "length",
            Self::Points => "cost",
        }
    }
}

/// The cost of a path or of many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    pub unit: Unit,
    /// Steps along rows and columns, or movement points.
    pub whole: u64,
    /// Steps along diagonals, each of length √2.
    pub diagonal: u64,
}

impl Cost {
    /// Of no step.
    pub const fn zero(unit: Unit) -> Self {
        Self { unit, whole: 0, diagonal: 0 }
    }

    /// As a number.
    #[allow(clippy::cast_precision_loss)]
    pub fn value(self) -> f64 {
        self.whole as f64 + self.diagonal as f64 * SQRT_2
    }

    /// Both together; they have the same unit.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { unit: self.unit, whole: self.whole + other.whole, diagonal: self.diagonal + other.diagonal }
    }

    /// By what share of another cost this one is above it: 0.5 for 3 and 2; `None` unless it is above.
    pub fn excess(self, other: Self) -> Option<f64> {
        // In the numbers that searches count with, which are exact.
        let exact = |cost: Self| cost.whole * u64::from(STRAIGHT) + cost.diagonal * u64::from(DIAGONAL);
        (exact(self) > exact(other)).then(|| self.value() / other.value() - 1.0)
    }
}

impl fmt::Display for Cost {
    /// A length as a+b√2 and as a number, movement points as their number.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.unit {
            Unit::Length => write!(out, "{}+{}√2 = {:.4}", self.whole, self.diagonal, self.value()),
            Unit::Points => write!(out, "{}", self.whole),
        }
    }
}
