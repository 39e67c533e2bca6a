//! Queries against plain search.

mod buckets;
mod dial;
mod fields;
mod graphs;
mod grids;
mod jump_points;
mod moving_ai;
mod queries;
mod reachable;
