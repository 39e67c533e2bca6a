//! Greedy best-first search: some path, soon.
//!
//! J. E. Doran, D. Michie, *Experiments with the graph traverser program*, Proceedings of the Royal
//! Society A 294 (1966). It always goes on from the node that looks nearest to a goal and never
//! looks back at costs, so its path may be far from the cheapest; it finds one exactly if there is
//! one. `O(edges + nodes log nodes)`. Estimates rise and fall on the way, so the queue is a heap.

use super::graph::{Graph, NEVER};
use super::search::Search;
use std::cmp::Reverse;

impl Search {
    /// The cost of some path from `start` to a goal; `None` if there is no path or no such node.
    /// The path, both ends included, is written to `path`, which is empty if there is none.
    ///
    /// `estimate` says how near a goal looks, in any unit; where it is [`NEVER`], the search does
    /// not go on. Among equals the lower node is taken first.
    ///
    /// ```
    /// use boardbots_path::{Graph, Search};
    /// /// From 0 straight to 3 for 9, or by small steps of 1.
    /// struct Shortcut;
    /// impl Graph for Shortcut {
    ///     fn nodes(&self) -> u32 { 4 }
    ///     fn max_cost(&self) -> u32 { 9 }
    ///     fn successors(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
    ///         if node < 3 { visit(node + 1, 1) }
    ///         if node == 0 { visit(3, 9) }
    ///     }
    /// }
    /// let (mut search, mut path) = (Search::for_graph(&Shortcut), Vec::new());
    /// assert_eq!(search.best_first(&Shortcut, 0, |node| 3 - node, |node| node == 3, &mut path), Some(9));
    /// assert_eq!(path, [0, 3]);
    /// ```
    pub fn best_first<G: Graph>(
        &mut self,
        graph: &G,
        start: u32,
        estimate: impl Fn(u32) -> u32,
        is_goal: impl Fn(u32) -> bool,
        path: &mut Vec<u32>,
    ) -> Option<u32> {
        path.clear();
        if start >= graph.nodes() {
            return None;
        }
        self.begin(graph);
        let Self { nodes, heap, expanded, .. } = self;
        let rest = estimate(start);
        if rest == NEVER {
            return None;
        }
        nodes.book().write(start, 0, start);
        heap.push(Reverse((rest, start)));
        while let Some(Reverse((_, node))) = heap.pop() {
            let cost = nodes.cost(node);
            if is_goal(node) {
                nodes.trace(node, path);
                return Some(cost);
            }
            *expanded += 1;
            graph.successors(node, |to, step| {
                if !nodes.is_known(to) {
                    let rest = estimate(to);
                    if rest != NEVER {
                        nodes.book().write(to, cost.saturating_add(step).min(NEVER - 1), node);
                        heap.push(Reverse((rest, to)));
                    }
                }
            });
        }
        None
    }
}
