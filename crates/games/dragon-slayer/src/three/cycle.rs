//! Three states that lead to each other, solved together.
//!
//! A defeat without a challenge changes only the player to move, so the three states with the same scores and tokens
//! lead to each other in a circle. Their values are those of [`ROUNDS`] rounds, computed backwards from an even split.
//! A round, as a function of the values after it, is linear as long as no mover changes their policy; for each mover
//! the values of a defeat for which a policy is best form an interval. So if the policies at the fixed point of this
//! line are those of the round itself, all earlier rounds have them, too, and lead to that point, which is the answer.
//! That takes two or three rounds. A few circles of best replies have no such point.

use super::state::{SEATS, Shares};
use super::turn::{Spots, begin};

/// The number of rounds of defeats to look ahead.
pub const ROUNDS: u32 = 48;
/// The difference below which probabilities are equal: a hundred times the rounding error.
const SAME: f64 = 1e-13;

/// The values of stopping for the mover and for the next seat; the third value is 0.
pub type Stops = Spots<3>;

/// The result of a turn: its values, and the probability of a defeat without a challenge.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// The win probability of each seat.
    pub shares: Shares,
    /// The probability that the turn is lost.
    pub lost: f64,
}

/// Plays the turn of a mover, given the win probabilities of the seats after a defeat.
#[must_use]
pub fn play(mover: usize, stops: &Stops, after: Shares, cycles: usize) -> Played {
    let (next, last) = ((mover + 1) % SEATS, (mover + 2) % SEATS);
    let [own, left, lost] = begin(stops, &[after[mover], after[next], 1.0], cycles);
    let mut shares = [0.0; SEATS];
    (shares[mover], shares[next], shares[last]) = (own, left, 1.0 - own - left);
    Played { shares, lost }
}

/// One round, given the values after it.
fn round(turns: &[Stops; SEATS], after: Shares, cycles: usize) -> [Played; SEATS] {
    let third = play(2, &turns[2], after, cycles);
    let second = play(1, &turns[1], third.shares, cycles);
    [play(0, &turns[0], second.shares, cycles), second, third]
}

/// The values of the three states by mover; the flag is true if they are a fixed point.
#[must_use]
pub fn solve(turns: &[Stops; SEATS], cycles: usize) -> ([Shares; SEATS], bool) {
    let mut after = [1.0 / 3.0; SEATS];
    let mut values = [after; SEATS];
    for _ in 0..ROUNDS {
        let played = round(turns, after, cycles);
        values = played.map(|turn| turn.shares);
        // Around here values[0] = shares + product * (after' - after); where that is after' itself:
        let product: f64 = played.iter().map(|turn| turn.lost).product();
        if product < 1.0 {
            let point = std::array::from_fn(|seat| (values[0][seat] - product * after[seat]) / (1.0 - product));
            let there = round(turns, point, cycles);
            let policies = played.iter().zip(&there).all(|(one, other)| (one.lost - other.lost).abs() < SAME);
            let fixed = point.iter().zip(&there[0].shares).all(|(one, other)| (one - other).abs() < SAME);
            if policies && fixed {
                return (there.map(|turn| turn.shares), true);
            }
        }
        after = values[0];
    }
    (values, false)
}
