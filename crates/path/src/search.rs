//! The memory of queries, and paths as values.

use super::bucket_queue::BucketQueue;
use super::graph::Graph;
use super::nodes::{Book, Nodes};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The memory of queries, about 44 bytes for each node.
///
/// Made for a graph, it answers any number of queries without allocating, in that graph and in every other one with at
/// most as many nodes and at most the same [`max_cost`](Graph::max_cost). In a larger graph the first query allocates
/// more. Paths are written into a `Vec` of the caller, which grows to the longest of them and can be used again.
#[derive(Clone, Debug, Default)]
pub struct Search {
    pub(super) nodes: Nodes,
    pub(super) open: BucketQueue,
    /// For greedy best-first search, whose keys rise and fall: estimates with their nodes.
    pub(super) heap: BinaryHeap<Reverse<(u32, u32)>>,
    /// Nodes whose cost is settled, in that order.
    pub(super) settled: Vec<u32>,
    /// The path that the last query found, if it was asked for as a [`Route`].
    pub(super) route: Vec<u32>,
    pub(super) expanded: u64,
}

/// A cheapest path, kept by its [`Search`] until the next query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route<'a> {
    /// Its cost.
    pub cost: u32,
    /// Its nodes from start to goal. On a grid some or all between two turns may be left out;
    /// [`Grid::cells`](super::Grid::cells) has them all.
    pub nodes: &'a [u32],
}

impl Search {
    /// Memory for all queries in a graph.
    #[must_use]
    pub fn for_graph<G: Graph>(graph: &G) -> Self {
        let mut search = Self::default();
        search.fit(graph);
        search.route.reserve(graph.nodes() as usize);
        search
    }

    /// Allocates the memory that is still missing for all queries in a graph.
    pub fn fit<G: Graph>(&mut self, graph: &G) {
        let nodes = graph.nodes() as usize;
        self.nodes.fit(nodes);
        // Between neighbours in both directions, cost and estimate together differ by no more
        // than two steps, if the estimate is consistent.
        self.open.fit(nodes, graph.max_cost().saturating_mul(2).saturating_add(1));
        // Both are empty or out of use here, so that their length does not matter.
        self.heap.clear();
        self.heap.reserve(nodes);
        self.settled.clear();
        self.settled.reserve(nodes);
    }

    /// The number of nodes whose successors the last query looked at. A node that it looked at twice counts twice.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// The cheapest path between two nodes, by [`a_star`](Search::a_star); `None` if there is none.
    ///
    /// ```
    /// use boardbots_path::Search;
    /// use boardbots_path::grid::Grid;
    /// let grid = Grid::from_text("....\n.##.\n....", |cell| cell == '.').expect("small");
    /// let mut search = Search::for_graph(&grid);
    /// let route = search.route(&grid, 1, 9).expect("a way round the wall");
    /// assert_eq!((route.cost, route.nodes), (4 * 408, &[1, 0, 4, 8, 9][..]));
    /// ```
    pub fn route<G: Graph>(&mut self, graph: &G, start: u32, goal: u32) -> Option<Route<'_>> {
        self.kept(|search, nodes| search.a_star(graph, start, goal, nodes))
    }

    /// The answer of a query that writes nodes.
    pub(super) fn kept(&mut self, query: impl FnOnce(&mut Self, &mut Vec<u32>) -> Option<u32>) -> Option<Route<'_>> {
        let mut nodes = std::mem::take(&mut self.route);
        let cost = query(self, &mut nodes);
        self.route = nodes;
        Some(Route { cost: cost?, nodes: &self.route })
    }

    /// Forgets the last query, and sees to room for the next.
    pub(super) fn begin<G: Graph>(&mut self, graph: &G) {
        self.fit(graph);
        self.nodes.begin(graph.nodes() as usize);
        self.open.begin();
        self.expanded = 0;
    }

    /// The same for jumps, which cost more than steps, and for records of the first `nodes` nodes only.
    #[cfg(feature = "grid-maps")]
    pub(super) fn begin_jumps(&mut self, grid: &super::Grid, nodes: usize) {
        self.fit(grid);
        self.open.fit(grid.nodes() as usize, u32::MAX);
        self.nodes.begin(nodes);
        self.open.begin();
        self.expanded = 0;
    }

    /// Puts a node into the queue as a start, if that is cheaper than the known path.
    pub(super) fn start(&mut self, node: u32, cost: u32, estimate: u32) {
        let mut book = self.nodes.book();
        if book.is_cheaper(node, cost) {
            reach(&mut book, &mut self.open, (node, cost), node, estimate);
        }
    }
}

/// Notes a cheaper path to a node, and puts the node into the queue.
#[inline(always)]
#[expect(clippy::inline_always, reason = "a call takes as long as what is called, and the optimiser leaves some")]
pub(super) fn reach(book: &mut Book, open: &mut BucketQueue, (node, cost): (u32, u32), parent: u32, estimate: u32) {
    book.write(node, cost, parent);
    let key = cost.saturating_add(estimate);
    if !open.add(node, cost, key) {
        open.sweep(|node, cost| book.cost(node) == cost);
        // At most one entry for each node is left.
        let _room = open.add(node, cost, key);
    }
}
