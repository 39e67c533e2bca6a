//! Where a mech can go, what it costs, and what can go wrong on the way.
//!
//! - [`cost`]: what a step costs, and which are forbidden. [`points`]: how many movement points a
//!   mech has. [`mover`]: all of a mech that its movement depends on.
//! - [`legal`]: whether a movement is legal, and the [`journey`] that it is.

pub mod cost;
pub mod journey;
pub mod jump;
pub mod legal;
pub mod mover;
pub mod points;
