//! BattleTech as the simulator "SBT" of a course at the University of Granada plays it: mechs on
//! a map of hexes, and one call of a player for each phase, over text files.
//!
//! - [`hex`], [`map`]: the board. [`location`], [`definition`], [`condition`]: a mech.
//! - [`situation`]: all that a player sees, [`action`]: all that it can answer, [`phase`].
//! - [`pose`]: a mech as others aim at it, real or imagined. [`arc`], [`sight`], [`views`]: who can
//!   aim at whom.

pub mod action;
pub mod arc;
pub mod condition;
pub mod definition;
pub mod fault;
pub mod hex;
pub mod location;
pub mod map;
pub mod phase;
pub mod pose;
mod raster;
pub mod settings;
pub mod sight;
pub mod situation;
pub mod trace;
pub mod view;
pub mod views;
