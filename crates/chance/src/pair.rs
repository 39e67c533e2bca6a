//! Two states that lead to each other, solved together by policy iteration.
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

use super::tangent::Tangent;

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
}
