//! Pathfinding that knows no game.
//!
//! A map, or anything else with paths, implements [`Graph`]; [`Grid`], [`FourConnected`] and [`Hexes`] are there. A [`Search`] allocates all memory that queries need once
//! for a graph, and answers:
//!
//! | question | method | answer |
//! |---|---|---|
//! | cheapest path to a goal, with an estimate | [`Search::route`], [`Search::a_star`], [`Search::a_star_to`] | exact |
//! | the same on a [`Grid`] with eight directions, by the method that suits the map | [`Search::grid_route`], [`Search::grid_path`] | exact |
//! | the same by jump points, for maps that change and for maps that do not | [`Search::jump_points`], [`Search::jump_graph`] | exact |
//! | cheapest path to a goal, without an estimate | [`Search::dijkstra`] | exact |
//! | any path, fast | [`Search::best_first`] | a path if there is one |
//! | all nodes within a budget, from one or more starts | [`Search::reachable`] | exact |
//! | A\* and nodes within a budget in a small graph with small costs, from a table of its steps | [`BucketSearch`] | exact |
//! | steps to all nodes, if all steps cost the same | [`distance_field`](field::distance_field) | exact |
//! | the same on a small grid | [`Flood::field`](flood::Flood::field) | exact |
//!
//! Nodes are numbers from 0 without gaps, costs are whole numbers, and nothing is hashed: what a query knows of a node
//! is in an array at the node's number. Equal queries have equal answers on all machines, ties included.
//!
//! ```
#![doc = include_str!("../examples/hexes.rs")]
//! ```
//!
//! # `Search` or `BucketSearch`
//!
//! [`BucketSearch`] is faster for nodes within a budget. In one run, on one drawn graph of hexes and facings, they took 1.4 to
//! 1.6 times as long in [`Search`], while A\* took the same time in both (0.94 to 1.04). So if A\* is faster through
//! [`BucketSearch`], that is because steps and estimates are in tables, and not because of the queue.

pub mod a_star;
pub mod adjacency;
pub mod best_first;
pub mod bucket_queue;
pub mod bucket_search;
pub mod dijkstra;
pub mod field;
pub mod flood;
pub mod four_connected;
pub mod graph;
pub mod grid;
#[cfg(feature = "grid-maps")]
pub mod grid_paths;
pub mod hexes;
#[cfg(feature = "grid-maps")]
pub mod jump_graph;
#[cfg(feature = "grid-maps")]
pub mod jump_map;
#[cfg(feature = "grid-maps")]
pub mod jump_points;
#[cfg(feature = "grid-maps")]
pub mod landmarks;
#[cfg(feature = "grid-maps")]
pub mod moving_ai;
mod nodes;
pub mod search;

pub use adjacency::Adjacency;
pub use bucket_search::BucketSearch;
pub use dijkstra::Reached;
pub use four_connected::FourConnected;
pub use graph::{Graph, NEVER};
pub use grid::Grid;
#[cfg(feature = "grid-maps")]
pub use grid_paths::GridPaths;
pub use hexes::Hexes;
pub use search::{Route, Search};
