//! The memory of queries.

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
    /// The path that the last query found, if it was asked for as a [`Route`](super::route::Route).
    pub(super) route: Vec<u32>,
    pub(super) expanded: u64,
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

    /// Forgets the last query, and sees to room for the next.
    pub(super) fn begin<G: Graph>(&mut self, graph: &G) {
        self.begin_with(graph, graph.nodes() as usize);
    }

    /// The same for a query that writes records of the first `nodes` nodes only.
    pub(super) fn begin_with<G: Graph>(&mut self, graph: &G, nodes: usize) {
        self.fit(graph);
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
