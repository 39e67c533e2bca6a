//! Grids on which one walks in four directions.

use super::graph::Graph;
use super::grid::Grid;

/// The same grid without its diagonals; each step costs 1.
///
/// ```
/// use boardbots_path::Search;
/// use boardbots_path::grid::Grid;
/// use boardbots_path::four_connected::FourConnected;
/// let rows = ["....", ".##.", "...."];
/// let grid = Grid::new(4, 3, |x, y| rows[y as usize].as_bytes()[x as usize] == b'.').expect("small");
/// let streets = FourConnected { grid: &grid };
/// let (mut search, mut path) = (Search::for_graph(&streets), Vec::new());
/// assert_eq!(search.a_star(&streets, 1, 9, &mut path), Some(4));
/// assert_eq!(path, [1, 0, 4, 8, 9]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FourConnected<'a> {
    /// The grid; nodes are its nodes.
    pub grid: &'a Grid,
}

/// Directions, as they are numbered in [`Grid`].
const UP: u8 = 1;
const RIGHT: u8 = 1 << 1;
const DOWN: u8 = 1 << 2;
const LEFT: u8 = 1 << 3;

impl Graph for FourConnected<'_> {
    fn nodes(&self) -> u32 {
        self.grid.nodes()
    }

    fn max_cost(&self) -> u32 {
        1
    }

    #[inline]
    fn successors(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
        self.grid.visit(node, self.grid.exits(node) & (UP | RIGHT | DOWN | LEFT), |to, _| visit(to, 1));
    }

    /// Leaves out what is reached as cheaply without `node`: of all cheapest ways the one is kept
    /// that turns from columns into rows as early as it can. So a path that came along a column
    /// turns only where the same turn was not possible one step before.
    #[inline]
    fn onward(&self, node: u32, parent: Option<u32>, mut visit: impl FnMut(u32, u32)) {
        let mut directions = self.grid.exits(node) & (UP | RIGHT | DOWN | LEFT);
        if let Some(parent) = parent {
            let turns = !self.grid.exits(parent) & (RIGHT | LEFT);
            let width = self.grid.width();
            // In a grid of one column, steps along it look like those along a row.
            let step = node.wrapping_sub(parent);
            directions &= if step == width {
                DOWN | turns
            } else if step == width.wrapping_neg() {
                UP | turns
            } else if step == 1 {
                !LEFT
            } else {
                !RIGHT
            };
        }
        self.grid.visit(node, directions, |to, _| visit(to, 1));
    }

    #[inline]
    fn estimate(&self, node: u32, goal: u32) -> u32 {
        let ((x, y), (to_x, to_y)) = (self.grid.place(node), self.grid.place(goal));
        x.abs_diff(to_x) + y.abs_diff(to_y)
    }
}
