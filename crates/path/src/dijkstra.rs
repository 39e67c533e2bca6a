//! Dijkstra's algorithm: cheapest paths without an estimate.
//!
//! E. W. Dijkstra, *A note on two problems in connexion with graphs*, Numerische Mathematik 1
//! (1959); `O(nodes + edges)` with costs that fit the window of the queue, see
//! [`buckets`](super::buckets).

use super::graph::{Graph, NEVER};
use super::search::{Search, reach};

impl Search {
    /// The cost of the cheapest path from `start` to the nearest goal; `None` if there is no path
    /// or no such node. The path, both ends included, is written to `path`, which is empty if there
    /// is none.
    ///
    /// ```
    /// use boardbots_path::{Graph, Search};
    /// /// A ladder of ten rungs: up costs 2, down costs 1.
    /// struct Ladder;
    /// impl Graph for Ladder {
    ///     fn nodes(&self) -> u32 { 10 }
    ///     fn max_cost(&self) -> u32 { 2 }
    ///     fn successors(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
    ///         if node < 9 { visit(node + 1, 2) }
    ///         if node > 0 { visit(node - 1, 1) }
    ///     }
    /// }
    /// let (mut search, mut path) = (Search::for_graph(&Ladder), Vec::new());
    /// assert_eq!(search.dijkstra(&Ladder, 4, |node| node == 1 || node == 6, &mut path), Some(3));
    /// assert_eq!(path, [4, 3, 2, 1]);
    /// ```
    pub fn dijkstra<G: Graph>(
        &mut self,
        graph: &G,
        start: u32,
        is_goal: impl Fn(u32) -> bool,
        path: &mut Vec<u32>,
    ) -> Option<u32> {
        path.clear();
        let (goal, cost) = self.settle(graph, &[(start, 0)], NEVER, is_goal)?;
        self.nodes.trace(goal, path);
        Some(cost)
    }

    /// Settles nodes in order of their cost, until one is a goal or the next costs more than
    /// `budget`. The answer is the goal and its cost.
    pub(super) fn settle<G: Graph>(
        &mut self,
        graph: &G,
        starts: &[(u32, u32)],
        budget: u32,
        is_goal: impl Fn(u32) -> bool,
    ) -> Option<(u32, u32)> {
        self.begin(graph);
        // So that "too dear" and "no path" are one comparison.
        let budget = budget.min(NEVER - 1);
        for &(node, cost) in starts {
            if node < graph.nodes() && cost <= budget {
                self.start(node, cost, 0);
            }
        }
        let Self { nodes, open, settled, expanded, .. } = self;
        let mut book = nodes.book();
        while let Some((node, cost)) = open.take() {
            // A cheaper path was found since.
            let (least, parent) = book.came(node);
            if least != cost {
                continue;
            }
            settled.push(node);
            if is_goal(node) {
                return Some((node, cost));
            }
            *expanded += 1;
            graph.onward(node, (parent != node).then_some(parent), |to, step| {
                let reached = cost.saturating_add(step);
                if reached <= budget && book.is_cheaper(to, reached) {
                    reach(&mut book, open, (to, reached), node, 0);
                }
            });
        }
        None
    }
}
