//! Simultaneous perturbation stochastic approximation (J. C. Spall, 1992), with the conventions of
//! Fishtest, the test bench of Stockfish.
//!
//! All constants are changed at once, each up or down by chance; the player with the changes meets
//! the one with the opposite changes. The side that scores more pulls every constant its way. Two
//! players an iteration are enough for any number of constants, and the pull is right on average.
//!
//! With `k` of `K` pairs of games played, a constant is changed by `c(k) = step (K/k)^γ` either way
//! and moves by `r(k) c(k)` for each game that its side is ahead, where `r(k) = a(k)/c(k)²`,
//! `a(k) = rate step² ((A+K)/(A+k))^α`. So the last iteration has the step and the rate that were
//! asked for. `α`, `γ` and `A = K/10` are Spall's.
//!
//! Games are played with whole numbers. Both players' values are rounded with one random threshold:
//! on average they are what they should be, and a tenth counts in a tenth of the iterations.

use super::constants::Constant;
use boardbots_stats::real;
use fastrand::Rng;

/// The exponent of the decay of moves.
const ALPHA: f64 = 0.602;
/// The exponent of the decay of changes.
const GAMMA: f64 = 0.101;
/// The part of all pairs that delays the decay of moves.
const STABILITY: f64 = 0.1;
/// Parts of one that values and rates are kept in: powers may differ in their last bits from machine
/// to machine, and a record holds them exactly.
const GRAIN: f64 = 1e6;

/// A tuning's method: everything but its results.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    /// The constants to tune.
    pub constants: Vec<Constant>,
    /// Iterations in all.
    pub iterations: u64,
    /// Pairs of games in each.
    pub pairs: u64,
    /// See the file's head; usually [`usual_rate`].
    pub rate: f64,
    /// The seed of all changes.
    pub seed: u64,
}

/// Two players of an iteration, their values in the order of the constants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The player whose constants went up where `up` is true, and down elsewhere.
    pub plus: Vec<i32>,
    /// The player with the opposite changes.
    pub minus: Vec<i32>,
    /// True for each constant that went up.
    pub up: Vec<bool>,
}

/// A value as it is kept.
#[must_use]
pub fn grained(value: f64) -> f64 {
    (value * GRAIN).round() / GRAIN
}

/// A rate with which chance alone moves a constant by less than its step: a game's result has a
/// deviation of about 0.8, a pair's of 1.1, and the moves of all pairs add up to 0.45 steps. For
/// 30,000 pairs this is the 0.002 that Fishtest begins with.
#[must_use]
pub fn usual_rate(pairs: u64) -> f64 {
    grained(0.4 / real(pairs.max(1)).sqrt()).max(1.0 / GRAIN)
}

impl Spsa {
    /// The values before the first iteration.
    #[must_use]
    pub fn start(&self) -> Vec<f64> {
        self.constants.iter().map(|constant| f64::from(constant.start)).collect()
    }

    /// The size of changes in an iteration (from 0), in steps, and the rate of moves.
    #[must_use]
    pub fn gains(&self, iteration: u64) -> (f64, f64) {
        let all = real(self.iterations.saturating_mul(self.pairs).max(1));
        let done = real(iteration.saturating_add(1).saturating_mul(self.pairs).max(1)).min(all);
        let put_off = STABILITY * all;
        let wide = (all / done).powf(GAMMA);
        (wide, self.rate * ((put_off + all) / (put_off + done)).powf(ALPHA) / (wide * wide))
    }

    /// The two players of an iteration (from 0) that begins with these values.
    #[must_use]
    pub fn trial(&self, values: &[f64], iteration: u64) -> Trial {
        let (wide, _) = self.gains(iteration);
        // Seeds of iterations that follow one another make streams that have nothing in common.
        let mut rng = Rng::with_seed(self.seed ^ iteration.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        rng.u64(..);
        let count = self.constants.len();
        let mut trial = Trial { plus: Vec::with_capacity(count), minus: Vec::with_capacity(count), up: Vec::new() };
        for (constant, value) in self.constants.iter().zip(values) {
            let (up, threshold) = (rng.u32(..) >> 31 == 1, f64::from(rng.u32(..)) / 2_f64.powi(32));
            let change = if up { wide } else { -wide } * f64::from(constant.step);
            let whole = |value: f64| within(grained(value) + threshold, constant);
            trial.plus.push(whole(value + change));
            trial.minus.push(whole(value - change));
            trial.up.push(up);
        }
        trial
    }

    /// Moves the values after an iteration (from 0) in which the first of the trial's players was ahead by this many
    /// games: wins minus losses.
    pub fn step(&self, values: &mut [f64], trial: &Trial, iteration: u64, ahead: f64) {
        let (wide, rate) = self.gains(iteration);
        for ((constant, value), up) in self.constants.iter().zip(values).zip(&trial.up) {
            let pull = rate * wide * f64::from(constant.step) * ahead;
            let moved = if *up { *value + pull } else { *value - pull };
            *value = grained(moved.clamp(f64::from(constant.least), f64::from(constant.most)));
        }
    }

    /// The whole numbers nearest to values.
    #[must_use]
    pub fn rounded(&self, values: &[f64]) -> Vec<i32> {
        self.constants.iter().zip(values).map(|(constant, value)| within(value + 0.5, constant)).collect()
    }
}

/// The whole number below a value, in the constant's range.
#[allow(clippy::cast_possible_truncation)]
fn within(value: f64, constant: &Constant) -> i32 {
    // A cast keeps what it can; what is out of the range of numbers is out of the constant's, too.
    (value.floor() as i32).clamp(constant.least, constant.most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constant(start: i32, least: i32, most: i32, step: i32) -> Constant {
        Constant { name: format!("from-{start}"), start, least, most, step }
    }

    fn sample(iterations: u64) -> Spsa {
        let constants = vec![constant(10, 0, 200, 6), constant(90, 0, 100, 3), constant(5, 0, 8, 1)];
        Spsa { constants, iterations, pairs: 8, rate: usual_rate(iterations * 8), seed: 3 }
    }

    /// Elo below the best values: each constant costs as much for a step.
    fn loss(spsa: &Spsa, best: &[f64], values: impl Iterator<Item = f64>) -> f64 {
        let steps = spsa.constants.iter().zip(best).zip(values);
        steps.map(|((constant, best), value)| ((value - best) / f64::from(constant.step)).powi(2)).sum()
    }

    /// Tunes towards values by games that chance decides; how far from them it began and ended.
    fn tuned(spsa: &Spsa, best: &[f64], elo: f64) -> (f64, f64) {
        let (mut values, mut rng) = (spsa.start(), Rng::with_seed(spsa.seed + 100));
        for iteration in 0..spsa.iterations {
            let trial = spsa.trial(&values, iteration);
            let of = |player: &[i32]| loss(spsa, best, player.iter().map(|value| f64::from(*value)));
            let better = elo * (of(&trial.minus) - of(&trial.plus));
            let share = 1.0 / (1.0 + 10_f64.powf(-better / 400.0));
            // A third of all games are drawn.
            let game = |rng: &mut Rng| match rng.f64() {
                chance if chance < 1.0 / 3.0 => 0.0,
                chance if (chance - 1.0 / 3.0) * 1.5 < share => 1.0,
                _ => -1.0,
            };
            let ahead: f64 = (0..2 * spsa.pairs).map(|_| game(&mut rng)).sum();
            spsa.step(&mut values, &trial, iteration, ahead);
        }
        (loss(spsa, best, spsa.start().into_iter()), loss(spsa, best, values.into_iter()))
    }

    #[test]
    fn noisy_games_lead_to_the_best_values() {
        for seed in 0..5 {
            let spsa = Spsa { seed, ..sample(1500) };
            let (before, after) = tuned(&spsa, &[40.0, 75.0, 2.0], 3.0);
            assert!(after < before / 10.0, "seed {seed}: {before} to {after}");
        }
    }

    #[test]
    fn the_best_values_are_kept() {
        for seed in 0..5 {
            let spsa = Spsa { seed, ..sample(300) };
            let (before, after) = tuned(&spsa, &[10.0, 90.0, 5.0], 3.0);
            assert!(before < 1e-9 && after < 3.0, "seed {seed}: {after}");
        }
    }

    #[test]
    fn the_last_iteration_has_the_step_and_the_rate_that_were_asked_for() {
        let spsa = sample(100);
        let (wide, rate) = spsa.gains(99);
        assert!((wide - 1.0).abs() < 1e-12 && (rate - spsa.rate).abs() < 1e-12);
        // By hand: 8 of 800 pairs, 100^0.101 and (880/88)^0.602.
        let (wide, rate) = spsa.gains(0);
        assert!((wide - 1.592_209).abs() < 1e-5, "{wide}");
        assert!((rate / spsa.rate - 3.999_447 / 2.535_129).abs() < 1e-5, "{rate}");
        let gains: Vec<f64> = (0..100).map(|iteration| spsa.gains(iteration).0).collect();
        assert!(gains.is_sorted_by(|one, next| one > next));
        assert!((usual_rate(30_000) - 0.002_309).abs() < 1e-9);
    }

    #[test]
    fn a_step_by_hand() {
        let spsa = Spsa { constants: vec![constant(10, 0, 12, 2), constant(3, 0, 9, 1)], ..sample(1) };
        let trial = Trial { plus: vec![12, 2], minus: vec![8, 4], up: vec![true, false] };
        let spsa = Spsa { rate: 0.25, ..spsa };
        let mut values = spsa.start();
        spsa.step(&mut values, &trial, 0, 2.0);
        assert_eq!(values, [11.0, 2.5]);
        spsa.step(&mut values, &trial, 0, 0.0);
        assert_eq!(values, [11.0, 2.5]);
        assert_eq!(spsa.rounded(&values), [11, 3]);
        // The range ends it.
        spsa.step(&mut values, &trial, 0, 16.0);
        assert_eq!(values, [12.0, 0.0]);
        spsa.step(&mut values, &trial, 0, -100.0);
        assert_eq!(values, [0.0, 9.0]);
    }

    #[test]
    fn players_are_opposite_and_on_average_exact() {
        let spsa = sample(4000);
        let values = [20.25, 99.5, 4.125];
        let (mut sums, mut ups) = ([0.0; 3], [0; 3]);
        for iteration in 0..4000 {
            let trial = spsa.trial(&values, iteration);
            assert_eq!(trial, spsa.trial(&values, iteration));
            for (at, constant) in spsa.constants.iter().enumerate() {
                let (plus, minus) = (trial.plus[at], trial.minus[at]);
                let range = constant.least..=constant.most;
                assert!(range.contains(&plus) && range.contains(&minus));
                assert!(if trial.up[at] { plus > minus } else { plus < minus });
                sums[at] += f64::from(plus + minus) / 2.0;
                ups[at] += u32::from(trial.up[at]);
            }
        }
        // The second constant is cut at its most.
        for at in [0, 2] {
            let mean = sums[at] / 4000.0;
            assert!((mean - values[at]).abs() < 0.05, "{mean}");
        }
        assert!(sums[1] / 4000.0 < 99.5);
        assert!(ups.iter().all(|count| (1800..2200).contains(count)), "{ups:?}");
    }

    #[test]
    fn values_are_kept_in_millionths() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..10_000 {
            let value = grained((rng.f64() - 0.5) * 1e5);
            let text = serde_json::to_string(&value).expect("a number");
            assert_eq!(serde_json::from_str::<f64>(&text).expect("a number").to_bits(), value.to_bits(), "{text}");
        }
    }
}
