//! The jump points of a grid, which jump point search works out once.
//!
//! A jump point is a cell that is reached in a straight line and beside which one can walk, where one could
//! not beside the cell before. D. Harabor, A. Grastien, *Online graph pruning for pathfinding on grid
//! maps*, AAAI 2011, have another rule for diagonals, which do not cut corners here. Rows and columns are scanned some
//! sixty cells at a time, as in their *Improving jump point search*, ICAPS 2014.

use super::graph::Graph;
use super::grid::{AROUND, DIAGONAL, Grid, STRAIGHT};

/// The straight directions across each other one, as a set.
const SIDES: [u8; 2] = [0b1010, 0b0101];
/// The straight directions of which each diagonal one is made, as a set.
const PARTS: [u8; 4] = [0b0011, 0b0110, 0b1100, 0b1001];

/// A grid that is ready for jumps: about four bytes more for each cell.
#[derive(Clone, Debug)]
pub struct JumpMap<'a> {
    /// The grid.
    pub grid: &'a Grid,
    /// For each cell, the straight directions in which a jump point comes before a wall, and the diagonal
    /// ones in which a step is possible, as a set.
    ways: Vec<u8>,
    /// For each cell, the straight directions in which a path must come for it to be a jump point, as a set.
    points: Vec<u8>,
    /// Jump points for paths that come in each straight direction.
    jumps: [Marks; 4],
    /// Along rows, along columns.
    walls: [Marks; 2],
    /// For each diagonal direction, where a scan stops: a straight jump point can be reached from there, or no step
    /// leads on.
    stops: [Marks; 4],
    /// Along falling diagonals, along rising ones: cells that no step enters from the column on the left.
    shut: [Marks; 2],
}

impl<'a> JumpMap<'a> {
    /// Works out the jump points of a grid, in `O(cells)`.
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
        let jumps = [0, 1, 2, 3].map(|direction| {
            let line = if direction % 2 == 1 { Line::Row } else { Line::Column };
            Marks::new(grid, line, |node| points[node as usize] >> direction & 1 != 0)
        });
        let walls = [Line::Row, Line::Column].map(|line| Marks::new(grid, line, |node| !grid.is_passable(node)));
        let stops = [4, 5, 6, 7].map(|direction| {
            Marks::new(grid, Line::along(direction), |node| {
                let ways = ways[node as usize];
                ways & PARTS[direction & 3] != 0 || ways >> direction & 1 == 0
            })
        });
        // The steps to the left.
        let shut = [7, 6].map(|back| Marks::new(grid, Line::along(back), |node| ways[node as usize] >> back & 1 == 0));
        Self { grid, ways, points, jumps, walls, stops, shut }
    }

    /// Visits all jump points that are reached from a cell by a diagonal that begins in one of some
    /// directions and a straight line, or by a straight line in one of them: `visit(direction of the last
    /// step, place, cost)`.
    #[inline]
    pub(super) fn jumps(
        &self,
        node: u32,
        place: (u32, u32),
        directions: u8,
        mut visit: impl FnMut(usize, (u32, u32), u32),
    ) {
        let mut straight = |place: (u32, u32), directions: u8, cost: u32| {
            let mut directions = directions;
            while directions != 0 {
                let direction = directions.trailing_zeros() as usize;
                directions &= directions - 1;
                let steps = self.jump(place, direction);
                visit(direction, moved(place, direction, steps), cost + steps * STRAIGHT);
            }
        };
        let directions = directions & self.ways[node as usize];
        straight(place, directions & 0x0F, 0);
        let mut diagonals = directions & 0xF0;
        while diagonals != 0 {
            let direction = diagonals.trailing_zeros() as usize & 7;
            diagonals &= diagonals - 1;
            let (mut place, mut cost, mut steps) = (place, 0, 1);
            loop {
                place = moved(place, direction, steps);
                cost += steps * DIAGONAL;
                let ways = self.ways[(place.1 * self.grid.width() + place.0) as usize];
                let turns = ways & PARTS[direction & 3];
                straight(place, turns, cost);
                if ways >> direction & 1 == 0 {
                    break;
                }
                // Where there is one jump point, the next is most often near.
                steps = 1;
                if turns == 0 {
                    let (line, cell) = Line::along(direction).of(self.grid, place);
                    let stops = &self.stops[direction & 3];
                    // To the right, columns grow.
                    steps = if direction < 6 { stops.up(line, cell) } else { stops.down(line, cell) };
                }
            }
        }
    }

    /// Visits all jumps of paths that come to a cell in a straight direction: the direction of the last step,
    /// and the place. None if the cell is no jump point for them.
    #[inline]
    pub(super) fn jumps_after(
        &self,
        node: u32,
        place: (u32, u32),
        direction: usize,
        mut visit: impl FnMut(usize, (u32, u32)),
    ) {
        if self.points[node as usize] >> direction & 1 != 0 {
            // The opposite direction is two further.
            let directions = self.grid.exits_after(node, self.grid.step(node, direction ^ 2));
            self.jumps(node, place, directions, |last, place, _| visit(last, place));
        }
    }

    /// True if there are no more jumps from jump points than there are passable cells. Then jump points are faster
    /// than A*, in most grids several times.
    #[must_use]
    pub fn pays(&self) -> bool {
        let most = self.passable();
        let mut jumps = 0;
        for node in (0..self.grid.nodes()).filter(|&node| self.points[node as usize] != 0) {
            for direction in 0..4 {
                self.jumps_after(node, self.grid.place(node), direction, |_, _| jumps += 1);
            }
            if jumps > most {
                return false;
            }
        }
        true
    }

    /// Bytes of memory, those of the grid not included.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let marks = self.jumps.iter().chain(&self.walls).chain(&self.stops).chain(&self.shut);
        self.ways.len() + self.points.len() + marks.map(|marks| marks.bytes.len()).sum::<usize>()
    }

    /// Cells on which one can walk.
    pub(super) fn passable(&self) -> usize {
        (0..self.grid.nodes()).filter(|&node| self.grid.is_passable(node)).count()
    }

    /// The directions in which a path must come to a cell for it to be a jump point, as a set.
    pub(super) fn points(&self, node: u32) -> u8 {
        self.points[node as usize]
    }

    /// Steps to the next jump point in a straight direction; there must be one.
    #[inline]
    fn jump(&self, (x, y): (u32, u32), direction: usize) -> u32 {
        match direction {
            0 => self.jumps[0].down(x, y),
            1 => self.jumps[1].up(y, x),
            2 => self.jumps[2].up(x, y),
            _ => self.jumps[3].down(y, x),
        }
    }

    /// The goal of a query.
    pub(super) fn target(&self, place: (u32, u32)) -> Target {
        let (x, y) = place;
        let [rows, columns] = &self.walls;
        Target { place, free: [rows.down(y, x), rows.up(y, x), columns.down(x, y), columns.up(x, y)] }
    }

    /// True if a path from a cell to the goal, first diagonal, then straight, is free.
    #[inline]
    pub(super) fn sees(&self, place: (u32, u32), target: &Target) -> bool {
        let (to_x, to_y) = target.place;
        let turn = place.0.abs_diff(to_x).min(place.1.abs_diff(to_y));
        // Most often the straight part already fails.
        target.ends(place) && self.clear(place, towards(place, target.place)) >= turn
    }

    /// The number of steps that are possible in a diagonal direction.
    #[inline]
    pub(super) fn clear(&self, place: (u32, u32), diagonal: usize) -> u32 {
        let axis = Line::along(diagonal);
        let (line, cell) = axis.of(self.grid, place);
        let shut = &self.shut[usize::from(axis == Line::Rising)];
        (if diagonal < 6 { shut.up(line, cell) } else { shut.down(line, cell + 1) }) - 1
    }
}

/// The goal of a query, and the free lines that lead to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// Its column and row.
    pub place: (u32, u32),
    /// Steps to the next wall to the left, to the right, above and below.
    free: [u32; 4],
}

impl Target {
    /// True if the straight part of a path, first diagonal, then straight, from a cell is free.
    #[inline]
    pub(super) fn ends(&self, (x, y): (u32, u32)) -> bool {
        let (to_x, to_y) = self.place;
        let (dx, dy) = (x.abs_diff(to_x), y.abs_diff(to_y));
        let side = if dx > dy { usize::from(x > to_x) } else { 2 + usize::from(y > to_y) };
        self.free[side] > dx.abs_diff(dy)
    }
}

/// The diagonal direction towards a place; either of two where it lies straight ahead.
#[inline]
pub(super) fn towards((x, y): (u32, u32), (to_x, to_y): (u32, u32)) -> usize {
    match (x < to_x, y < to_y) {
        (true, false) => 4,
        (true, true) => 5,
        (false, true) => 6,
        (false, false) => 7,
    }
}

/// The place `steps` away.
#[inline]
fn moved((x, y): (u32, u32), direction: usize, steps: u32) -> (u32, u32) {
    let (dx, dy) = AROUND[direction & 7];
    (x.wrapping_add_signed(dx * steps.cast_signed()), y.wrapping_add_signed(dy * steps.cast_signed()))
}

/// The lines of a grid along which marks lie. Cells of a row and of a diagonal are numbered by their columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Row,
    Column,
    /// To the right and down.
    Falling,
    /// To the right and up.
    Rising,
}

impl Line {
    /// The diagonal of a diagonal direction.
    #[inline]
    fn along(direction: usize) -> Self {
        if direction & 1 == 1 { Self::Falling } else { Self::Rising }
    }

    /// The line of a place and the place's number on it.
    #[inline]
    fn of(self, grid: &Grid, (x, y): (u32, u32)) -> (u32, u32) {
        match self {
            Self::Row => (y, x),
            Self::Column => (x, y),
            Self::Falling => (x + grid.height() - 1 - y, x),
            Self::Rising => (x + y, x),
        }
    }
}

/// Bits in front of a line and behind it, which are marked.
const BORDER: usize = 1;
/// Bytes in front of all lines and behind them, so that every load is inside.
const MARGIN: usize = 8;

/// Marks on the cells of a grid along all lines of a kind, one bit each. A word starts at any byte here,
/// since one unaligned load is cheaper than two aligned ones.
#[derive(Clone, Debug)]
struct Marks {
    bytes: Vec<u8>,
    /// Bytes from a line to the next.
    stride: usize,
}

impl Marks {
    /// Marks on the nodes of a grid where `marked` says so; and on everything outside.
    fn new(grid: &Grid, line: Line, marked: impl Fn(u32) -> bool) -> Self {
        let (width, height) = (grid.width() as usize, grid.height() as usize);
        let (lines, cells) = match line {
            Line::Row => (height, width),
            Line::Column => (width, height),
            Line::Falling | Line::Rising => (width + height - 1, width),
        };
        let stride = (cells + 2 * BORDER).div_ceil(8);
        let mut marks = Self { bytes: vec![u8::MAX; 2 * MARGIN + lines * stride], stride };
        for node in (0..grid.nodes()).filter(|&node| !marked(node)) {
            let (line, cell) = line.of(grid, grid.place(node));
            let bit = marks.first(line) + cell as usize;
            marks.bytes[bit / 8] &= !(1 << (bit % 8));
        }
        marks
    }

    /// Steps from a cell to the next mark at a higher number. The end of the line is marked.
    #[inline]
    fn up(&self, line: u32, cell: u32) -> u32 {
        // Bit 0 is the next cell; at the top, `empty` bits are not known.
        let mut bit = self.first(line) + cell as usize + 1;
        let mut steps = 1;
        loop {
            let empty = bit % 8;
            let word = self.word(bit / 8) >> empty;
            if word != 0 {
                return steps + word.trailing_zeros();
            }
            bit += 64 - empty;
            steps += 64 - low(empty);
        }
    }

    /// Steps from a cell to the next mark at a lower number. The start of the line is marked.
    #[inline]
    fn down(&self, line: u32, cell: u32) -> u32 {
        // Bit 63 is the next cell; at the bottom, `empty` bits are not known.
        let mut bit = self.first(line) + cell as usize - 1;
        let mut steps = 1;
        loop {
            let empty = 7 - bit % 8;
            let word = self.word(bit / 8 - 7) << empty;
            if word != 0 {
                return steps + word.leading_zeros();
            }
            bit -= 64 - empty;
            steps += 64 - low(empty);
        }
    }

    /// The bit of the first cell of a line.
    #[inline]
    fn first(&self, line: u32) -> usize {
        (MARGIN + line as usize * self.stride) * 8 + BORDER
    }

    /// Eight bytes.
    #[inline]
    fn word(&self, byte: usize) -> u64 {
        // Always inside, because of the margins.
        let bytes = self.bytes.get(byte..).and_then(|bytes| bytes.first_chunk());
        bytes.map_or(u64::MAX, |bytes| u64::from_le_bytes(*bytes))
    }
}

/// A number of bits in a word.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "64 at most")]
fn low(bits: usize) -> u32 {
    bits as u32
}
