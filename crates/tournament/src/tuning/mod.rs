//! The constants of an evaluation, found by games: a player against itself with constants that
//! differ a little, again and again.
//!
//! A [`Plan`] fixes everything that a tuning depends on; its first line in a [`record`] and the
//! results behind it are enough to go on.
//!
//! | file | holds |
//! |---|---|
//! | [`constants`] | the constants to tune, and their ranges |
//! | [`spsa`] | the method: from results of games to values; knows no game |
//! | [`plan`] | a tuning before its first game |
//! | [`trial`] | the games of one iteration |
//! | [`record`] | the file of a tuning |
//! | [`tuner`] | one iteration after the other |
//! | [`course`] | the changes of the constants, as a picture |

pub mod constants;
pub mod course;
pub mod plan;
pub mod record;
pub mod spsa;
pub mod trial;
pub mod tuner;

pub use plan::Plan;
pub use tuner::Tuner;
