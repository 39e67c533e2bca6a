//! Pathfinding that knows no game.
//!
//! A game gives its ways as a [`Graph`]; a [`Search`] owns all memory that queries need, is
//! sized once for a graph, and answers:
//!
//! | question | method | answer |
//! |---|---|---|
//! | cheapest path to a goal, with an estimate | [`Search::a_star`], [`Search::a_star_to`] | exact |
//! | the same on a grid of eight directions, by what suits the map | [`Search::grid_path`] | exact |
//! | the same by jump points, for maps that change and for maps that stay | [`Search::jump_points`], [`Search::jump_graph`] | exact |
//! | cheapest path to a goal, without | [`Search::dijkstra`] | exact |
//! | some path, soon | [`Search::best_first`] | a path if there is one |
//! | everything within a budget, from one or more starts | [`Search::reachable`] | exact |
//! | the same two in a small graph with small costs, written out | [`Dial`](dial::Dial) | exact |
//! | steps to everything, all steps alike | [`distance_field`](field::distance_field) | exact |
//! | the same on a small grid | [`Flood::field`](flood::Flood::field) | exact |
//!
//! [`Dial`](dial::Dial) stands beside [`Search`] for its sets within a budget. In one run, on one drawn graph of
//! hexes and facings, they took 1.4 to 1.6 times as long in [`Search`], while A\* took the same time in
//! both (0.94 to 1.04). So a hex query that is faster through [`Dial`](dial::Dial) owes it to the steps and estimates
//! in tables, not to the queue.
//!
//! Nodes are dense numbers from 0, costs are whole numbers, and nothing is hashed: what is known
//! of a node stands at its place in an array and counts only if the query under way wrote it.
//! Equal queries have equal answers on all machines, ties included.

pub mod a_star;
pub mod adjacency;
pub mod best_first;
pub mod buckets;
pub mod dial;
pub mod dijkstra;
pub mod field;
pub mod flood;
pub mod graph;
pub mod grid;
pub mod grid_paths;
pub mod jump_graph;
pub mod jump_map;
pub mod jump_points;
pub mod landmarks;
pub mod moving_ai;
mod nodes;
pub mod reachable;
mod scan;
pub mod search;
pub mod streets;

pub use graph::{Graph, NEVER};
pub use reachable::Reached;
pub use search::Search;
