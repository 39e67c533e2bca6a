//! What jump point search works out once for a grid: where jump points are.
//!
//! A jump point is a cell that is reached in a straight line and beside which one can walk, where one could
//! not beside the cell before. D. Harabor, A. Grastien, *Online graph pruning for pathfinding on grid
//! maps*, AAAI 2011, have another rule for diagonals, which do not cut corners here.

use super::grid::Grid;
use super::scan::Marks;

/// The straight directions across each other one, as a set.
const SIDES: [u8; 2] = [0b1010, 0b0101];

/// A grid that is ready for jumps: about two bytes more for each cell.
#[derive(Clone, Debug)]
pub struct JumpMap<'a> {
    grid: &'a Grid,
    /// For each cell, a set of directions.
    ways: Vec<u8>,
    /// Jump points for those who come in each straight direction.
    jumps: [Marks; 4],
    /// Along rows, along columns.
    walls: [Marks; 2],
}

impl<'a> JumpMap<'a> {
    /// Works out the jump points of a grid, in time for each cell.
    #[must_use]
    pub fn new(grid: &'a Grid) -> Self {
        let (width, height) = (grid.width(), grid.height());
        let all = || 0..width * height;
        let mut points = vec![0_u8; all().len()];
        for node in all() {
            for direction in 0..4 {
                if grid.exits(node) >> direction & 1 == 0 {
                    continue;
                }
                let to = grid.step(node, direction);
                // Ways to the sides that there were not one step before.
                if grid.exits(to) & !grid.exits(node) & SIDES[direction & 1] != 0 {
                    points[to as usize] |= 1 << direction;
                }
            }
        }
        let mut ways: Vec<u8> = all().map(|node| grid.exits(node) & 0xF0).collect();
        // From the far end of each scan back.
        for direction in 0..4 {
            let mut look = |node: u32| {
                if grid.exits(node) >> direction & 1 != 0 {
                    let to = grid.step(node, direction) as usize;
                    ways[node as usize] |= (points[to] | ways[to]) & 1 << direction;
                }
            };
            if direction % 3 == 0 { all().for_each(&mut look) } else { all().rev().for_each(&mut look) }
        }
        let node = |x, y| y * width + x;
        let marks = |in_rows: bool, is_marked: &dyn Fn(u32) -> bool| {
            if in_rows {
                Marks::new(height, width, |y, x| is_marked(node(x, y)))
            } else {
                Marks::new(width, height, |x, y| is_marked(node(x, y)))
            }
        };
        let jumps = [0, 1, 2, 3]
            .map(|direction| marks(direction % 2 == 1, &|node| points[node as usize] >> direction & 1 != 0));
        let walls = [true, false].map(|in_rows| marks(in_rows, &|node| !grid.is_passable(node)));
        Self { grid, ways, jumps, walls }
    }

    /// The directions in which it is of use to leave a cell: the straight ones in which a jump point
    /// comes before a wall, and the diagonal ones in which a step is possible.
    #[inline]
    pub(super) fn ways(&self, node: u32) -> u8 {
        self.ways[node as usize]
    }

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> &'a Grid {
        self.grid
    }

    /// Steps to the next jump point in a straight direction; there must be one.
    #[inline]
    pub(super) fn jump(&self, (x, y): (u32, u32), direction: usize) -> u32 {
        match direction {
            0 => self.jumps[0].down(x, y),
            1 => self.jumps[1].up(y, x),
            2 => self.jumps[2].up(x, y),
            _ => self.jumps[3].down(y, x),
        }
    }

    /// Whether a path from one cell to another, first diagonal, then straight, is free.
    #[inline]
    pub(super) fn sees(&self, node: u32, (x, y): (u32, u32), (to_x, to_y): (u32, u32)) -> bool {
        let (dx, dy) = (x.abs_diff(to_x), y.abs_diff(to_y));
        // Back from the end: most often this part already fails.
        let rest = dx.abs_diff(dy);
        let free = match (dx > dy, x < to_x, y < to_y) {
            _ if rest == 0 => 1,
            (true, true, _) => self.walls[0].down(to_y, to_x),
            (true, false, _) => self.walls[0].up(to_y, to_x),
            (false, _, true) => self.walls[1].down(to_x, to_y),
            (false, _, false) => self.walls[1].up(to_x, to_y),
        };
        if free <= rest {
            return false;
        }
        let diagonal = match (x < to_x, y < to_y) {
            (true, false) => 4,
            (true, true) => 5,
            (false, true) => 6,
            (false, false) => 7,
        };
        let mut at = node;
        for _ in 0..dx.min(dy) {
            if self.ways[at as usize] >> diagonal & 1 == 0 {
                return false;
            }
            at = self.grid.step(at, diagonal);
        }
        true
    }
}
