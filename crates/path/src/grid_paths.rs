//! Paths on a grid by the algorithm that suits it.

use super::grid::Grid;
use super::jump_graph::JumpGraph;
use super::jump_map::JumpMap;
use super::jump_points::Traced;
use super::search::{Route, Search};

/// The algorithm for paths on a grid.
#[derive(Clone, Debug)]
enum Method<'a> {
    AStar(&'a Grid),
    JumpPoints(JumpMap<'a>),
    JumpGraph(JumpGraph<'a>),
}

/// A grid with the data that its queries need.
///
/// The choice depends on the grid, not on a clock, so all machines choose alike. A jump leads from a jump point to
/// the next one, and the number of jumps tells how much each of them spares:
///
/// | | such as | maps that change | maps that stay |
/// |---|---|---|---|
/// | at most one jump for each passable cell | rooms, halls, mazes | [`JumpMap`] | [`JumpGraph`] |
/// | else at most seven for each jump point | many scattered obstacles | A\* | [`JumpGraph`] |
/// | more | a few on wide ground | A\* | A\* |
///
/// ```
/// use boardbots_path::Search;
/// use boardbots_path::grid::Grid;
/// use boardbots_path::grid_paths::GridPaths;
/// let rows = ["....", ".##.", "...."];
/// let grid = Grid::new(4, 3, |x, y| rows[y as usize].as_bytes()[x as usize] == b'.').expect("small");
/// let paths = GridPaths::lasting(&grid);
/// let (mut search, mut path) = (Search::for_graph(&grid), Vec::new());
/// assert_eq!(search.grid_path(&paths, 1, 9, &mut path), Some(4 * 408));
/// assert_eq!(path, [1, 0, 4, 8, 9]);
/// ```
#[derive(Clone, Debug)]
pub struct GridPaths<'a> {
    method: Method<'a>,
}

impl<'a> GridPaths<'a> {
    /// For a map that may change before many queries were asked: takes less time than one query that opens
    /// the whole grid, and two to three bytes for each cell.
    #[must_use]
    pub fn new(grid: &'a Grid) -> Self {
        let map = JumpMap::new(grid);
        Self { method: if map.pays() { Method::JumpPoints(map) } else { Method::AStar(grid) } }
    }

    /// For a map that stays: takes the time of ten such queries, and up to about 64 bytes for each cell.
    #[must_use]
    pub fn lasting(grid: &'a Grid) -> Self {
        let method = JumpGraph::new(grid).map_or(Method::AStar(grid), Method::JumpGraph);
        Self { method }
    }

    /// The name of the algorithm.
    #[must_use]
    pub fn algorithm(&self) -> &'static str {
        match self.method {
            Method::AStar(_) => "A*",
            Method::JumpPoints(_) => "jump points",
            Method::JumpGraph(_) => "jump graph",
        }
    }
}

impl Search {
    /// The cost of the cheapest path from `start` to `goal`, as [`a_star`](Search::a_star) finds it; `None`
    /// if there is no path or no such node. The path, with all cells from start to goal, is written to
    /// `path`, which is empty if there is none.
    pub fn grid_path(&mut self, paths: &GridPaths, start: u32, goal: u32, path: &mut Vec<u32>) -> Option<u32> {
        self.grid_path_traced(paths, start, goal, (path, Traced::Cells))
    }

    /// The cheapest path between two cells as [`grid_path`](Search::grid_path) finds it, without the cells between
    /// its turns: of long paths they take up to a third of the time.
    ///
    /// ```
    /// use boardbots_path::Search;
    /// use boardbots_path::grid::Grid;
    /// use boardbots_path::grid_paths::GridPaths;
    /// let grid = Grid::from_text(".......\n.#####.\n.......", |cell| cell == '.').expect("small");
    /// let (paths, mut search) = (GridPaths::lasting(&grid), Search::for_graph(&grid));
    /// let route = search.grid_route(&paths, 1, 20).expect("a way along the wall");
    /// assert_eq!((route.cost, route.nodes), (7 * 408, &[1, 6, 20][..]));
    /// assert!(grid.cells(route.nodes).eq([1, 2, 3, 4, 5, 6, 13, 20]));
    /// ```
    pub fn grid_route(&mut self, paths: &GridPaths, start: u32, goal: u32) -> Option<Route<'_>> {
        self.kept(|search, turns| search.grid_path_traced(paths, start, goal, (turns, Traced::Turns)))
    }

    /// The same, for a part of the path's cells; A\* writes all.
    fn grid_path_traced(
        &mut self,
        paths: &GridPaths,
        start: u32,
        goal: u32,
        (path, traced): (&mut Vec<u32>, Traced),
    ) -> Option<u32> {
        match &paths.method {
            Method::AStar(grid) => self.a_star(grid, start, goal, path),
            Method::JumpPoints(map) => self.jump_points_traced(map, start, goal, (path, traced), |_, _| {}),
            Method::JumpGraph(graph) => self.jump_graph_traced(graph, start, goal, (path, traced), |_, _| {}),
        }
    }
}
