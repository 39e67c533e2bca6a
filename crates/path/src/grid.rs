//! Grids on which one walks in eight directions.
//!
//! A diagonal step needs all four cells of its square, so that no corner is cut. Costs are whole
//! numbers: 408 along a row or column and 577 along a diagonal. 577/408 is a convergent of the
//! continued fraction of √2, so two paths whose numbers of diagonal steps differ by less than 408
//! are always in the order of their true lengths.

use super::graph::Graph;

/// The cost of a step along a row or a column.
pub const STRAIGHT: u32 = 408;
/// The cost of a step along a diagonal.
pub const DIAGONAL: u32 = 577;
/// Most columns and most rows: no path costs more than 2³².
pub const MAX_SIDE: u32 = 2048;

/// Columns and rows to each neighbour: first along rows and columns, clockwise from above, then
/// along diagonals.
pub(super) const AROUND: [(i32, i32); 8] = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];
/// The directions of straight steps, as a set.
const STRAIGHTS: u8 = 0b1111;
/// By the step with which one came (row, then column of the difference, each from -1) and by the
/// straight steps that could be taken instead where it began: the directions in which to go on.
const ONWARD: [[u8; 16]; 9] = onward();

/// A path that came by a diagonal step goes on along it or along one of its two straight parts, one
/// that came by a straight step goes straight on; all else is reached as cheaply without the cell
/// between. Beside a wall it is not: where a cell beside the one before cannot be stepped on, what
/// is beside this one can only be reached from here. (D. Harabor, A. Grastien, *Online graph pruning
/// for pathfinding on grid maps*, AAAI 2011; corners are not cut here.)
const fn onward() -> [[u8; 16]; 9] {
    let mut table = [[0xFF; 16]; 9];
    let mut direction = 0;
    while direction < 8 {
        let (dx, dy) = AROUND[direction];
        let mut exits = 0;
        while exits < 16 {
            let mut set = 1 << direction;
            if direction >= 4 {
                set |= bit(dx, 0) | bit(0, dy);
            } else {
                // The sides, and the diagonals between them and straight on.
                let (x, y) = (dy, dx);
                if exits & bit(x, y) == 0 {
                    set |= bit(x, y) | bit(dx + x, dy + y);
                }
                if exits & bit(-x, -y) == 0 {
                    set |= bit(-x, -y) | bit(dx - x, dy - y);
                }
            }
            table[((dy + 1) * 3 + dx + 1).cast_unsigned() as usize][exits as usize] = set;
            exits += 1;
        }
        direction += 1;
    }
    table
}

/// The set of one direction.
const fn bit(dx: i32, dy: i32) -> u8 {
    let mut direction = 0;
    while AROUND[direction].0 != dx || AROUND[direction].1 != dy {
        direction += 1;
    }
    1 << direction
}

/// Precision of the division by the width: exact for node numbers below 2²² and widths below 2¹².
const SHIFT: u32 = 40;

/// A grid of cells that can be walked on or not. The node of a cell is its row times the number of
/// columns plus its column, both from 0 at the top left.
///
/// ```
/// use boardbots_path::Search;
/// use boardbots_path::grid::Grid;
/// let rows = ["....", ".##.", "...."];
/// let grid = Grid::new(4, 3, |x, y| rows[y as usize].as_bytes()[x as usize] == b'.').expect("small");
/// let (from, to) = (grid.node(1, 0).unwrap(), grid.node(1, 2).unwrap());
/// let (mut search, mut path) = (Search::for_graph(&grid), Vec::new());
/// // Round the wall without cutting its corner.
/// assert_eq!(search.a_star(&grid, from, to, &mut path), Some(4 * 408));
/// assert_eq!(grid.place(path[2]), (0, 1));
/// assert!((grid.length(&path) - 4.0).abs() < 1e-9);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    width: u32,
    height: u32,
    /// 2⁴⁰ divided by the width, rounded up.
    per_row: u64,
    /// For each cell, a bit for each direction in which a step is possible.
    exits: Vec<u8>,
    passable: Vec<bool>,
    /// The difference between a node's number and those of its neighbours, wrapping.
    offsets: [u32; 8],
}

impl Grid {
    /// A grid with this number of columns and rows, each 1 to [`MAX_SIDE`]; `None` for other sizes.
    /// `passable(column, row)` says where one can walk.
    #[must_use]
    pub fn new(width: u32, height: u32, passable: impl Fn(u32, u32) -> bool) -> Option<Self> {
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return None;
        }
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let mut grid = Self {
            width,
            height,
            per_row: (1_u64 << SHIFT).div_ceil(width.into()),
            exits: Vec::new(),
            passable: places.clone().map(|(x, y)| passable(x, y)).collect(),
            offsets: AROUND.map(|(x, y)| x.wrapping_add(y.wrapping_mul(width.cast_signed())).cast_unsigned()),
        };
        grid.exits = places.map(|(x, y)| grid.exits_of(x, y)).collect();
        Some(grid)
    }

    /// A grid of the characters of a text, a row for each line, where `passable(character)` says so; what is missing
    /// in a line that is shorter than the others is not. `None` for sizes that no grid has.
    #[must_use]
    pub fn from_text(text: &str, passable: impl Fn(char) -> bool) -> Option<Self> {
        let rows: Vec<Vec<bool>> = text.lines().map(|line| line.chars().map(&passable).collect()).collect();
        let side = |cells: usize| u32::try_from(cells).ok();
        let width = side(rows.iter().map(Vec::len).max()?)?;
        Self::new(width, side(rows.len())?, |x, y| rows[y as usize].get(x as usize).copied().unwrap_or(false))
    }

    /// The directions in which one can leave a cell.
    fn exits_of(&self, x: u32, y: u32) -> u8 {
        let open = |(dx, dy): (i32, i32)| {
            let place = x.checked_add_signed(dx).zip(y.checked_add_signed(dy));
            place.is_some_and(|(x, y)| self.node(x, y).is_some_and(|node| self.is_passable(node)))
        };
        let mut exits = 0;
        for (bit, (dx, dy)) in AROUND.into_iter().enumerate() {
            if open((0, 0)) && open((dx, dy)) && open((dx, 0)) && open((0, dy)) {
                exits |= 1 << bit;
            }
        }
        exits
    }

    /// Columns.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The node of a cell by column and row; `None` outside the grid.
    #[must_use]
    #[inline]
    pub fn node(&self, x: u32, y: u32) -> Option<u32> {
        (x < self.width && y < self.height).then(|| y * self.width + x)
    }

    /// Column and row of a node.
    #[must_use]
    #[inline]
    pub fn place(&self, node: u32) -> (u32, u32) {
        // A division would be the dearest part of an estimate.
        #[allow(clippy::cast_possible_truncation)]
        let y = ((u64::from(node) * self.per_row) >> SHIFT) as u32;
        (node.wrapping_sub(y.wrapping_mul(self.width)), y)
    }

    /// The directions in which one can leave a cell, a bit for each.
    #[inline]
    pub(super) fn exits(&self, node: u32) -> u8 {
        self.exits[node as usize]
    }

    /// The exits to follow after a step from `parent`: cells behind the others are reached at no higher cost without
    /// `node`.
    #[inline]
    pub(super) fn exits_after(&self, node: u32, parent: u32) -> u8 {
        let exits = self.exits[node as usize];
        // In two columns, left below and right are the same difference.
        if self.width <= 2 {
            return exits;
        }
        // From 0 to two rows and two columns: row and column without a branch.
        let step = node.wrapping_add(self.width + 1).wrapping_sub(parent);
        let row = u32::from(step >= self.width) + u32::from(step >= 2 * self.width);
        let way = (2 * row + row + step - row * self.width) as usize;
        exits & ONWARD[way.min(8)][usize::from(self.exits[parent as usize] & STRAIGHTS)]
    }

    /// The node one step away.
    #[cfg(feature = "grid-maps")]
    #[inline]
    pub(super) fn step(&self, node: u32, direction: usize) -> u32 {
        node.wrapping_add(self.offsets[direction & 7])
    }

    /// Visits the neighbours in a set of directions.
    #[inline]
    pub(super) fn visit(&self, node: u32, directions: u8, mut visit: impl FnMut(u32, u32)) {
        let mut exits = u32::from(directions);
        while exits != 0 {
            let direction = exits.trailing_zeros() as usize & 7;
            exits &= exits - 1;
            visit(node.wrapping_add(self.offsets[direction]), if direction < 4 { STRAIGHT } else { DIAGONAL });
        }
    }

    /// True for a passable cell; false outside the grid.
    #[must_use]
    pub fn is_passable(&self, node: u32) -> bool {
        self.passable.get(node as usize).copied().unwrap_or(false)
    }

    /// All cells of a path of which the cells are given where it turns, both ends included.
    pub fn cells<'a>(&'a self, turns: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
        turns.first().copied().into_iter().chain(turns.windows(2).flat_map(|turn| self.line(turn[0], turn[1])))
    }

    /// The cells of a straight line or a diagonal, without the first.
    fn line(&self, from: u32, to: u32) -> impl Iterator<Item = u32> + use<> {
        let ((x, y), (to_x, to_y)) = (self.place(from), self.place(to));
        // 1, 0 or -1.
        let sign = |from: u32, to: u32| u32::from(to > from).wrapping_sub(u32::from(to < from));
        let offset = sign(x, to_x).wrapping_add(sign(y, to_y).wrapping_mul(self.width));
        let mut cell = from;
        (0..x.abs_diff(to_x).max(y.abs_diff(to_y))).map(move |_| {
            cell = cell.wrapping_add(offset);
            cell
        })
    }

    /// The length of a path: 1 for each step along a row or column, √2 for each along a diagonal.
    #[must_use]
    pub fn length(&self, path: &[u32]) -> f64 {
        let (mut straight, mut diagonal) = (0_u32, 0_u32);
        for step in path.windows(2) {
            let ((x, y), (to_x, to_y)) = (self.place(step[0]), self.place(step[1]));
            if x == to_x || y == to_y { straight += 1 } else { diagonal += 1 }
        }
        f64::from(straight) + f64::from(diagonal) * std::f64::consts::SQRT_2
    }
}

impl Graph for Grid {
    fn nodes(&self) -> u32 {
        self.width * self.height
    }

    fn max_cost(&self) -> u32 {
        DIAGONAL
    }

    #[inline]
    fn successors(&self, node: u32, visit: impl FnMut(u32, u32)) {
        self.visit(node, self.exits[node as usize], visit);
    }

    /// Leaves out what is reached as cheaply without `node`.
    #[inline]
    fn onward(&self, node: u32, parent: Option<u32>, visit: impl FnMut(u32, u32)) {
        let directions = match parent {
            Some(parent) => self.exits_after(node, parent),
            None => self.exits(node),
        };
        self.visit(node, directions, visit);
    }

    /// The octile distance: the cost of the way if nothing is in it.
    #[inline]
    fn estimate(&self, node: u32, goal: u32) -> u32 {
        octile(self.place(node), self.place(goal))
    }
}

/// The cost of the way between two cells, by column and row, if nothing is in it (the octile distance).
#[inline]
pub(super) fn octile((x, y): (u32, u32), (to_x, to_y): (u32, u32)) -> u32 {
    let (dx, dy) = (x.abs_diff(to_x), y.abs_diff(to_y));
    STRAIGHT * dx.max(dy) + (DIAGONAL - STRAIGHT) * dx.min(dy)
}
