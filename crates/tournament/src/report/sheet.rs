//! The content of a report: the numbers of a match, without their sources.

use boardbots_stats::mean::Mean;
use boardbots_stats::tally::Tally;

/// A match, as far as it was played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// The heading.
    pub title: String,
    /// The game that is played.
    pub game: String,
    /// The command line that plays it again.
    pub command: String,
    /// The date, in words of the caller.
    pub when: String,
    /// The players, in any order; the report sorts by rating.
    pub players: Vec<Player>,
    /// The results of the player of a row against the player of a column, both as numbers of `players`. At tables of
    /// more than two, a win is a game in which the one came before the other. Missing entries count as no games.
    pub cross: Vec<Vec<Tally>>,
    /// The development of the ratings.
    pub curves: Vec<RatingCurve>,
    /// The repeats, in words, if there are any.
    pub repeated: Option<String>,
    /// The lengths of games: pairs of an upper bound in plies or turns, and a number of games.
    pub lengths: Vec<(u32, u64)>,
    /// The sequential test, if one decides when to stop.
    pub sprt: Option<Sprt>,
    /// Games that were played.
    pub games: u64,
    /// Games that were to be played, if that is known.
    pub planned: Option<u64>,
}

/// A player with their results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Player {
    /// The name on the command line; it may be any text.
    pub name: String,
    /// The results against all others.
    pub tally: Tally,
    /// The sum of the points of its games.
    pub points: f64,
    /// The rating in Elo; infinite or not a number if the games do not determine it.
    pub rating: f64,
    /// Half the width of the 95 % interval, in Elo; `None` for the anchor, whose rating is given.
    pub error: Option<f64>,
    /// The share of its seats in which it came first, at tables for more than two.
    pub first: Option<Mean>,
    /// The mean place there.
    pub place: Option<Mean>,
    /// The mean of the game's own scores there.
    pub score: Option<Mean>,
    /// The mean lead of these over the average of all players on the same map.
    pub lead: Option<Mean>,
    /// The number of faults of each kind.
    pub faults: Vec<(String, u64)>,
    /// The first fault of each kind, in words.
    pub first_faults: Vec<String>,
    /// The times of decisions.
    pub times: Times,
}

/// The times of decisions, in microseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Buckets in ascending order: an upper bound in microseconds, and a number of decisions.
    pub histogram: Vec<(u64, u64)>,
    /// Half of them took no longer.
    pub median: u64,
    /// 95 % of them took no longer.
    pub p95: u64,
    /// 99.9 % of them took no longer.
    pub p999: u64,
    /// The longest.
    pub most: u64,
}

/// The development of a rating, game by game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingCurve {
    /// The name of the rated player, which gives the line that player's colour.
    pub name: String,
    /// In ascending order of games.
    pub points: Vec<Point>,
}

/// The estimate of a rating after this many games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Games until then.
    pub games: u64,
    /// The rating, in Elo.
    pub elo: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end of its 95 % interval.
    pub high: f64,
}

/// The state of a sequential probability ratio test.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sprt {
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// H0 is accepted at or below this.
    pub lower: f64,
    /// H1 is accepted at or above this.
    pub upper: f64,
    /// The difference in Elo that H0 says.
    pub elo0: f64,
    /// The difference in Elo that H1 says.
    pub elo1: f64,
    /// The verdict, in words.
    pub verdict: String,
}

impl Times {
    /// The number of decisions.
    #[must_use]
    pub fn decisions(&self) -> u64 {
        self.histogram.iter().fold(0, |sum, &(_, count)| sum.saturating_add(count))
    }
}
