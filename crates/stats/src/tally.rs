//! Results of games, counted: wins, draws and losses, and pairs of games from one opening.
//!
//! The two games of a pair, each player once on each side, are not independent: an opening that is good for the first to
//! move gives each player a point. Counting pairs by their points (the pentanomial model) gives the variance as it is.

use super::elo::Sample;
use super::real;
use serde::{Deserialize, Serialize};

/// The result of a game for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// A point.
    Win,
}

impl GameResult {
    /// Half points: 0, 1 or 2.
    #[must_use]
    pub const fn halves(self) -> usize {
        match self {
            Self::Loss => 0,
            Self::Draw => 1,
            Self::Win => 2,
        }
    }
}

/// Games of a player, by how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Counts a game.
    pub const fn add(&mut self, outcome: GameResult) {
        let count = match outcome {
            GameResult::Loss => &mut self.losses,
            GameResult::Draw => &mut self.draws,
            GameResult::Win => &mut self.wins,
        };
        *count = count.saturating_add(1);
    }

    /// Counts all of another's games.
    pub const fn merge(&mut self, other: &Self) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
    }

    /// The same games, for the other player.
    #[must_use]
    pub const fn turned(&self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// The number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// Points: 1 for a win, ½ for a draw.
    #[must_use]
    pub const fn points(&self) -> f64 {
        real(self.wins) + real(self.draws) / 2.0
    }

    /// Points per game, from 0 to 1; `None` without games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / (real(self.wins) + real(self.draws) + real(self.losses)))
    }

    /// The games as independent observations: for games that are not played in pairs.
    #[must_use]
    pub fn sample(&self) -> Sample {
        Sample::of(&[(0.0, self.losses), (0.5, self.draws), (1.0, self.wins)], 1.0)
    }
}

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
    fn a_tally_counts_for_both_sides() {
        let mut tally = Tally::default();
        assert_eq!(tally.score(), None);
        for outcome in [GameResult::Win, GameResult::Win, GameResult::Draw, GameResult::Loss] {
            tally.add(outcome);
        }
        assert_eq!(tally, Tally { wins: 2, draws: 1, losses: 1 });
        assert_eq!((tally.games(), tally.score()), (4, Some(0.625)));
        let mut both = tally.turned();
        both.merge(&tally);
        assert_eq!((both.score(), both.games()), (Some(0.5), 8));
        let most = Tally { wins: u64::MAX, draws: u64::MAX, losses: u64::MAX };
        assert_eq!((most.games(), most.score()), (u64::MAX, Some(0.5)));
    }

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
