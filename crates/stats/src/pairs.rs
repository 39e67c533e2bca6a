//! Pairs of games from one opening, each player once on each side, counted by their points.
//!
//! The two games of a pair are not independent: an opening that is good for the first to move gives
//! each player a point. Counting pairs (the pentanomial model) gives the variance as it is.

use super::elo::Sample;
use serde::{Deserialize, Serialize};

/// Counts of pairs by the points of the first player in them: 0, ½, 1, 1½, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// The number of pairs.
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_count_points_of_both_games() {
        let pairs = Pairs([1, 1, 2, 1, 2]);
        assert_eq!((Pairs::default().number(), pairs.number()), (0, 7));
        assert!((pairs.sample().mean - 16.0 / 28.0).abs() < 1e-12);
        // By hand: (3 + 3) / 4 + (2 + 2) / 16 over 14 pairs.
        assert!((Pairs([3, 2, 4, 2, 3]).sample().variance() - 1.75 / 14.0).abs() < 1e-12);
        assert_eq!(serde_json::to_string(&pairs).expect("JSON"), "[1,1,2,1,2]");
    }
}
