//! A*: cheapest paths with an estimate of the remaining cost.
//!
//! P. E. Hart, N. J. Nilsson, B. Raphael, *A formal basis for the heuristic determination of
//! minimum cost paths*, IEEE Transactions on Systems Science and Cybernetics 4 (1968).
//!
//! The path is a cheapest one whenever no estimate is too high, whether or not estimates are
//! consistent: a node to which a cheaper path is found later is opened again. `O(edges)` with a
//! consistent estimate and costs that fit the window of the queue. Inconsistent estimates can
//! open nodes again and again, in the worst case exponentially often.
//!
//! Keys of the queue are cost plus estimate, and never fall ([`BucketQueue`](super::bucket_queue::BucketQueue)):
//! a key below the one taken last, which only an inconsistent estimate makes, counts as that one.
//! Until a goal is taken, some node of a cheapest path waits with its right cost, so the key taken
//! last is at most the cost of that path, and nothing on it is raised above that.

use super::graph::{Graph, NEVER};
use super::search::{Search, reach};

impl Search {
    /// The cost of the cheapest path from `start` to `goal`, by the graph's own estimate; `None`
    /// if there is no path or no such node. The path, both ends included, is written to `path`,
    /// which is empty if there is none.
    ///
    /// ```
    /// use boardbots_path::{Graph, Search};
    /// /// Numbers to 99: add one for 1, double for 3.
    /// struct Numbers;
    /// impl Graph for Numbers {
    ///     fn nodes(&self) -> u32 { 100 }
    ///     fn max_cost(&self) -> u32 { 3 }
    ///     fn successors(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
    ///         for (to, cost) in [(node + 1, 1), (2 * node, 3)] {
    ///             if to < 100 { visit(to, cost) }
    ///         }
    ///     }
    ///     fn estimate(&self, node: u32, goal: u32) -> u32 { u32::from(node != goal) }
    /// }
    /// let (mut search, mut path) = (Search::for_graph(&Numbers), Vec::new());
    /// assert_eq!(search.a_star(&Numbers, 3, 25, &mut path), Some(10));
    /// assert_eq!(path, [3, 6, 12, 24, 25]);
    /// assert_eq!(search.a_star(&Numbers, 25, 3, &mut path), None);
    /// ```
    pub fn a_star<G: Graph>(&mut self, graph: &G, start: u32, goal: u32, path: &mut Vec<u32>) -> Option<u32> {
        self.a_star_to(graph, start, |node| graph.estimate(node, goal), |node| node == goal, path)
    }

    /// The same with any set of goals: `estimate` must not be more than the cost to the nearest of
    /// them, and is [`NEVER`] where none can be reached. It is asked for each cheaper path to a node.
    pub fn a_star_to<G: Graph>(
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
        let rest = estimate(start);
        if rest == NEVER {
            return None;
        }
        self.start(start, 0, rest);
        let Self { nodes, open, expanded, .. } = self;
        let mut book = nodes.book();
        while let Some((node, cost)) = open.take() {
            let (least, parent) = book.came(node);
            // A cheaper path was found since.
            if least != cost {
                continue;
            }
            if is_goal(node) {
                nodes.trace(node, path);
                return Some(cost);
            }
            *expanded += 1;
            graph.onward(node, (parent != node).then_some(parent), |to, step| {
                let reached = cost.saturating_add(step);
                if !book.is_cheaper(to, reached) {
                    return;
                }
                let rest = estimate(to);
                if rest != NEVER && reached != NEVER {
                    reach(&mut book, open, (to, reached), node, rest);
                }
            });
        }
        None
    }
}
