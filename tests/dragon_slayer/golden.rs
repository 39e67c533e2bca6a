//! Values that are known to many digits.

use boardbots::games::dragon_slayer::solution::Solution;
use boardbots::games::dragon_slayer::values::{Role, State, Tokens, Values};
use boardbots::games::dragon_slayer::variant::Variant;

/// What the start is worth to the first player if both have a token.
fn start(variant: Variant) -> f64 {
    Solution::of(variant).value(State { role: Role::First, first: 0, second: 0, tokens: Tokens::new(true, true) })
}

#[test]
fn variants_have_their_values() {
    let standard = Variant::STANDARD;
    for (variant, value) in [
        (standard, 0.457_979_250_8),
        (Variant { goal: 41, ..standard }, 0.458_170_798_5),
        (Variant { bonus: 0, ..standard }, 0.460_530_054_3),
        (Variant { doubling: false, ..standard }, 0.450_977_801_7),
    ] {
        assert!((start(variant) - value).abs() < 1e-9, "{variant}");
    }
}

#[test]
fn small_goals_have_their_values() {
    for (goal, value) in [
        (4, 0.410_247_805_4),
        (8, 0.427_744_614_5),
        (10, 0.434_345_647_3),
        (12, 0.441_852_353_4),
        (20, 0.446_613_153_4),
        (30, 0.453_687_380_4),
    ] {
        assert!((start(Variant { goal, ..Variant::STANDARD }) - value).abs() < 1e-9, "goal {goal}");
    }
}
