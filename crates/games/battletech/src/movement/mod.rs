//! Movement: the hexes that a mech can reach, the cost, and the risks on the way.
//!
//! - [`cost`]: costs of steps, and forbidden steps. [`points`]: the movement points of a mech. [`mover`]: the part of a
//!   mech on which its movement depends.
//! - [`legal`]: legality of a declared movement. [`journey`]: a legal movement, place by place.
//! - [`ground`]: the costs of a whole map. [`reach`]: every place that a mech can reach. [`approach`]: the distance
//!   to the enemy for a [`walker`].

pub mod approach;
pub mod cost;
pub mod end;
pub mod ground;
pub mod journey;
mod layers;
pub mod legal;
pub mod mover;
pub mod points;
pub mod reach;
pub mod walker;
mod way;
