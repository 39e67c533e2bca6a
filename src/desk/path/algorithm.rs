//! The algorithms, and a record of the nodes that they expand.

use boardbots_path::{Graph, Search};

/// An algorithm that finds a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    Dijkstra,
    Greedy,
    AStar,
    JumpPoints,
}

boardbots_base::words! { Algorithm::name:
    Dijkstra "Dijkstra", Greedy "greedy best-first", AStar "A*", JumpPoints "jump points",
}

impl Algorithm {
    /// The algorithms for every map, also without a grid of eight directions: the first of [`Algorithm::ALL`].
    pub const GENERAL: [Self; 3] = [Self::Dijkstra, Self::Greedy, Self::AStar];

    /// Writes a path from a start to a goal of any graph, if there is one.
    ///
    /// # Panics
    /// For jump points, which only grids of eight directions have.
    pub fn find(
        self,
        graph: &Watched<impl Graph>,
        start: u32,
        estimate: impl Fn(u32) -> u32,
        is_goal: impl Fn(u32) -> bool,
        search: &mut Search,
        path: &mut Vec<u32>,
    ) {
        let _ = match self {
            Self::Dijkstra => search.dijkstra(graph, start, is_goal, path),
            Self::Greedy => search.best_first(graph, start, estimate, is_goal, path),
            Self::AStar => search.a_star_to(graph, start, estimate, is_goal, path),
            Self::JumpPoints => unreachable!("maps list the algorithms that they have"),
        };
    }
}

/// A listener for the nodes that a search expands, in that order; a node that is expanded again is told again.
pub type Watch<'a> = &'a dyn Fn(u32);

/// A graph whose expanded nodes are noted. One type whether or not they are to be known, since each
/// type makes another copy of all searches.
pub struct Watched<'a, G> {
    pub graph: G,
    pub watch: Watch<'a>,
}

impl<G: Graph> Graph for Watched<'_, G> {
    fn nodes(&self) -> u32 {
        self.graph.nodes()
    }

    fn max_cost(&self) -> u32 {
        self.graph.max_cost()
    }

    fn successors(&self, node: u32, visit: impl FnMut(u32, u32)) {
        (self.watch)(node);
        self.graph.successors(node, visit);
    }

    fn onward(&self, node: u32, parent: Option<u32>, visit: impl FnMut(u32, u32)) {
        (self.watch)(node);
        self.graph.onward(node, parent, visit);
    }

    fn estimate(&self, node: u32, goal: u32) -> u32 {
        self.graph.estimate(node, goal)
    }
}
