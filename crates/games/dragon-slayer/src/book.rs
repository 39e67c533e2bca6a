//! Values to play by: for the printed rules from a table that comes with the program, for all other rules solved on
//! demand.
//!
//! The table holds a value of 0 to 1 as `value * 65535`, rounded, in two bytes, the lower first,
//! in the order of the variant's [`Layout`]: 26 KB instead of the time that a small board takes to solve
//! the game. It is made by `boardbots dragon-slayer solve --table FILE`. A player who plays by it loses
//! less than 1e-6 of the probability of winning.

use super::solution::Solution;
use super::values::{Layout, Values};
use super::variant::Variant;

/// The table of [`Variant::STANDARD`].
const TABLE: &[u8; 2 * Layout::new(Variant::STANDARD).len()] = include_bytes!("standard.u16");
/// The number for a value of 1 in a table.
const ONE: f64 = 65_535.0;

/// Values of a variant.
#[derive(Clone, Debug)]
pub enum Book {
    /// The printed rules, from the table.
    Standard,
    /// Any variant, solved.
    Solved(Solution),
}

impl Book {
    /// The values of a variant, which is solved if there is no table for it.
    #[must_use]
    pub fn of(variant: Variant) -> Self {
        if variant == Variant::STANDARD { Self::Standard } else { Self::Solved(Solution::of(variant)) }
    }
}

impl Values for Book {
    #[inline]
    fn variant(&self) -> Variant {
        match self {
            Self::Standard => Variant::STANDARD,
            Self::Solved(solution) => solution.variant(),
        }
    }

    #[inline]
    fn cell(&self, index: usize) -> f64 {
        match self {
            Self::Standard => f64::from(u16::from_le_bytes([TABLE[2 * index], TABLE[2 * index + 1]])) / ONE,
            Self::Solved(solution) => solution.cell(index),
        }
    }
}

/// The table of some values.
#[must_use]
pub fn table(values: &impl Values) -> Vec<u8> {
    let rounded = |index| {
        // A number between 0.5 and 65,535.5, whose fraction is cut off.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let cell = (values.cell(index) * ONE + 0.5) as u16;
        cell
    };
    (0..Layout::new(values.variant()).len()).flat_map(|index| rounded(index).to_le_bytes()).collect()
}
