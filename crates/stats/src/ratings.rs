//! Ratings of many players, with their errors.

use super::newton::{Matrix, Slope};
use super::normal::NORMAL;
use super::{ELO_PER_NAT, real};
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
    /// In squared Elo; zero for the players from whom a group is counted.
    covariance: Matrix,
}

impl Ratings {
    /// Ratings in Elo, and the covariance of two players who are not counted from.
    pub(crate) fn new(elo: &[f64], covariance: impl Fn(usize, usize) -> f64, seating: &Seating, prior: bool) -> Self {
        let mut matrix = Matrix::zero(elo.len());
        let rated = || seating.parameter.iter().enumerate().filter_map(|(player, &it)| Some((player, it?)));
        for (one, row) in rated() {
            rated().for_each(|(other, column)| matrix.add(one, other, covariance(row, column)));
        }
        let players = elo.iter().enumerate().map(|(player, &elo)| Rating {
            elo,
            error: seating.parameter[player].map(|_| error(matrix.at(player, player))),
            group: seating.group[player],
        });
        Self { players: players.collect(), prior, covariance: matrix }
    }

    /// The lead of a player over another in Elo, and half the width of its 95 % interval; `None` if they cannot be
    /// compared.
    #[must_use]
    pub fn lead(&self, one: usize, other: usize) -> Option<(f64, f64)> {
        let (rating, from) = (self.players.get(one)?, self.players.get(other)?);
        let at = |one, other| self.covariance.at(one, other);
        let variance = at(one, one) + at(other, other) - 2.0 * at(one, other);
        (rating.group == from.group).then(|| (rating.elo - from.elo, error(variance)))
    }

    /// Ratings counted from the mean of each group, so that nobody's is certain.
    #[must_use]
    pub fn from_mean(&self) -> Vec<Rating> {
        let mut found = self.players.clone();
        for group in 0..found.len() {
            let members: Vec<usize> = (0..found.len()).filter(|&player| self.players[player].group == group).collect();
            let count = real(members.len().max(1) as u64);
            let sums = members.iter().map(|&one| members.iter().map(|&other| self.covariance.at(one, other)).sum());
            let sums: Vec<f64> = sums.collect();
            let (mean, all) = (members.iter().map(|&one| self.players[one].elo).sum::<f64>(), sums.iter().sum::<f64>());
            for (&player, sum) in members.iter().zip(&sums) {
                found[player].elo -= mean / count;
                let variance = self.covariance.at(player, player) - 2.0 * sum / count + all / count / count;
                found[player].error = (members.len() > 1).then(|| error(variance));
            }
        }
        found
    }
}

/// Half the width of a 95 % interval.
fn error(variance: f64) -> f64 {
    NORMAL * variance.max(0.0).sqrt()
}

/// The parameter of each player's rating.
pub(crate) struct Seating {
    /// By player: the number of their parameter, `None` for the players from whom the others are counted.
    pub(crate) parameter: Vec<Option<usize>>,
    /// By player: their group.
    pub(crate) group: Vec<usize>,
    /// The number of parameters.
    pub(crate) parameters: usize,
    /// The inverse of the variance of a normal belief in ratings, in natural units; 0 for none.
    pub(crate) precision: f64,
}

/// The deviation of the belief with which ratings from the mean begin, in Elo.
const DEVIATION: f64 = 350.0;
/// The deviations that such a belief can have.
const DEVIATIONS: std::ops::RangeInclusive<f64> = 30.0..=1000.0;

impl Seating {
    /// For players whose ratings have a normal belief of this deviation in Elo, so that all can be compared.
    pub(crate) fn believed(players: usize, deviation: f64) -> Self {
        let precision = (ELO_PER_NAT / deviation).powi(2);
        Self { parameter: (0..players).map(Some).collect(), group: vec![0; players], parameters: players, precision }
    }

    /// Adds the belief to a likelihood.
    pub(crate) fn believe(&self, at: &[f64], slope: &mut Slope) {
        for (parameter, at) in at[..self.parameters].iter().enumerate().filter(|_| self.precision > 0.0) {
            slope.value -= self.precision * at * at / 2.0;
            slope.gradient[parameter] -= self.precision * at;
            slope.information.add(parameter, parameter, self.precision);
        }
    }

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
        Self { parameter: parameter.collect(), group, parameters, precision: 0.0 }
    }

    /// A player's rating in natural units.
    pub(crate) fn read(&self, at: &[f64], player: usize) -> f64 {
        self.parameter[player].map_or(0.0, |parameter| at[parameter])
    }
}

/// Ratings from the mean, with a normal belief whose deviation is that of the players themselves ("empirical Bayes"):
/// a first fit tells it. Such intervals hold whatever games were chosen for, as by the strengths that earlier ones show;
/// the most likely ratings alone spread too far then.
pub(crate) fn believed<T>(
    players: usize,
    fit: impl Fn(Seating) -> Result<T, RatingError>,
    ratings: impl Fn(&T) -> &Ratings,
) -> Result<T, RatingError> {
    let first = fit(Seating::believed(players, DEVIATION))?;
    let found = ratings(&first);
    let square = |player: usize| found.players[player].elo.powi(2) + found.covariance.at(player, player);
    let mean = (0..players).map(square).sum::<f64>() / real(players.max(1) as u64);
    fit(Seating::believed(players, mean.sqrt().clamp(*DEVIATIONS.start(), *DEVIATIONS.end())))
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
    use crate::bradley_terry::{self, Meeting};
    use crate::tally::Tally;

    #[test]
    fn leads_do_not_hang_on_the_anchor() {
        let meeting = |first, second, wins, losses| Meeting { first, second, tally: Tally { wins, draws: 2, losses } };
        let meetings = [meeting(0, 1, 9, 4), meeting(1, 2, 5, 5), meeting(2, 0, 3, 7), meeting(4, 3, 3, 1)];
        let rate = |anchor| bradley_terry::rate(5, anchor, false, &meetings).expect("valid").ratings;
        let [from_first, from_third] = [rate(0), rate(2)];
        for (one, other) in [(0, 1), (1, 2), (2, 0), (3, 4)] {
            let (found, expected) = (from_first.lead(one, other), from_third.lead(one, other));
            let ((lead, error), (same, too)) = found.zip(expected).expect("they have met");
            assert!((lead - same).abs() < 1e-6 && (error - too).abs() < 1e-6, "{one} {other}: {found:?} {expected:?}");
        }
        let (lead, width) = from_first.lead(1, 0).expect("they have met");
        let own = from_first.players[1];
        assert!((lead - own.elo).abs() < 1e-9 && (width - own.error.expect("not the anchor")).abs() < 1e-9);
        assert_eq!(from_first.lead(0, 3), None);
        for (one, other) in from_first.from_mean().iter().zip(from_third.from_mean()) {
            assert!((one.elo - other.elo).abs() < 1e-6);
            assert!((one.error.expect("of several") - other.error.expect("of several")).abs() < 1e-6);
        }
        // From the mean of two, each is half of the difference.
        let pair = &from_first.from_mean()[3..];
        let (lead, width) = from_first.lead(3, 4).expect("they have met");
        assert!((pair[0].elo - lead / 2.0).abs() < 1e-9);
        assert!((pair[0].error.expect("of several") - width / 2.0).abs() < 1e-9);
    }

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
