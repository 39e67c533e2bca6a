//! Maps of hexes.

use super::graph::{Graph, NEVER};

/// A map of hexes in rows, of which the odd ones lie half a hex further right. A step costs what the hex where it
/// ends costs. The node of a hex is its row times the number of columns plus its column, both from 0 at the top left.
///
/// ```
/// use boardbots_path::{Hexes, Search};
/// let map = ". ~ .\n . ~ .\n. . w";
/// let cost = |hex| match hex {
///     '.' => Some(1),
///     'w' => Some(3),
///     _ => None,
/// };
/// let hexes = Hexes::from_text(map, cost).expect("a small map");
/// let mut search = Search::for_graph(&hexes);
/// let route = search.route(&hexes, 0, 2).expect("a way round the water");
/// assert_eq!((route.cost, route.nodes), (7, &[0, 3, 7, 8, 5, 2][..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hexes {
    width: u32,
    height: u32,
    /// The cost of a step to each hex; [`NEVER`] where nobody can go.
    costs: Vec<u32>,
    /// The lowest and the highest of those that are not.
    least: u32,
    most: u32,
}

impl Hexes {
    /// A map of this number of columns and rows, 2²³ hexes at most; `None` for other sizes. `cost(column, row)` is the
    /// cost of a step to a hex, below 2³² - 1, or `None` where nobody can go.
    #[must_use]
    pub fn new(width: u32, height: u32, cost: impl Fn(u32, u32) -> Option<u32>) -> Option<Self> {
        let hexes = width.checked_mul(height).filter(|hexes| (1..=1 << 23).contains(hexes))?;
        let costs: Vec<u32> = (0..hexes).map(|hex| cost(hex % width, hex / width).unwrap_or(NEVER)).collect();
        let entered = || costs.iter().copied().filter(|&cost| cost != NEVER);
        let (least, most) = (entered().min().unwrap_or(0), entered().max().unwrap_or(0));
        Some(Self { width, height, costs, least, most })
    }

    /// A map of the characters of a text, a row for each line, without its spaces. `cost(character)` is as that of
    /// [`Hexes::new`]; nobody can go where a line is shorter than others. `None` for other sizes.
    #[must_use]
    pub fn from_text(text: &str, cost: impl Fn(char) -> Option<u32>) -> Option<Self> {
        let row = |line: &str| line.chars().filter(|hex| !hex.is_whitespace()).map(&cost).collect();
        let rows: Vec<Vec<Option<u32>>> = text.lines().map(row).collect();
        let [width, height] = [rows.iter().map(Vec::len).max()?, rows.len()].map(|side| u32::try_from(side).ok());
        Self::new(width?, height?, |x, y| rows[y as usize].get(x as usize).copied().flatten())
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

    /// The node of a hex by column and row; `None` outside the map.
    #[must_use]
    #[inline]
    pub fn node(&self, x: u32, y: u32) -> Option<u32> {
        (x < self.width && y < self.height).then(|| y * self.width + x)
    }

    /// Column and row of a node.
    #[must_use]
    #[inline]
    pub fn place(&self, node: u32) -> (u32, u32) {
        (node % self.width, node / self.width)
    }
}

impl Graph for Hexes {
    fn nodes(&self) -> u32 {
        u32::try_from(self.costs.len()).expect("2^23 at most")
    }

    fn max_cost(&self) -> u32 {
        self.most
    }

    #[inline]
    fn successors(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
        if self.costs[node as usize] == NEVER {
            return;
        }
        let (x, y) = self.place(node);
        // Of the two neighbours in the row above or below, the left one; wrapping outside.
        let left = (x + y % 2).wrapping_sub(1);
        let (above, below) = (y.wrapping_sub(1), y + 1);
        let sides = [(x.wrapping_sub(1), y), (x + 1, y)];
        let rows = [(left, above), (left.wrapping_add(1), above), (left, below), (left.wrapping_add(1), below)];
        for (x, y) in sides.into_iter().chain(rows) {
            if let Some(to) = self.node(x, y)
                && self.costs[to as usize] != NEVER
            {
                visit(to, self.costs[to as usize]);
            }
        }
    }

    /// Steps over open ground, each at the lowest cost: a step to another row is also half a step to the side.
    #[inline]
    fn estimate(&self, node: u32, goal: u32) -> u32 {
        let ((x, y), (to_x, to_y)) = (self.place(node), self.place(goal));
        let (rows, halves) = (y.abs_diff(to_y), (2 * x + y % 2).abs_diff(2 * to_x + to_y % 2));
        (rows + halves.saturating_sub(rows) / 2).saturating_mul(self.least).min(NEVER - 1)
    }
}
