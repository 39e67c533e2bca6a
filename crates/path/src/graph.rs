//! The trait of everything that has paths.

/// The estimate of a node from which no goal can be reached; and the cost that no path has.
pub const NEVER: u32 = u32::MAX;

/// A directed graph of numbered nodes with costs on its edges.
///
/// Queries take graphs by type, so that [`successors`](Graph::successors) and what it calls
/// become one loop.
///
/// ```
/// use boardbots_path::{Graph, Search};
///
/// /// A ring road in one direction: a step costs 1, over the bridge from 9 to 0 it costs 5.
/// struct Ring;
///
/// impl Graph for Ring {
///     fn nodes(&self) -> u32 {
///         10
///     }
///     fn max_cost(&self) -> u32 {
///         5
///     }
///     fn successors(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
///         visit((node + 1) % 10, if node == 9 { 5 } else { 1 });
///     }
///     fn estimate(&self, node: u32, goal: u32) -> u32 {
///         (goal + 10 - node) % 10
///     }
/// }
///
/// let (mut search, mut path) = (Search::for_graph(&Ring), Vec::new());
/// assert_eq!(search.a_star(&Ring, 8, 1, &mut path), Some(7));
/// assert_eq!(path, [8, 9, 0, 1]);
/// ```
pub trait Graph {
    /// The number of nodes, at most 2²³. Nodes have the numbers from 0 up to one less.
    fn nodes(&self) -> u32;

    /// The highest cost of a step. Searches are faster if it is small; up to some thousands they are at their best.
    /// A step may cost more, which takes time, but changes no answer.
    fn max_cost(&self) -> u32;

    /// Calls `visit(to, cost)` for each step that leads from `node` to another node. A cost may
    /// be 0, and there may be several steps to the same node.
    fn successors(&self, node: u32, visit: impl FnMut(u32, u32));

    /// The same on a cheapest path on which `parent` comes before `node`; `None` if the path starts at `node`.
    ///
    /// All searches for cheapest paths call this one. It may leave out a step if the node to which the step leads can
    /// be reached from `parent` at the same cost or less without `node`, as long as one cheapest path to every node
    /// is left.
    fn onward(&self, node: u32, _parent: Option<u32>, visit: impl FnMut(u32, u32)) {
        self.successors(node, visit);
    }

    /// A lower bound of the cost of a path from `node` to `goal`; [`NEVER`] if there is no path.
    ///
    /// It need not be consistent: the bounds of neighbours may differ by more than the step
    /// between them costs. 0 is always right.
    fn estimate(&self, _node: u32, _goal: u32) -> u32 {
        0
    }
}

impl<G: Graph> Graph for &G {
    fn nodes(&self) -> u32 {
        (**self).nodes()
    }

    fn max_cost(&self) -> u32 {
        (**self).max_cost()
    }

    fn successors(&self, node: u32, visit: impl FnMut(u32, u32)) {
        (**self).successors(node, visit);
    }

    fn onward(&self, node: u32, parent: Option<u32>, visit: impl FnMut(u32, u32)) {
        (**self).onward(node, parent, visit);
    }

    fn estimate(&self, node: u32, goal: u32) -> u32 {
        (**self).estimate(node, goal)
    }
}
