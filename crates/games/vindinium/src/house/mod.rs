//! The house's opponents, each of a style of its own.

mod distances;
mod eyes;
mod influence;
mod planner;
mod simple;

pub use influence::Influence;
pub use planner::Planner;
pub use simple::{Guard, Hunter, Miner, Random};
