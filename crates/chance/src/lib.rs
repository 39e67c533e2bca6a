//! Two-player games of chance, solved exactly: the value of a turn as a [`Tangent`], a value that is defined by itself
//! ([`fixed_point`]), and two states that lead to each other ([`solve`]).
//!
//! # Two states, solved together by policy iteration
//!
//! In games like Pig a lost turn changes nothing but who moves. So the state in which one player
//! moves and the one in which the other does lead to each other, and to nothing else that is not
//! known already: with `x` and `y` what they are worth to the player to move,
//!
//! ```text
//! x = first(1 - y)        y = second(1 - x)
//! ```
//!
//! where each function maximises over the policies of a turn: it is convex and piecewise linear,
//! with slopes below 1. Newton's method on such functions is Howard's policy iteration: solve
//! the linear equations of the policies that are best now, ask for the best policies there, and
//! stop when they no longer change. It ends after finitely many steps, in practice two or three,
//! where alternating between the two functions takes dozens.
//!
//! Sources: R. Howard, Dynamic Programming and Markov Processes, 1960; for games of chance
//! T. Neller, C. Presser, Optimal Play of the Dice Game Pig, UMAP Journal 25(1), 2004.

/// A win probability under one policy: `value` now, and `slope`, the probability that this turn
/// ends in what was asked about (both 0 to 1).
///
/// A turn of a game of chance is worth the best of finitely many policies, each of which is
/// linear in what a lost turn leads to. So the worth is a convex, piecewise linear function of
/// it, and this is one of its lines.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[must_use]
pub struct Tangent {
    /// The probability of winning.
    pub value: f64,
    /// Its derivative: how often the turn is lost.
    pub slope: f64,
}

impl Tangent {
    /// A value that does not depend on the value of a lost turn at all.
    pub const fn constant(value: f64) -> Self {
        Self { value, slope: 0.0 }
    }

    /// Adds another value that happens with this probability.
    pub fn plus(self, probability: f64, other: Self) -> Self {
        Self { value: self.value + probability * other.value, slope: self.slope + probability * other.slope }
    }

    /// The better of the two; this one, if they are equal.
    pub fn or(self, other: Self) -> Self {
        if other.value > self.value { other } else { self }
    }
}

/// Two probabilities that differ by less are equal: a hundred times the rounding error of the
/// sums they come from.
const EQUAL: f64 = 1e-14;
/// Far more steps than ever needed; rounding cannot make this run for ever.
const MOST_STEPS: u32 = 64;

/// The solution of a pair of states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The value of the first state for the player to move, 0 to 1.
    pub first: f64,
    /// The value of the second state for the player to move, 0 to 1.
    pub second: f64,
    /// The number of times that both functions were evaluated.
    pub steps: u32,
}

/// Solves a pair of states. Each function gets what a lost turn is worth to its mover, and gives
/// what the turn is worth under the policy that is best for this; `start` is a guess of the
/// first state's value.
///
/// ```
/// use boardbots_chance::{Tangent, solve};
/// // The first to throw a six wins.
/// let turn = |lost| Tangent::constant(1.0 / 6.0).plus(5.0 / 6.0, Tangent { value: lost, slope: 1.0 });
/// assert!((solve(0.5, turn, turn).first - 6.0 / 11.0).abs() < 1e-12);
/// ```
pub fn solve(start: f64, mut first: impl FnMut(f64) -> Tangent, mut second: impl FnMut(f64) -> Tangent) -> Pair {
    let mut x = start;
    let mut steps = 0;
    loop {
        steps += 1;
        let theirs = second(1.0 - x);
        let lost = 1.0 - theirs.value;
        let ours = first(lost);
        // Around here y = theirs.value - theirs.slope (x' - x), and x' = ours.value +
        // ours.slope (1 - y - lost): solved for x'.
        let product = ours.slope * theirs.slope;
        let next = if product < 1.0 { (ours.value - product * x) / (1.0 - product) } else { ours.value };
        let settled = (next - x).abs() <= EQUAL;
        x = next;
        if settled || steps == MOST_STEPS {
            return Pair { first: x, second: theirs.value, steps };
        }
    }
}

/// Two values that differ by less are equal.
const SAME: f64 = 1e-15;
/// Far more steps than ever needed.
const MOST_SECANTS: u32 = 200;

/// The `x` between 0 and 1 with `x = value(x)`, for a function with slopes between -1 and 1, near
/// `start`: by secants, and by the function itself wherever a secant leads away. The function
/// was last asked at the value that is given back.
///
/// ```
/// use boardbots_chance::fixed_point;
/// assert!((fixed_point(0.5, |x| 0.3 + 0.4 * x) - 0.5).abs() < 1e-15);
/// ```
pub fn fixed_point(start: f64, mut value: impl FnMut(f64) -> f64) -> f64 {
    let mut x = start;
    let mut off = value(x) - x;
    let mut next = x + off;
    for _ in 0..MOST_SECANTS {
        if (next - x).abs() <= SAME {
            break;
        }
        let there = value(next) - next;
        let slope = (there - off) / (next - x);
        let secant = next - there / slope;
        // Slopes of value(x) - x lie between -2 and 0; rounding may say otherwise near the end.
        let ahead = if slope < 0.0 && (0.0..=1.0).contains(&secant) { secant } else { next + there };
        (x, off, next) = (next, there, ahead);
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_policies_are_found_from_any_start() {
        // One may throw a coin for the win, or a die against losing at once.
        let lost = |value| Tangent { value, slope: 1.0 };
        let turn = |value| {
            let coin = Tangent::default().plus(0.5, lost(value)).plus(0.5, Tangent::constant(1.0));
            let die = Tangent::default().plus(5.0 / 6.0, Tangent::constant(1.0));
            coin.or(die)
        };
        for start in [0.0, 0.5, 1.0] {
            let pair = solve(start, turn, turn);
            assert!((pair.first - 5.0 / 6.0).abs() < 1e-14, "{pair:?}");
            assert!((pair.second - 5.0 / 6.0).abs() < 1e-14 && pair.steps <= 3, "{pair:?}");
        }
    }

    #[test]
    fn a_game_that_never_ends_is_left_after_a_while() {
        let wait = |value| Tangent { value, slope: 1.0 };
        assert!((solve(0.25, wait, wait).first - 0.25).abs() < 1e-14);
    }

    #[test]
    fn corners_are_passed() {
        let mut asked = 0;
        let found = fixed_point(0.0, |x| {
            asked += 1;
            (0.7 - 0.2 * x).min(0.2 + 0.9 * x).max(0.3)
        });
        assert!((found - 0.7 / 1.2).abs() < 1e-15, "{found}");
        assert!(asked < 12, "asked {asked} times");
    }

    #[test]
    fn a_constant_is_its_own_fixed_point() {
        assert!((fixed_point(0.9, |_| 0.25) - 0.25).abs() < 1e-15);
    }
}
