//! BattleTech as the simulator "SBT" of a course at the University of Granada plays it: mechs on
//! a map of hexes, and one call of a player for each phase, over text files.
//!
//! - [`hex`], [`map`]: the board. [`location`], [`definition`], [`condition`]: a mech.
//! - [`situation`]: all that a player sees, [`action`]: all that it can answer, [`phase`].
//! - [`catalogue`]: maps and mechs of our own.
//! - [`notation`]: the files of the simulator.
//! - [`pose`]: a mech as others aim at it, real or imagined.

pub mod action;
pub mod arc;
pub mod catalogue;
pub mod condition;
pub mod definition;
pub mod fault;
pub mod hex;
pub mod location;
pub mod map;
pub mod notation;
pub mod phase;
pub mod pose;
pub mod settings;
pub mod situation;
pub mod view;
