//! BattleTech as the simulator "SBT" of a course at the University of Granada plays it: mechs on
//! a map of hexes, and one call of a player for each phase, over text files.
//!
//! - [`hex`], [`map`]: the board. [`location`], [`definition`], [`condition`]: a mech.
//! - [`situation`]: the situation that a player sees; [`action`]: the actions that it declares, phase by phase.
//! - [`situation::Pose`]: a mech as others aim at it, real or only considered; [`aim`]: needed rolls to hit.
//! - [`arc`], [`trace`], [`sight`], [`views`]: arcs and lines of sight; [`movement`]: hexes in reach.
//! - [`health`], [`heat`], [`pilot`], [`arms`]: effects of a mech's state. [`odds`], [`tables`]: dice.
//! - [`gunnery`], [`physical`], [`ending`]: legality of declarations, and their needed rolls.
//! - [`battle`]: the simulator: it plays the turns of a game and reports every event.
//! - [`player`]: the automatic player.
//! - [`simulator`]: one call of a player over files; fights of players, their records and drawings.
//! - [`notation`]: the files of the simulator. [`catalogue`]: maps and mechs of this project; [`generator`]: random
//!   maps.

pub mod action;
pub mod aim;
pub mod arc;
pub mod arms;
pub mod battle;
pub mod catalogue;
pub mod club;
pub mod condition;
pub mod definition;
pub mod ending;
pub mod game;
pub mod generator;
pub mod gunnery;
pub mod health;
pub mod heat;
pub mod hex;
pub mod location;
pub mod map;
pub mod movement;
pub mod notation;
pub mod odds;
pub mod physical;
pub mod pilot;
pub mod player;
mod raster;
#[cfg(test)]
mod sample;
pub mod sight;
pub mod simulator;
pub mod situation;
pub mod tables;
pub mod trace;
pub mod views;
mod wire;

#[cfg(test)]
#[path = "../tests/mod.rs"]
mod tests;

// Tests of other packages read a file of the tests here, too.
#[cfg(test)]
extern crate self as boardbots_battletech;
