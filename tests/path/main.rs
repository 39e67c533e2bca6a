//! Pathfinding against plain search, and the command that compares the algorithms.

mod buckets;
mod command;
mod dial;
mod fields;
mod graphs;
mod grids;
mod moving_ai;
mod on_foot;
mod queries;
mod reachable;
