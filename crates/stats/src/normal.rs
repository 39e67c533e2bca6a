//! The normal distribution and Student's, as far as ratings need them.

use std::f64::consts::TAU;

/// Of a standard normal variable, 97.5 % are below.
pub(crate) const NORMAL: f64 = 1.959_963_984_540_054;

/// From here on the series would take longer than the tail's.
const FAR: f64 = 6.0;

/// The part of a standard normal variable below `x`, to 1e-12; 0.5 for no number.
pub(crate) fn below(x: f64) -> f64 {
    if x.is_nan() {
        return 0.5;
    }
    let density = (-x * x / 2.0).exp() / TAU.sqrt();
    if x.abs() > FAR {
        // Abramowitz and Stegun 26.2.12.
        let square = (x * x).recip();
        let tail = density / x.abs() * (1.0 - square * (1.0 - 3.0 * square * (1.0 - 5.0 * square)));
        return if x > 0.0 { 1.0 - tail } else { tail };
    }
    // Abramowitz and Stegun 26.2.11: all terms have one sign.
    let (mut term, mut sum, mut odd) = (x, 0.0, 1.0);
    while term.abs() > 1e-17 * (1.0 + f64::abs(sum)) {
        sum += term;
        odd += 2.0;
        term *= x * x / odd;
    }
    (0.5 + density * sum).clamp(0.0, 1.0)
}

/// Of Student's variable with this number of degrees of freedom, 97.5 % are below; within 0.2 % from 3
/// degrees on (Abramowitz and Stegun 26.7.5), exact for 1 and 2. Fewer than 1 count as 1.
pub(crate) fn student(degrees: f64) -> f64 {
    if degrees < 1.5 {
        return 12.706_204_736_174_7;
    }
    if degrees < 2.5 {
        return 4.302_652_729_911_27;
    }
    let z = NORMAL;
    let of = |powers: [f64; 5]| powers.iter().rev().fold(0.0, |sum, power| sum * z * z + power) * z;
    let terms = [
        of([1.0, 1.0, 0.0, 0.0, 0.0]) / 4.0,
        of([3.0, 16.0, 5.0, 0.0, 0.0]) / 96.0,
        of([-15.0, 17.0, 19.0, 3.0, 0.0]) / 384.0,
        of([-945.0, -1920.0, 1482.0, 776.0, 79.0]) / 92160.0,
    ];
    z + terms.iter().rev().fold(0.0, |sum, term| (sum + term) / degrees)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        let table = [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.0, 0.158_655_253_931_457),
            (NORMAL, 0.975),
            (3.0, 0.998_650_101_968_370),
            (-5.0, 2.866_515_718_791_94e-7),
        ];
        for (x, part) in table {
            assert!((below(x) - part).abs() < 1e-12, "{x}: {}", below(x));
        }
        assert!((below(-7.0) / 1.279_812_543_885_835e-12 - 1.0).abs() < 1e-3);
        assert!((below(-6.0) - below(-6.000_001)).abs() < 1e-13);
        assert!(below(f64::INFINITY) >= 1.0 && below(f64::NEG_INFINITY) <= 0.0);
        assert!((below(f64::NAN) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn students_quantiles_are_those_of_the_tables() {
        let table = [(1.0, 12.706), (2.0, 4.3027), (3.0, 3.1824), (4.0, 2.7764), (10.0, 2.2281), (30.0, 2.0423)];
        for (degrees, quantile) in table {
            assert!((student(degrees) / quantile - 1.0_f64).abs() < 0.002, "{degrees}: {}", student(degrees));
        }
        assert!((student(1e12) - NORMAL).abs() < 1e-9);
    }
}
