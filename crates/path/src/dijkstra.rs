//! Dijkstra's algorithm: cheapest paths without an estimate, and everything that can be reached within a budget.
//!
//! E. W. Dijkstra, *A note on two problems in connexion with graphs*, Numerische Mathematik 1
//! (1959); `O(nodes + edges)` of what is reached, with costs that fit the window of the queue, see
//! [`buckets`](super::bucket_queue). Within a budget there may be several starts.

use super::graph::{Graph, NEVER};
use super::nodes::Nodes;
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

    /// All nodes to which a path costs at most `budget`. Each start is a node and what it costs to
    /// be there, from which its paths go on counting; starts beyond the budget or outside the graph
    /// play no part, and of two at one node the cheaper counts.
    ///
    /// ```
    /// use boardbots_path::{Graph, Search};
    /// /// Ten places in a row: to the right costs 1, to the left 2.
    /// struct Row;
    /// impl Graph for Row {
    ///     fn nodes(&self) -> u32 { 10 }
    ///     fn max_cost(&self) -> u32 { 2 }
    ///     fn successors(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
    ///         if node < 9 { visit(node + 1, 1) }
    ///         if node > 0 { visit(node - 1, 2) }
    ///     }
    /// }
    /// let (mut search, mut path) = (Search::for_graph(&Row), Vec::new());
    /// let reached = search.reachable(&Row, &[(5, 0), (8, 1)], 2);
    /// assert_eq!(reached.order(), [5, 6, 8, 9, 7, 4]);
    /// assert_eq!((reached.cost(7), reached.parent(7), reached.cost(3)), (Some(2), Some(6), None));
    /// reached.path(7, &mut path);
    /// assert_eq!(path, [5, 6, 7]);
    /// ```
    pub fn reachable<G: Graph>(&mut self, graph: &G, starts: &[(u32, u32)], budget: u32) -> Reached<'_> {
        self.settle(graph, starts, budget, |_| false);
        Reached { nodes: &self.nodes, order: &self.settled }
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

/// The reachable nodes; valid until the next query.
#[derive(Clone, Copy, Debug)]
pub struct Reached<'a> {
    pub(super) nodes: &'a Nodes,
    pub(super) order: &'a [u32],
}

impl<'a> Reached<'a> {
    /// The nodes, cheapest first.
    #[must_use]
    pub fn order(self) -> &'a [u32] {
        self.order
    }

    /// The nodes with their costs, cheapest first.
    pub fn iter(self) -> impl Iterator<Item = (u32, u32)> + 'a {
        self.order.iter().map(move |&node| (node, self.nodes.cost(node)))
    }

    /// The cost of the cheapest path to a node; `None` if it cannot be reached.
    #[must_use]
    #[inline]
    pub fn cost(self, node: u32) -> Option<u32> {
        self.nodes.is_known(node).then(|| self.nodes.cost(node))
    }

    /// The node before this one on its cheapest path; `None` if that starts here, or if the node
    /// cannot be reached.
    #[must_use]
    #[inline]
    pub fn parent(self, node: u32) -> Option<u32> {
        self.nodes.is_known(node).then(|| self.nodes.came(node).1).filter(|&parent| parent != node)
    }

    /// Writes the cheapest path to a node, from its start to itself; empty if it cannot be reached.
    pub fn path(self, node: u32, path: &mut Vec<u32>) {
        self.nodes.trace(node, path);
    }
}
