//! Where a mech can go, what it costs, and what can go wrong on the way.
//!
//! - [`cost`]: what a step costs, and which are forbidden. [`points`]: how many movement points a
//!   mech has. [`mover`]: all of a mech that its movement depends on.
//! - [`legal`]: whether a movement is legal, and the [`journey`] that it is.
//! - [`ground`]: the costs of a whole map. [`reach`]: every place that a mech can reach.
//!   [`approach`]: how far the enemy is for a [`walker`].

pub mod approach;
pub mod cost;
pub mod end;
pub mod ground;
pub mod journey;
pub mod jump;
mod layers;
pub mod legal;
pub mod mover;
pub mod points;
pub mod reach;
#[cfg(test)]
mod sample;
pub mod walker;
mod way;
