//! Random maps by parameters and a seed: the same map on every machine.
//!
//! | file | holds |
//! |---|---|
//! | [`parameters`] | what a map is to be like, and its text |
//! | [`random_map`] | a random map where a map is asked for, and its text |
//! | [`map`] | a map from its parameters and its seed |
//! | `noise` | smooth noise over the hexes |
//! | `spread` | searches over the hexes |
//! | `water` | rivers and lakes |
//! | `passage` | ramps and fords, so that all land is one region |
//! | `roads` | roads, bridges and villages |
//!
//! Water comes first, in the lowest ground of the noise; the levels rise from its banks. Then what is
//! cut off is joined, so that roads always find a way; what covers the ground changes no way.

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
