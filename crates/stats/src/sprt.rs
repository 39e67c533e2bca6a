//! When to stop a match: the sequential probability ratio test on pairs of games.
//!
//! The test is the generalized one: the likelihood of the counts under the most likely
//! distribution with the one strength against that with the other, as fishtest has it (Michel Van
//! den Bergh's notes `support_MLE_multinomial` and `normalized_elo_practical` in
//! <https://www.cantate.be/Fishtest/>). Asked after every pair, its rates of error are about
//! what was set and a little less, since the ratio steps over a bound more often than on it.

use super::elo::{self, NORMALIZED};
use super::pairs::Pairs;
use super::real;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What an empty count is taken for, in pairs.
const EMPTY: f64 = 1e-3;

/// Largest bound in Elo, of both kinds.
pub const MOST_ELO: f64 = 1000.0;

/// Points per game of the five kinds of pairs.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// In what the bounds are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Elo as in ratings: a mean score.
    #[default]
    Logistic,
    /// Normalized Elo: the mean score in standard deviations of one game. A test with such bounds
    /// takes the same number of games whatever part of them is drawn.
    Normalized,
}

/// Why there is no such test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// A bound is beyond [`MOST_ELO`] or no number.
    #[error("a bound of {0} Elo: it must be from -{MOST_ELO} to {MOST_ELO}")]
    Bound(f64),
    /// The lower bound is not below the upper.
    #[error("bounds of {0} and {1} Elo: the first must be the lower")]
    Order(f64, f64),
    /// A rate of errors is not above 0 and below ½.
    #[error("a rate of errors of {0}: it must be above 0 and below 0.5")]
    Rate(f64),
}

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// The first player is not stronger than the lower bound.
    #[serde(rename = "H0")]
    AcceptH0,
    /// The first player is at least as strong as the upper bound.
    #[serde(rename = "H1")]
    AcceptH1,
    /// Nothing yet: play on.
    #[serde(rename = "continue")]
    Continue,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AcceptH0 => "H0 accepted",
            Self::AcceptH1 => "H1 accepted",
            Self::Continue => "continue",
        })
    }
}

/// How a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The logarithm of the likelihood ratio of H1 to H0.
    pub llr: f64,
    /// At or below it H0 is accepted.
    pub lower: f64,
    /// At or above it H1 is accepted.
    pub upper: f64,
    /// What follows.
    pub verdict: Verdict,
}

/// A test of whether the first player is at least `elo1` rather than at most `elo0` stronger.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Terms", into = "Terms")]
pub struct Sprt(Terms);

/// What a test is made of.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// H0: this difference or less.
    pub elo0: f64,
    /// H1: this difference or more.
    pub elo1: f64,
    /// How often H1 may be accepted at `elo0`, above 0 and below ½.
    pub alpha: f64,
    /// How often H0 may be accepted at `elo1`, above 0 and below ½.
    pub beta: f64,
    /// In what the bounds are.
    #[serde(default)]
    pub scale: Scale,
}

impl TryFrom<Terms> for Sprt {
    type Error = SprtError;

    fn try_from(terms: Terms) -> Result<Self, SprtError> {
        let Terms { elo0, elo1, alpha, beta, .. } = terms;
        if let Some(&elo) = [elo0, elo1].iter().find(|elo| elo.is_nan() || elo.abs() > MOST_ELO) {
            return Err(SprtError::Bound(elo));
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order(elo0, elo1));
        }
        if let Some(&rate) = [alpha, beta].iter().find(|&&rate| !(rate > 0.0 && rate < 0.5)) {
            return Err(SprtError::Rate(rate));
        }
        Ok(Self(terms))
    }
}

impl From<Sprt> for Terms {
    fn from(sprt: Sprt) -> Self {
        sprt.0
    }
}

impl Sprt {
    /// What the test is made of.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.0
    }

    /// Between these the test goes on: Wald's limits.
    #[must_use]
    pub fn limits(&self) -> (f64, f64) {
        let Terms { alpha, beta, .. } = self.0;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// How the test stands after these pairs.
    #[must_use]
    pub fn judge(&self, pairs: &Pairs) -> Standing {
        let (lower, upper) = self.limits();
        let llr = self.llr(pairs);
        let verdict = match llr {
            _ if llr >= upper => Verdict::AcceptH1,
            _ if llr <= lower => Verdict::AcceptH0,
            _ => Verdict::Continue,
        };
        Standing { llr, lower, upper, verdict }
    }

    /// The logarithm of the likelihood ratio of H1 to H0; 0 without pairs.
    #[must_use]
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.number() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { EMPTY } else { real(count) });
        let number: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / number);
        let Terms { elo0, elo1, scale, .. } = self.0;
        let each = match scale {
            Scale::Logistic => {
                let at = |elo| expecting(&seen, elo::to_score(elo));
                at(elo0).zip(at(elo1)).map(|(zero, one)| ratio(&seen, &zero, &one))
            }
            Scale::Normalized => {
                // Bounds are of games, of which a pair has two.
                let at = |elo| deviating(&seen, elo / NORMALIZED * std::f64::consts::SQRT_2);
                at(elo0).zip(at(elo1)).map(|(zero, one)| ratio(&seen, &zero, &one))
            }
        };
        number * each.unwrap_or_else(|| self.nearly(&seen))
    }

    /// Nearly the logarithm per pair, in a closed form, for where the exact one cannot be found:
    /// normalized bounds far beyond what was seen (`normalized_elo_practical`, section 4.2).
    fn nearly(&self, seen: &[f64; 5]) -> f64 {
        let (mean, variance) = moments(seen);
        let Terms { elo0, elo1, scale, .. } = self.0;
        let away = |elo: f64| match scale {
            Scale::Logistic => (mean - elo::to_score(elo)).powi(2) / variance,
            Scale::Normalized => ((mean - 0.5) / (2.0 * variance).sqrt() - elo / NORMALIZED).powi(2),
        };
        let weight = if scale == Scale::Logistic { 0.5 } else { 1.0 };
        weight * ((1.0 + away(elo0)) / (1.0 + away(elo1))).ln()
    }
}

/// Mean and variance of a distribution over [`SCORES`].
fn moments(parts: &[f64; 5]) -> (f64, f64) {
    let mean: f64 = parts.iter().zip(SCORES).map(|(part, score)| part * score).sum();
    let variance = parts.iter().zip(SCORES).map(|(part, score)| part * (score - mean).powi(2)).sum();
    (mean, variance)
}

/// The logarithm of the likelihood ratio of `one` to `zero` per observation.
fn ratio(seen: &[f64; 5], zero: &[f64; 5], one: &[f64; 5]) -> f64 {
    seen.iter().zip(zero.iter().zip(one)).map(|(seen, (zero, one))| seen * (one / zero).ln()).sum()
}

/// The most likely distribution in which these values have the mean 0: each part seen over
/// 1 + x · value. `None` unless there are values of both signs.
fn balanced(seen: &[f64; 5], values: &[f64; 5]) -> Option<[f64; 5]> {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least.is_nan() || most.is_nan() || least >= 0.0 || most <= 0.0 {
        return None;
    }
    // The mean falls from +∞ to −∞ between these.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut mean, mut slope) = (0.0, 0.0);
        for (seen, value) in seen.iter().zip(values) {
            let part = value / (1.0 + x * value);
            mean += seen * part;
            slope += seen * part * part;
        }
        *(if mean > 0.0 { &mut low } else { &mut high }) = x;
        let newton = x + mean / slope;
        let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
        let moved = (next - x).abs();
        x = next;
        if moved <= 1e-15 * (1.0 + x.abs()) {
            break;
        }
    }
    let mut parts = [0.0; 5];
    for (part, (seen, value)) in parts.iter_mut().zip(seen.iter().zip(values)) {
        *part = seen / (1.0 + x * value);
    }
    parts.iter().all(|part| part.is_finite() && *part > 0.0).then_some(parts)
}

/// The most likely distribution with this mean score.
fn expecting(seen: &[f64; 5], score: f64) -> Option<[f64; 5]> {
    balanced(seen, &SCORES.map(|value| value - score))
}

/// The most likely distribution whose mean is this number of its standard deviations above ½
/// (`normalized_elo_practical`, section 4.1: each round takes the last one's moments).
fn deviating(seen: &[f64; 5], deviations: f64) -> Option<[f64; 5]> {
    let mut parts = [0.2; 5];
    for _ in 0..100 {
        let (mean, variance) = moments(&parts);
        let deviation = variance.sqrt();
        let values = SCORES
            .map(|score| score - 0.5 - deviations * deviation * (1.0 + ((mean - score) / deviation).powi(2)) / 2.0);
        let next = balanced(seen, &values)?;
        let moved = parts.iter().zip(&next).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
        parts = next;
        if moved < 1e-12 {
            let (mean, variance) = moments(&parts);
            let reached = (mean - 0.5) / variance.sqrt();
            return ((reached - deviations).abs() < 1e-6).then_some(parts);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64, scale: Scale) -> Sprt {
        Sprt::try_from(Terms { elo0, elo1, alpha: 0.05, beta: 0.05, scale }).expect("sensible terms")
    }

    #[test]
    fn ratios_are_fishtests() {
        use Scale::{Logistic, Normalized};
        // Counts from fishtest's own examples and some extreme ones; ratios from a plain bisection
        // of its formulas in another language.
        let cases = [
            (-3.0, 1.0, Logistic, [10789, 19328, 33806, 19402, 10543], 2.131_067_811_8),
            (0.2, 0.9, Logistic, [39, 2226, 31451, 2412, 40], 2.162_542_580_0),
            (0.764, 3.439, Normalized, [39, 2226, 31451, 2412, 40], 2.162_940_869_6),
            (0.0, 10.0, Logistic, [0, 0, 0, 0, 3], 0.085_160_302_6),
            (0.0, 10.0, Normalized, [0, 0, 0, 0, 3], 0.119_613_816_7),
            (0.0, 5.0, Logistic, [0, 0, 200, 0, 0], -2.890_425_317_4),
            (-10.0, 0.0, Normalized, [7, 30, 41, 33, 9], 0.376_288_576_3),
            (0.0, 40.0, Logistic, [1, 20, 300, 900, 779], 216.666_256_262_3),
        ];
        for (elo0, elo1, scale, counts, expected) in cases {
            let llr = sprt(elo0, elo1, scale).llr(&Pairs(counts));
            assert!((llr - expected).abs() < 1e-6, "{counts:?} {scale:?}: {llr}");
        }
    }

    #[test]
    fn no_distribution_with_the_mean_is_likelier() {
        let mut rng = fastrand::Rng::with_seed(11);
        let seen = [0.05, 0.2, 0.4, 0.25, 0.1];
        for score in [0.2, 0.45, 0.5, 0.55, 0.9] {
            let best = expecting(&seen, score).expect("a mean between the ends");
            let (mean, _) = moments(&best);
            assert!((mean - score).abs() < 1e-12 && (best.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            for _ in 0..1000 {
                // A step that keeps sum and mean: two cells gain, two lose.
                let mut other = best;
                let step = rng.f64() * 0.1 - 0.05;
                let (at, far) = (usize::from(rng.u8(0..3)), usize::from(rng.u8(1..3)));
                let end = (at + 2 * far).min(4);
                let middle = if (end - at).is_multiple_of(2) { usize::midpoint(at, end) } else { continue };
                other[at] += step;
                other[end] += step;
                other[middle] -= 2.0 * step;
                if other.iter().all(|part| *part > 0.0) {
                    assert!(ratio(&seen, &best, &other) <= 1e-12);
                }
            }
        }
    }

    #[test]
    fn both_ways_to_the_ratio_agree_nearly() {
        let seen = [0.02, 0.2, 0.5, 0.25, 0.03];
        let pairs = Pairs([2000, 20_000, 50_000, 25_000, 3000]);
        for (scale, within) in [(Scale::Logistic, 0.01), (Scale::Normalized, 0.01)] {
            let sprt = sprt(0.0, 10.0, scale);
            let exact = sprt.llr(&pairs) / 1e5;
            assert!((exact / sprt.nearly(&seen) - 1.0).abs() < within, "{exact}");
        }
    }

    #[test]
    fn the_limits_are_walds_and_the_verdict_follows() {
        let sprt = sprt(0.0, 5.0, Scale::Logistic);
        let (lower, upper) = sprt.limits();
        assert!((upper - 19.0_f64.ln()).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
        assert_eq!(sprt.judge(&Pairs::default()).verdict, Verdict::Continue);
        assert_eq!(sprt.judge(&Pairs([20, 200, 400, 300, 60])).verdict, Verdict::AcceptH1);
        assert_eq!(sprt.judge(&Pairs([60, 300, 400, 200, 20])).verdict, Verdict::AcceptH0);
        let text = serde_json::to_string(&sprt.judge(&Pairs::default()).verdict).expect("JSON");
        assert_eq!(text, r#""continue""#);
    }

    #[test]
    fn terms_that_make_no_test_are_refused() {
        let terms = |elo0, elo1, alpha, beta| Sprt::try_from(Terms { elo0, elo1, alpha, beta, scale: Scale::Logistic });
        assert_eq!(terms(5.0, 0.0, 0.05, 0.05), Err(SprtError::Order(5.0, 0.0)));
        assert_eq!(terms(0.0, 0.0, 0.05, 0.05), Err(SprtError::Order(0.0, 0.0)));
        assert_eq!(terms(-2000.0, 0.0, 0.05, 0.05), Err(SprtError::Bound(-2000.0)));
        assert!(matches!(terms(0.0, f64::NAN, 0.05, 0.05), Err(SprtError::Bound(_))));
        assert_eq!(terms(0.0, 5.0, 0.0, 0.05), Err(SprtError::Rate(0.0)));
        assert_eq!(terms(0.0, 5.0, 0.05, 0.5), Err(SprtError::Rate(0.5)));
        let error = serde_json::from_str::<Sprt>(r#"{"elo0":0,"elo1":5,"alpha":0.7,"beta":0.05}"#);
        assert!(error.expect_err("a rate above one half").to_string().contains("0.7"));
    }

    #[test]
    fn extreme_counts_and_bounds_have_finite_ratios() {
        let counts = [[0, 0, 0, 0, 1], [u64::MAX; 5], [1, 0, 0, 0, 0], [0, 0, 0, 0, 1 << 60], [0, 1, 0, 1 << 40, 0]];
        for scale in [Scale::Logistic, Scale::Normalized] {
            for (elo0, elo1) in [(-1000.0, 1000.0), (999.0, 1000.0), (-1000.0, -999.0), (0.0, 1e-9)] {
                for counts in counts {
                    let llr = sprt(elo0, elo1, scale).llr(&Pairs(counts));
                    assert!(llr.is_finite(), "{counts:?} {elo0} {elo1} {scale:?}: {llr}");
                }
            }
        }
    }
}
