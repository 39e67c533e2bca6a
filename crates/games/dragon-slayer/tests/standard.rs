//! The solution of the printed rules, made once for all tests.

use crate::solution::Solution;
use crate::variant::Variant;
use std::sync::OnceLock;

/// The solution of [`Variant::STANDARD`].
pub fn standard() -> &'static Solution {
    static SOLUTION: OnceLock<Solution> = OnceLock::new();
    SOLUTION.get_or_init(|| Solution::of(Variant::STANDARD))
}
