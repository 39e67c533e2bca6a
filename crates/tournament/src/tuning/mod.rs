//! The constants of an evaluation, found by games: a player against itself with constants that
//! differ a little, again and again.
//!
//! A [`TuningPlan`] fixes everything that a tuning depends on; its first line in a file and the
//! results behind it are enough to go on.
//!
//! | file | holds |
//! |---|---|
//! | [`constants`] | the constants to tune, and their ranges |
//! | [`spsa`] | the method: from results of games to values; knows no game |
//! | [`plan`] | a tuning before its first game, and its file |
//! | [`tuner`] | one iteration after the other, and its games |
//! | [`trajectory`] | the changes of the constants, as a picture |

pub mod constants;
pub mod plan;
pub mod spsa;
pub mod trajectory;
pub mod tuner;

pub use plan::TuningPlan;
pub use tuner::Tuner;
