//! Ratings of many players, with their errors.

use super::normal::NORMAL;
use serde::{Deserialize, Serialize};

/// Seats of a table at most: orders of players with one place are all looked at.
pub const MOST_SEATS: usize = 6;

/// An error that keeps results from being rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// The number of a player who does not exist, and how many there are.
    #[error("no player has number {1}: there are {0}")]
    NoSuchPlayer(usize, usize),
    /// This player meets himself.
    #[error("player {0} meets himself")]
    Himself(usize),
    /// The number of seats of a table; at least 2 and at most [`MOST_SEATS`] may be.
    #[error("a table of {0}: it must be from 2 to {MOST_SEATS}")]
    Seats(usize),
    /// No ratings can be found: counts beyond what numbers hold.
    #[error("no ratings can be found for these results")]
    Lost,
}

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// Elo above the anchor, or, in a group without the anchor, above its lowest player.
    pub elo: f64,
    /// Half the width of the 95 % interval; `None` for the player from whom the group is counted.
    pub error: Option<f64>,
    /// The number of their group: ratings of different groups cannot be compared.
    pub group: usize,
}

/// Ratings by number of player.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The ratings, by number of player.
    pub players: Vec<Rating>,
    /// True if a player only won or only lost, so that a prior had to be added to the results: for each player who met
    /// another, half a virtual game, won and lost by halves, spread over their opponents in proportion to games.
    pub prior: bool,
}

impl Ratings {
    /// Ratings in Elo and their variances (of no account for those the others are counted from).
    pub(crate) fn new(elo: &[f64], variances: &[f64], seating: &Seating, prior: bool) -> Self {
        let players = elo.iter().enumerate().map(|(player, &elo)| Rating {
            elo,
            error: seating.parameter[player].map(|_| NORMAL * variances[player].max(0.0).sqrt()),
            group: seating.group[player],
        });
        Self { players: players.collect(), prior }
    }
}

/// The parameter of each player's rating.
pub(crate) struct Seating {
    /// By player: the number of their parameter, `None` for the players from whom the others are counted.
    pub(crate) parameter: Vec<Option<usize>>,
    /// By player: their group.
    pub(crate) group: Vec<usize>,
    /// The number of parameters.
    pub(crate) parameters: usize,
}

impl Seating {
    /// For these groups, counted from the anchor.
    pub(crate) fn new(groups: Groups, anchor: usize) -> Self {
        let (group, from) = groups.numbered(anchor);
        let mut parameters = 0;
        let parameter = group.iter().enumerate().map(|(player, &group)| {
            (from[group] != player).then(|| {
                parameters += 1;
                parameters - 1
            })
        });
        Self { parameter: parameter.collect(), group, parameters }
    }

    /// A player's rating in natural units.
    pub(crate) fn read(&self, at: &[f64], player: usize) -> f64 {
        self.parameter[player].map_or(0.0, |parameter| at[parameter])
    }
}

/// The belief added where results have no most likely ratings: a weight for each two players who
/// met, in virtual games of which each wins half. Takes games by their two players, each pair once.
pub(crate) fn belief(players: usize, met: &[(usize, usize, f64)]) -> Vec<(usize, usize, f64)> {
    let mut games = vec![0.0; players];
    for &(one, other, number) in met {
        games[one] += number;
        games[other] += number;
    }
    let weight = |&(one, other, number): &(usize, usize, f64)| {
        (one, other, f64::midpoint(number / games[one], number / games[other]))
    };
    met.iter().filter(|met| met.2 > 0.0).map(weight).collect()
}

/// Players, and which of them have met, directly or by way of others.
pub(crate) struct Groups {
    /// Each player's way to the one that stands for their group.
    up: Vec<usize>,
}

impl Groups {
    /// This number of players, of whom none has met another.
    pub(crate) fn new(players: usize) -> Self {
        Self { up: (0..players).collect() }
    }

    /// These two have met. The lower number stands for both.
    pub(crate) fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.head(one), self.head(other));
        self.up[one.max(other)] = one.min(other);
    }

    /// The player who stands for this player's group: the one with the lowest number in it.
    pub(crate) fn head(&mut self, player: usize) -> usize {
        let mut at = player;
        while self.up[at] != at {
            self.up[at] = self.up[self.up[at]];
            at = self.up[at];
        }
        at
    }

    /// For each player the number of their group, from 0 in the order of their lowest players, and
    /// for each group the player from whom its ratings are counted: the anchor or else the lowest.
    pub(crate) fn numbered(mut self, anchor: usize) -> (Vec<usize>, Vec<usize>) {
        let heads: Vec<usize> = (0..self.up.len()).map(|player| self.head(player)).collect();
        let mut from: Vec<usize> = (0..heads.len()).filter(|&player| heads[player] == player).collect();
        let numbers: Vec<usize> = heads.iter().map(|head| from.partition_point(|other| other < head)).collect();
        if let Some(&number) = numbers.get(anchor) {
            from[number] = anchor;
        }
        (numbers, from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_that_met_over_others_are_in_one_group() {
        let mut groups = Groups::new(6);
        for (one, other) in [(5, 3), (1, 4), (3, 1)] {
            groups.join(one, other);
        }
        assert_eq!(groups.numbered(4), (vec![0, 1, 2, 1, 1, 1], vec![0, 4, 2]));
        assert_eq!(Groups::new(0).numbered(0), (vec![], vec![]));
    }
}
