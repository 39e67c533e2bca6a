//! Everything that can be reached within a budget.
//!
//! Dijkstra's algorithm from one or more starts that stops where the budget ends:
//! `O(nodes + edges)` of what is reached.

use super::graph::Graph;
use super::nodes::Nodes;
use super::search::Search;

/// The reachable nodes; valid until the next query.
#[derive(Clone, Copy, Debug)]
pub struct Reached<'a> {
    pub(super) nodes: &'a Nodes,
    pub(super) order: &'a [u32],
}

impl Search {
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
