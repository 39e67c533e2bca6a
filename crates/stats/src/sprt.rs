//! The end of a match by the sequential probability ratio test on pairs of games.
//!
//! The test is the generalized one: the likelihood of the counts under the most likely
//! distribution with the one strength against that with the other, as fishtest has it (Michel Van
//! den Bergh's notes `support_MLE_multinomial` and `normalized_elo_practical` in
//! <https://www.cantate.be/Fishtest/>). Asked after every pair, its rates of error are about
//! what was set and a little less, since the ratio steps over a bound more often than on it.

use super::elo::{self, NORMALIZED};
use super::tally::Pairs;
use super::{likelihood, real};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The count that replaces an empty one, in pairs.
const EMPTY: f64 = 1e-3;

/// Largest bound in Elo, of both kinds.
pub const MOST_ELO: f64 = 1000.0;

/// The unit of the bounds.
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

/// An error that keeps a test from being made.
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

/// The decision of a test.
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

/// The state of a test after some pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The logarithm of the likelihood ratio of H1 to H0.
    pub llr: f64,
    /// At or below it H0 is accepted.
    pub lower: f64,
    /// At or above it H1 is accepted.
    pub upper: f64,
    /// The decision that follows.
    pub verdict: Verdict,
}

/// A test of whether the first player is at least `elo1` rather than at most `elo0` stronger.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Terms", into = "Terms")]
pub struct Sprt(Terms);

/// The parameters of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// H0: this difference or less.
    pub elo0: f64,
    /// H1: this difference or more.
    pub elo1: f64,
    /// The probability of accepting H1 at `elo0`, above 0 and below ½.
    pub alpha: f64,
    /// The probability of accepting H0 at `elo1`, above 0 and below ½.
    pub beta: f64,
    /// The unit of the bounds.
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
    /// The parameters of the test.
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

    /// The state of the test after these pairs.
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
        let loss = |elo: f64| match scale {
            Scale::Logistic => likelihood::loss_at_score(&seen, elo::to_score(elo)),
            Scale::Normalized => likelihood::loss_at_deviations(&seen, elo / NORMALIZED),
        };
        number * (loss(elo0) - loss(elo1))
    }
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
