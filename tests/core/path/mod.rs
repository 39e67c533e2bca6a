//! Pathfinding against plain search.

mod buckets;
mod dial;
mod fields;
mod graphs;
mod grids;
mod moving_ai;
mod on_foot;
mod queries;
mod reachable;
