//! Estimates from landmarks: what all nodes cost from a few, worked out once for a map.
//!
//! A. V. Goldberg, C. Harrelson, *Computing the shortest path: A\* search meets graph theory*, SODA 2005. A path
//! costs no less than the difference of what its two ends cost from any landmark. In mazes and among
//! scattered obstacles that is far more than the cost of the straight way.

use super::graph::{Graph, NEVER};
use super::search::Search;

/// Landmarks of a map. With four, a query among scattered obstacles opens half as many nodes again.
const COUNT: usize = 8;

/// The cost of a node from each landmark; [`NEVER`] if it cannot be reached.
pub type Costs = [u32; COUNT];

/// Landmarks of a graph in which every step can be taken back for the same cost: 32 bytes for each node.
#[derive(Clone, Debug)]
pub struct Landmarks {
    costs: Vec<Costs>,
}

impl Landmarks {
    /// Chooses landmarks in the largest part of a graph, each as far as can be from those before, and works
    /// out their costs, in the time of nine queries that open the whole graph.
    #[must_use]
    pub fn new<G: Graph>(graph: &G) -> Self {
        let mut costs = vec![[NEVER; COUNT]; graph.nodes() as usize];
        // From the nearest landmark; the first one is far from any node of the part.
        let mut nearest = vec![0; graph.nodes() as usize];
        let mut search = Search::for_graph(graph);
        let inside = largest_part(graph).unwrap_or(NEVER);
        for (node, cost) in search.reachable(graph, &[(inside, 0)], NEVER).iter() {
            nearest[node as usize] = cost;
        }
        for landmark in 0..COUNT {
            let farthest = (0..)
                .zip(&nearest)
                .fold((inside, 0), |far, (node, &cost)| if cost > far.1 { (node, cost) } else { far });
            for (node, cost) in search.reachable(graph, &[(farthest.0, 0)], NEVER).iter() {
                let nearest = &mut nearest[node as usize];
                *nearest = if landmark == 0 { cost } else { cost.min(*nearest) };
                if let Some(own) = costs[node as usize].get_mut(landmark) {
                    *own = cost;
                }
            }
        }
        Self { costs }
    }

    /// The costs of a node from the landmarks.
    #[must_use]
    #[inline]
    pub fn costs(&self, node: u32) -> Costs {
        self.costs[node as usize]
    }
}

/// A lower bound of what a path between two nodes costs, by what they cost from the landmarks; [`NEVER`], or
/// nearly as much, if only one of them can be reached.
#[must_use]
#[inline]
pub fn bound(from: &Costs, to: &Costs) -> u32 {
    from.iter().zip(to).fold(0, |most, (from, to)| most.max(from.abs_diff(*to)))
}

/// A node of the largest part of a graph; `None` if there are no nodes.
fn largest_part<G: Graph>(graph: &G) -> Option<u32> {
    let (mut seen, mut waiting) = (vec![false; graph.nodes() as usize], Vec::new());
    let mut largest = (0, None);
    for first in 0..graph.nodes() {
        if std::mem::replace(&mut seen[first as usize], true) {
            continue;
        }
        let mut size = 0;
        waiting.push(first);
        while let Some(node) = waiting.pop() {
            size += 1;
            graph.successors(node, |to, _| {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    waiting.push(to);
                }
            });
        }
        if size > largest.0 {
            largest = (size, Some(first));
        }
    }
    largest.1
}
