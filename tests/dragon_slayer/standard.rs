//! The solution of the printed rules, made once for all tests.

use boardbots::games::dragon_slayer::solution::Solution;
use boardbots::games::dragon_slayer::variant::Variant;
use std::sync::OnceLock;

/// The solution of [`Variant::STANDARD`].
pub fn standard() -> &'static Solution {
    static SOLUTION: OnceLock<Solution> = OnceLock::new();
    SOLUTION.get_or_init(|| Solution::of(Variant::STANDARD))
}
