//! Bots for board games that run on single-board computers.
//!
//! Calls go downwards only:
//!
//! - [`cli`]: one file for each command; prints and parses, decides nothing.
//! - [`games`]: rules and judgement, one folder for each game; no I/O, no clock.
//! - [`search`], [`path`]: adversarial search and pathfinding that know no game.

pub mod cli;
pub mod games;
pub mod path;
pub mod search;
