//! Pairs of games from one opening, each player once on each side, counted by their points.
//!
//! The two games of a pair are not independent: an opening that is good for the first to move gives
//! each player a point. Counting pairs (the pentanomial model) gives the variance as it is.

use super::elo::Sample;
use super::tally::Outcome;
use serde::{Deserialize, Serialize};

/// Counts of pairs by the points of the first player in them: 0, ½, 1, 1½, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Counts a pair: how its games ended for the first player.
    pub const fn add(&mut self, one: Outcome, other: Outcome) {
        let count = &mut self.0[one.halves() + other.halves()];
        *count = count.saturating_add(1);
    }

    /// Counts all of another's pairs.
    pub fn merge(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count = count.saturating_add(more));
    }

    /// The same pairs, for the other player.
    #[must_use]
    pub const fn turned(&self) -> Self {
        let [none, half, one, more, two] = self.0;
        Self([two, more, one, half, none])
    }

    /// How many pairs.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.0.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// The pairs as independent observations, each with its points per game.
    #[must_use]
    pub fn sample(&self) -> Sample {
        let [none, half, one, more, two] = self.0;
        Sample::of(&[(0.0, none), (0.25, half), (0.5, one), (0.75, more), (1.0, two)], 2.0)
    }

    /// Points per game, from 0 to 1; `None` without pairs.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.number() > 0).then(|| self.sample().mean)
    }

    /// The variance of the points per game of a pair, at most ¼; 0 without pairs.
    #[must_use]
    pub fn variance(&self) -> f64 {
        self.sample().variance()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_count_points_of_both_games() {
        use Outcome::{Draw, Loss, Win};
        let mut pairs = Pairs::default();
        assert_eq!((pairs.score(), pairs.number()), (None, 0));
        for (one, other) in [(Loss, Loss), (Draw, Loss), (Win, Loss), (Draw, Draw), (Win, Draw), (Win, Win), (Win, Win)]
        {
            pairs.add(one, other);
        }
        assert_eq!(pairs, Pairs([1, 1, 2, 1, 2]));
        assert!((pairs.score().expect("pairs") - 16.0 / 28.0).abs() < 1e-12);
        let mut all = pairs.turned();
        all.merge(&pairs);
        assert_eq!(all, Pairs([3, 2, 4, 2, 3]));
        // By hand: (3 + 3) / 4 + (2 + 2) / 16 over 14 pairs.
        assert!((all.variance() - 1.75 / 14.0).abs() < 1e-12);
        assert_eq!(serde_json::to_string(&pairs).expect("JSON"), "[1,1,2,1,2]");
    }
}
