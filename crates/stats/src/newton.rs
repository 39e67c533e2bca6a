//! The top of a concave likelihood, by Newton's method with step halving.

use super::matrix::{Factor, Matrix};

/// Steps at most: a top that exists takes about ten.
const STEPS: u32 = 100;

/// Halvings of one step at most.
const HALVINGS: u32 = 40;

/// A step that promises less than this much likelihood is the last.
const ENOUGH: f64 = 1e-13;

/// A variance, in squared nats, that only a likelihood without a top has: about 3000 Elo.
const FLAT: f64 = 300.0;

/// A log-likelihood at one place.
pub(crate) struct Slope {
    /// The log-likelihood.
    pub(crate) value: f64,
    /// Its derivatives.
    pub(crate) gradient: Vec<f64>,
    /// Its second derivatives, negated.
    pub(crate) information: Matrix,
}

impl Slope {
    /// No observations yet, of this number of parameters.
    pub(crate) fn new(parameters: usize) -> Self {
        Self { value: 0.0, gradient: vec![0.0; parameters], information: Matrix::zero(parameters) }
    }
}

/// The maximum of a log-likelihood.
pub(crate) struct Top {
    /// The place.
    pub(crate) at: Vec<f64>,
    /// The inverse of the information there.
    pub(crate) inverse: Matrix,
}

/// Climbs a concave log-likelihood. `None` if it has no top: it rises for ever, or is level in some
/// direction.
pub(crate) fn climb(mut at: Vec<f64>, slope: impl Fn(&[f64]) -> Slope) -> Option<Top> {
    let mut here = slope(&at);
    for _ in 0..STEPS {
        let factor = here.information.factor()?;
        let step = factor.solve(&here.gradient);
        let promise: f64 = here.gradient.iter().zip(&step).map(|(gradient, step)| gradient * step).sum();
        if promise < ENOUGH {
            at.iter_mut().zip(&step).for_each(|(at, step)| *at += step);
            return top(at, &factor);
        }
        // Sums of many logarithms are only so exact.
        let slack = 1e-13 * (1.0 + here.value.abs());
        let mut part = 1.0;
        for _ in 0..HALVINGS {
            let there: Vec<f64> = at.iter().zip(&step).map(|(at, step)| at + part * step).collect();
            let next = slope(&there);
            if next.value >= here.value + 1e-4 * part * promise - slack {
                (at, here) = (there, next);
                break;
            }
            part /= 2.0;
        }
    }
    None
}

/// This place, unless it is no top but the beginning of a plain.
fn top(at: Vec<f64>, factor: &Factor) -> Option<Top> {
    let inverse = factor.inverse();
    let sharp = (0..inverse.size).all(|row| inverse.at(row, row) < FLAT);
    sharp.then_some(Top { at, inverse })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These wins and losses of a player who is better by `x` nats.
    fn games(wins: f64, losses: f64, x: f64) -> Slope {
        let score = 1.0 / (1.0 + (-x).exp());
        let mut slope = Slope::new(1);
        slope.value = wins * score.ln() + losses * (1.0 - score).ln();
        slope.gradient[0] = wins - (wins + losses) * score;
        slope.information.add(0, 0, (wins + losses) * score * (1.0 - score));
        slope
    }

    #[test]
    fn finds_the_log_odds_from_anywhere() {
        for start in [-9.0, 0.0, 0.3, 12.0] {
            let top = climb(vec![start], |x| games(30.0, 10.0, x[0])).expect("a top");
            assert!((top.at[0] - 3.0_f64.ln()).abs() < 1e-9, "from {start}: {}", top.at[0]);
            assert!((top.inverse.at(0, 0) - 4.0 / 30.0).abs() < 1e-6);
        }
    }

    #[test]
    fn wins_alone_have_no_top() {
        assert!(climb(vec![0.0], |x| games(7.0, 0.0, x[0])).is_none());
        assert!(climb(vec![0.0], |x| games(0.0, 0.0, x[0])).is_none());
    }
}
