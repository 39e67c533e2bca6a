//! Paths as values.

use super::graph::Graph;
use super::grid_paths::GridPaths;
use super::jump_points::Traced;
use super::search::Search;

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

    /// The cheapest path between two cells as [`grid_path`](Search::grid_path) finds it, without the cells between
    /// its turns: in a large grid they take longer to write than the path to find.
    ///
    /// ```
    /// use boardbots_path::Search;
    /// use boardbots_path::grid::Grid;
    /// use boardbots_path::grid_paths::GridPaths;
    /// let grid = Grid::from_text(".......\n.#####.\n.......", |cell| cell == '.').expect("small");
    /// let (paths, mut search) = (GridPaths::lasting(&grid), Search::for_graph(&grid));
    /// let route = search.grid_route(&paths, 0, 20).expect("a way along the wall");
    /// assert_eq!((route.cost, route.nodes), (8 * 408, &[0, 6, 20][..]));
    /// assert!(grid.cells(route.nodes).eq([0, 1, 2, 3, 4, 5, 6, 13, 20]));
    /// ```
    pub fn grid_route(&mut self, paths: &GridPaths, start: u32, goal: u32) -> Option<Route<'_>> {
        self.kept(|search, turns| search.grid_path_traced(paths, start, goal, (turns, Traced::Turns)))
    }

    /// The answer of a query that writes nodes.
    fn kept(&mut self, query: impl FnOnce(&mut Self, &mut Vec<u32>) -> Option<u32>) -> Option<Route<'_>> {
        let mut nodes = std::mem::take(&mut self.route);
        let cost = query(self, &mut nodes);
        self.route = nodes;
        Some(Route { cost: cost?, nodes: &self.route })
    }
}
