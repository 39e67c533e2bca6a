//! The Elo difference of two players, with its interval.
//!
//! The interval is one of the mean score, mapped to Elo. Of the score it is Wilson's interval for as
//! many independent games as would give the observed variance (the "effective sample size" of
//! survey statistics), with Student's quantile: near a score of ½ and with many games it is the
//! plain one, with few games or near 0 and 1 it still covers, and it never leaves 0 to 1.

use super::normal::{below, student};
use super::{ELO_PER_NAT, real};
use serde::Serialize;
use std::fmt;

/// Weight, in observations, of the belief that scores vary as much as whole points do. It keeps
/// the variance of few or equal results from being taken for nothing.
const BELIEF: f64 = 0.25;

/// Elo points of one normalized unit: 800 / ln 10, with which at a score near ½ and without draws
/// normalized Elo is Elo.
pub(crate) const NORMALIZED: f64 = 2.0 * ELO_PER_NAT;

/// The Elo difference that a mean score stands for: infinite for 0 and 1.
#[must_use]
pub fn from_score(score: f64) -> f64 {
    ELO_PER_NAT * (score / (1.0 - score)).ln()
}

/// The mean score that an Elo difference stands for, from 0 to 1.
#[must_use]
pub fn to_score(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_NAT).exp())
}

/// Independent observations of scores from 0 to 1, reduced to what intervals need.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The number of observations.
    pub number: f64,
    /// The mean score, ½ without observations.
    pub mean: f64,
    squares: f64,
    games: f64,
}

impl Sample {
    /// Scores with how often each was seen, and how many games each observation has.
    pub(crate) fn of(counts: &[(f64, u64)], games: f64) -> Self {
        let number: f64 = counts.iter().map(|&(_, count)| real(count)).sum();
        let sum: f64 = counts.iter().map(|&(score, count)| score * real(count)).sum();
        let mean = if number > 0.0 { sum / number } else { 0.5 };
        let squares = counts.iter().map(|&(score, count)| real(count) * (score - mean) * (score - mean)).sum();
        Self { number, mean, squares, games }
    }

    /// The variance of one observation, as the counts have it (no correction for their mean); 0
    /// without observations.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.number > 0.0 { self.squares / self.number } else { 0.0 }
    }

    /// The number of independent games, with nothing but wins and losses, that would tell as much; 0 without
    /// observations.
    #[must_use]
    pub fn effective(&self) -> f64 {
        if self.number <= 0.0 {
            return 0.0;
        }
        let most = self.mean * (1.0 - self.mean);
        if most <= 0.0 {
            return self.number;
        }
        let freedom = self.number - 1.0 + BELIEF;
        let part = (self.squares + BELIEF * most) / (freedom * most);
        self.number / part
    }

    /// The interval of the mean score.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let number = self.effective();
        if number <= 0.0 {
            return (0.0, 1.0);
        }
        let quantile = student(self.games * (self.number - 1.0 + BELIEF));
        let square = quantile * quantile;
        let shrink = 1.0 + square / number;
        let middle = (self.mean + square / (2.0 * number)) / shrink;
        let inner = self.mean * (1.0 - self.mean) / number + square / (4.0 * number * number);
        let half = quantile * inner.sqrt() / shrink;
        // At the ends the bound is the end itself, which rounding would miss.
        let low = if self.mean <= 0.0 { 0.0 } else { (middle - half).clamp(0.0, 1.0) };
        let high = if self.mean >= 1.0 { 1.0 } else { (middle + half).clamp(0.0, 1.0) };
        (low, high)
    }
}

/// The difference in strength of two players, positive if the first is stronger.
///
/// With a score of 0 or 1 the difference and one bound are infinite and the other bound says how
/// large the difference is at least; without games the bounds are infinite both. JSON, which
/// has no infinity, says null.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The difference in Elo points.
    pub difference: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The difference in normalized Elo: how many standard deviations of one game the mean score
    /// is above ½, times 800 / ln 10. Unlike Elo it says how many games will show the difference.
    pub normalized: f64,
    /// The likelihood of superiority: how sure it is that the first is stronger, from 0 to 1.
    pub superiority: f64,
}

impl Elo {
    /// From results.
    #[must_use]
    pub fn of(sample: &Sample) -> Self {
        let (low, high) = sample.interval();
        let above = sample.mean - 0.5;
        let deviation = (sample.variance() * sample.games).sqrt();
        let normalized = if above == 0.0 { 0.0 } else { NORMALIZED * above / deviation };
        // At 0 and 1 as unsure as the interval is there.
        let spread = sample.mean * (1.0 - sample.mean);
        let spread = if spread > 0.0 { spread } else { 0.25 };
        let number = sample.effective();
        let superiority = if number > 0.0 { below(above / (spread / number).sqrt()) } else { 0.5 };
        let [difference, low, high] = [sample.mean, low, high].map(from_score);
        Self { difference, low, high, normalized, superiority }
    }

    /// Half the width of the interval; infinite if a bound is.
    #[must_use]
    pub const fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl fmt::Display for Elo {
    /// `+12.3 (+4.5 to +20.1)`; where a bound is infinite `at least +313.0` and `at most -313.0`, but `unknown` if the
    /// other bound does not say who is stronger.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { difference, low, high, .. } = self;
        match (low.is_finite(), high.is_finite()) {
            (true, true) => write!(f, "{difference:+.1} ({low:+.1} to {high:+.1})"),
            (true, false) if *low > 0.0 => write!(f, "at least {low:+.1}"),
            (false, true) if *high < 0.0 => write!(f, "at most {high:+.1}"),
            _ => f.write_str("unknown"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tally::{Pairs, Tally};
    use super::*;

    #[test]
    fn scores_and_elo_are_one_scale() {
        for (elo, score) in [(0.0, 0.5), (400.0, 10.0 / 11.0), (-400.0, 1.0 / 11.0), (190.848_501_9, 0.75)] {
            assert!((to_score(elo) - score).abs() < 1e-6, "{elo}");
            assert!((from_score(to_score(elo)) - elo).abs() < 1e-9);
        }
        assert!(from_score(1.0) > f64::MAX && from_score(0.0) < f64::MIN);
    }

    #[test]
    fn many_pairs_have_the_interval_of_the_delta_method() {
        let pairs = Pairs([10789, 19328, 33806, 19402, 10543]);
        let elo = Elo::of(&pairs.sample());
        let (mean, variance) = (pairs.sample().mean, pairs.sample().variance());
        let error = (variance / 93868.0).sqrt();
        // From fishtest's formulas.
        assert!((elo.difference - from_score(mean)).abs() < 1e-9);
        assert!((elo.low - from_score(mean - 1.959_964 * error)).abs() < 1e-3, "{elo:?}");
        assert!((elo.high - from_score(mean + 1.959_964 * error)).abs() < 1e-3);
        assert!((elo.superiority - below((mean - 0.5) / error)).abs() < 1e-4);
        let by_hand = (mean - 0.5) / (2.0 * variance).sqrt() * 800.0 / 10.0_f64.ln();
        assert!((elo.normalized - by_hand).abs() < 1e-9);
    }

    #[test]
    fn without_draws_and_pairs_the_interval_is_wilsons() {
        let tally = Tally { wins: 60_000, draws: 0, losses: 40_000 };
        let (low, high) = tally.sample().interval();
        assert!((low - 0.596_960_0).abs() < 1e-5 && (high - 0.603_033_0).abs() < 1e-5, "{low} {high}");
        assert!((tally.sample().effective() / 1e5 - 1.0).abs() < 1e-4);
    }

    #[test]
    fn the_ends_are_told_sensibly() {
        let text = |pairs: Pairs| Elo::of(&pairs.sample()).to_string();
        assert_eq!(text(Pairs::default()), "unknown");
        let (all, none) = (text(Pairs([0, 0, 0, 0, 50])), text(Pairs([50, 0, 0, 0, 0])));
        assert!(all.starts_with("at least +4"), "{all}");
        assert!(none.starts_with("at most -4"), "{none}");
        // One pair says nothing: all that is known is that the difference is above -883.
        assert_eq!([Pairs([0, 0, 0, 0, 1]), Pairs([1, 0, 0, 0, 0])].map(text), ["unknown", "unknown"]);
        assert_eq!(text(Pairs([1, 2, 3, 2, 1])).split(' ').next(), Some("+0.0"));
        let level = Elo::of(&Pairs([0, 0, 40, 0, 0]).sample());
        assert!(level.low < -1.0 && level.high > 1.0 && level.error() < 30.0, "{level}");
        assert!((level.superiority - 0.5).abs() < 1e-12 && level.normalized.abs() < 1e-12);
    }

    #[test]
    fn sides_mirror_each_other() {
        for counts in [[0, 0, 0, 0, 3], [1, 4, 2, 0, 7], [0, 1, 30, 5, 0], [3, 0, 0, 0, 0]] {
            let mut turned = counts;
            turned.reverse();
            let [one, other] = [counts, turned].map(|counts| Elo::of(&Pairs(counts).sample()));
            assert!((one.superiority + other.superiority - 1.0).abs() < 1e-9);
            assert!(one.low <= one.difference && one.difference <= one.high);
            assert!((one.low + other.high).abs() < 1e-6 || !one.low.is_finite());
            assert!((one.superiority > 0.5) == (one.difference > 0.0));
        }
    }
}
