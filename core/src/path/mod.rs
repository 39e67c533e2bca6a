//! Pathfinding that knows no game.

pub mod field;
