//! From values to probabilities, alike on every machine.
//!
//! Additions, multiplications and divisions of IEEE 754 are the same everywhere; the exponential function of a
//! machine's library is not.

use boardbots_game::learned::patterns::UNIT;
use std::f64::consts::{LN_2, LOG2_E};

/// Values beyond this are as good as certain.
const FAR: f64 = 30.0;
/// Terms of the series: enough for all digits.
const TERMS: u32 = 14;

/// `e` to the power of a number from `-FAR` to 0.
fn exponential(power: f64) -> f64 {
    // A power of two, and a rest between -½ and ½ of its logarithm, for which the series is short.
    let twos = (power * LOG2_E).round();
    let rest = power - twos * LN_2;
    let series = (1..=TERMS).rev().fold(1.0, |sum, term| 1.0 + sum * rest / f64::from(term));
    (0..=64).take_while(|halved| f64::from(*halved) < -twos).fold(series, |value, _| value / 2.0)
}

/// The probability of these logarithmic odds.
#[must_use]
pub fn sigmoid(odds: f64) -> f64 {
    let small = exponential(-odds.abs().min(FAR));
    (if odds < 0.0 { small } else { 1.0 }) / (1.0 + small)
}

/// The probability that the side wins to which a position has this value.
#[must_use]
pub fn probability(value: i32) -> f64 {
    sigmoid(f64::from(value) / f64::from(UNIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_logistic_function() {
        for odds in (-400..=400).map(|number| f64::from(number) / 10.0) {
            let due = 1.0 / (1.0 + (-odds.clamp(-FAR, FAR)).exp());
            assert!((sigmoid(odds) - due).abs() < 1e-14 * due.max(1e-3), "{odds}: {} is not {due}", sigmoid(odds));
        }
        assert_eq!((sigmoid(0.0).to_bits(), probability(0).to_bits()), (0.5_f64.to_bits(), 0.5_f64.to_bits()));
        assert_eq!(sigmoid(1.0).to_bits(), 0x3fe7_64d4_f5d5_a2bd, "the same bits everywhere");
    }
}
