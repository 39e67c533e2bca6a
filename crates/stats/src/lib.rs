//! Strength of players and its uncertainty: statistics of results, without files or clocks.
//!
//! | file | holds |
//! |---|---|
//! | [`tally`] | wins, draws and losses; pairs of games from one opening, counted by their points |
//! | [`elo`] | the Elo difference of two players, with its interval |
//! | [`sprt`] | the sequential probability ratio test, which ends a match |
//! | `likelihood` | the likelihood of pairs at a given strength |
//! | [`bradley_terry`] | ratings of many players from games of two |
//! | [`plackett_luce`] | ratings of many players from tables of several |
//! | [`ratings`] | the ratings that both of these give |
//! | [`design`] | the next game of a tournament that tells most |
//! | [`mean`] | means of what was measured in sets; mean, deviation and error of plain samples |
//! | [`latency`] | times of decisions: quantiles from a small histogram |
//! | `normal` | the normal distribution and Student's |
//! | `newton` | the top of a concave likelihood; symmetric matrices |
//!
//! Ratings are in Elo on the logistic scale: 400 more is 10 points for each of the other's. All
//! errors and intervals are of 95 %.

pub mod bradley_terry;
pub mod design;
pub mod elo;
pub mod latency;
mod likelihood;
pub mod mean;
mod newton;
mod normal;
pub mod plackett_luce;
pub mod ratings;
pub mod sprt;
pub mod tally;

#[cfg(test)]
mod simulation;

/// Elo of one natural unit of log odds: 400 / ln 10.
pub(crate) const ELO_PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;

/// A count as a real number; beyond 2^53 to the nearest that there is.
#[allow(clippy::cast_precision_loss)]
#[must_use]
pub const fn real(count: u64) -> f64 {
    count as f64
}
