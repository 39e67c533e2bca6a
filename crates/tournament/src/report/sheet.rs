//! What a report says: the state of a match in numbers, without how it came to be.

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
    /// When it was, in words of the caller.
    pub when: String,
    /// Who played, in any order; the report sorts by rating.
    pub players: Vec<Player>,
    /// How the player of a row fared against the player of a column, both as numbers of `players`.
    /// At tables of more than two, a win is a game in which the one came before the other.
    /// What is missing counts as no games.
    pub cross: Vec<Vec<Tally>>,
    /// How ratings came about.
    pub course: Vec<Course>,
    /// The repeats, in words, if there are any.
    pub repeated: Option<String>,
    /// How long games were: plies or turns up to, games.
    pub lengths: Vec<(u32, u64)>,
    /// The sequential test, if one decides when to stop.
    pub sprt: Option<Sprt>,
    /// Games that were played.
    pub games: u64,
    /// Games that were to be played, if that is known.
    pub planned: Option<u64>,
}

/// One who played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Player {
    /// As it was called on the command line; it may be any text.
    pub name: String,
    /// Against all others.
    pub tally: Tally,
    /// What its games brought in all.
    pub points: f64,
    /// In Elo; infinite or not a number where games do not tell.
    pub rating: f64,
    /// Half the width of the 95 % interval, in Elo; `None` for the anchor, whose rating is given.
    pub error: Option<f64>,
    /// In which share of its seats it came first, at tables for more than two.
    pub first: Option<Mean>,
    /// The mean place there.
    pub place: Option<Mean>,
    /// The mean of what the game counts there.
    pub score: Option<Mean>,
    /// The mean of how much more that is than what all have on the same map.
    pub lead: Option<Mean>,
    /// What went wrong, and how often.
    pub faults: Vec<(String, u64)>,
    /// The first occurrence of each of these, in words.
    pub first_faults: Vec<String>,
    /// How long decisions took.
    pub times: Times,
}

/// How long decisions took, in microseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Buckets in ascending order: up to this many microseconds, decisions.
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

/// How a rating came about, game by game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// Whose rating; the name of a player gives the line that player's colour.
    pub name: String,
    /// In ascending order of games.
    pub points: Vec<Point>,
}

/// What was known of a rating after this many games.
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
    /// What is decided, in words.
    pub verdict: String,
}

impl Times {
    /// How many decisions there were.
    #[must_use]
    pub fn decisions(&self) -> u64 {
        self.histogram.iter().fold(0, |sum, &(_, count)| sum.saturating_add(count))
    }
}
