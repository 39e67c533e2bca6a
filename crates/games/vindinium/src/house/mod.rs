//! The house's opponents, each of a style of its own.

mod eyes;
mod planner;
mod simple;
mod steady;

pub use planner::Planner;
pub use simple::{Guard, Random, Simple};
pub(crate) use simple::{hunter, influence, miner};
pub use steady::Steady;
