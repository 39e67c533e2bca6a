//! What boardbots plays with: the games, and the search, pathfinding and exact solutions that
//! know no game. No file, no socket, no clock.
//!
//! It is a package of its own because it is compiled for speed even where all that stands around
//! it is compiled for size; and so that nothing here can call upwards.
//!
//! - [`games`]: rules and judgement, one folder for each game.
//! - [`entries`]: text of lines `key = value`, as people write it.
//! - [`names`]: what people and bots may call themselves, and which names look alike.
//! - [`search`], [`path`], [`chance`]: adversarial search, pathfinding and exact solutions of
//!   games of chance.

pub mod chance;
pub mod entries;
pub mod games;
pub mod names;
pub mod path;
pub mod search;
