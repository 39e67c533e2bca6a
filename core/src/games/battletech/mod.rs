//! BattleTech as the simulator "SBT" of a course at the University of Granada plays it: mechs on
//! a map of hexes, and one call of a player for each phase, over text files.
//!
//! - [`hex`], [`map`]: the board. [`location`], [`definition`], [`condition`]: a mech.
//! - [`situation`]: all that a player sees, [`action`]: all that it can answer, [`phase`].
//! - [`pose`]: a mech as others aim at it, real or imagined.
//! - [`battle`]: the simulator: it plays the turns of a game and tells all that happens.

pub mod action;
pub mod arc;
pub mod battle;
pub mod condition;
pub mod definition;
pub mod fault;
pub mod hex;
pub mod location;
pub mod map;
pub mod phase;
pub mod pose;
pub mod settings;
pub mod situation;
pub mod view;
mod wire;
