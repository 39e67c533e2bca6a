//! Pathfinding against plain search, and the command that compares the algorithms.

mod buckets;
mod fields;
mod graphs;
mod queries;
mod reachable;
