//! Queries against plain search.

mod bucket_queue;
mod bucket_search;
mod fields;
mod graphs;
mod grids;
mod hexes;
mod jump_points;
mod moving_ai;
mod queries;
mod reachable;
