//! Random maps by parameters and a seed: the same map on every machine.
//!
//! | file | holds |
//! |---|---|
//! | [`parameters`] | the parameters of a map |
//! | [`random_map`] | the option of a random map, and its text |
//! | [`map`] | a map from its parameters and its seed |
//! | `noise` | smooth noise over the hexes |
//! | `spread` | searches over the hexes |
//! | `water` | rivers and lakes |
//! | `passage` | ramps and fords, so that all land is one region |
//! | `roads` | roads, bridges and villages |
//!
//! Water comes first, in the lowest ground of the noise; the levels rise from its banks. Then isolated regions are
//! joined, so that roads always find a route; woods and swamp never block one.

pub mod map;
mod noise;
pub mod parameters;
mod passage;
pub mod random_map;
mod roads;
mod spread;
#[cfg(test)]
mod tests;
mod water;

pub use map::generate;
pub use parameters::{Parameters, Size};
pub use random_map::RandomMap;
