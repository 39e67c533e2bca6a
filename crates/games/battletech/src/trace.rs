//! The hexes between two mechs, as the simulator's own tool lists them.
//!
//! The tool draws in pixels and treats lines along the grid separately; its lists zigzag, and on some lines a hex
//! appears twice. All of that decides who sees whom, so all of it is here, checked against 7,500 answers of the tool.

use super::hex::Hex;
use super::map::{Cell, Map, Object};
pub use super::raster::Line;
use super::raster::{self, hex};

/// The place of a mech, as far as its line of sight depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Post {
    /// The hex.
    pub hex: Hex,
    /// It stands, and so sees over one more level.
    pub standing: bool,
}

impl Post {
    /// A mech on a hex.
    #[must_use]
    pub const fn new(hex: Hex, standing: bool) -> Self {
        Self { hex, standing }
    }

    /// The height of its eyes: the level, and 1 more if it stands.
    #[must_use]
    #[inline]
    pub fn height(self, map: &Map) -> i16 {
        map.cell(self.hex).level + i16::from(self.standing)
    }
}

/// A line from `upper` to `lower`, with the data that comparing two of its hexes needs.
struct Trace<'a> {
    map: &'a Map,
    /// The end in the upper row; in the left column if they are in one row.
    upper: (i16, i16),
    lower: (i16, i16),
    /// Heights of the eyes there.
    heights: (i16, i16),
    distance: i16,
}

/// Lists the hexes from one post to another, at least two apart, both on the map.
pub fn trace(map: &Map, from: Post, to: Post, line: &mut Line) {
    line.clear();
    let place = |hex: Hex| (i16::from(hex.row), i16::from(hex.column));
    let swapped = place(to.hex) < place(from.hex);
    let (upper, lower) = if swapped { (to, from) } else { (from, to) };
    let trace = Trace {
        map,
        upper: place(upper.hex),
        lower: place(lower.hex),
        heights: (upper.height(map), lower.height(map)),
        distance: i16::from(from.hex.distance(to.hex)),
    };
    trace.list(line);
    if swapped {
        line.reverse();
    }
}

impl Trace<'_> {
    fn list(&self, line: &mut Line) {
        let ((row, column), (last_row, last_column)) = (self.upper, self.lower);
        let columns = (last_column - column).abs();
        let half = self.distance / 2;
        let even = column % 2 == 0;
        if columns == 0 {
            for between in row + 1..last_row {
                push(line, between, column);
            }
        } else if row == last_row && columns % 2 == 0 {
            self.along_row(line);
        } else if even && last_row == row + half + half / 2 && columns == half {
            self.along_corners(line, 0);
        } else if !even && last_row == row + half + (half + 1) / 2 && columns == half {
            self.along_corners(line, 1);
        } else {
            raster::list(self.map, self.upper, self.lower, line);
        }
    }

    /// Both ends in one row: every second step lies between two hexes, and the worse one counts.
    fn along_row(&self, line: &mut Line) {
        let (row, column) = self.upper;
        let even = column % 2 == 0;
        let edge = if even { row == 0 } else { row + 1 == i16::from(self.map.height()) };
        for step in 1..self.distance {
            let here = (row, column + step);
            if edge || step % 2 == 0 {
                push(line, here.0, here.1);
            } else {
                let other = (if even { row - 1 } else { row + 1 }, column + step);
                self.push_worse(line, here, other, step);
            }
        }
    }

    /// Straight through corners of hexes, two rows and a column at a time. `odd` is 1 if the upper
    /// end is in an odd column; then the tool lists a hex more for each pair.
    fn along_corners(&self, line: &mut Line, odd: i16) {
        let (row, column) = self.upper;
        let towards = if self.lower.1 > column { 1 } else { -1 };
        let (mut down, mut across) = (0, 0);
        for step in 1..self.distance {
            if step % 2 == 0 {
                let half = step / 2;
                down = half + i16::midpoint(half, odd);
                push(line, row + down, column + across);
            } else {
                let first = (row + down + 1, column + across);
                self.push_worse(line, first, (row + down + odd, column + across + towards), step);
                if odd == 1 {
                    push(line, first.0, first.1);
                }
                across += towards;
            }
        }
    }

    /// Lists whichever of two hexes hinders more.
    fn push_worse(&self, line: &mut Line, first: (i16, i16), second: (i16, i16), step: i16) {
        let (Some(one), Some(two)) = (hex(self.map, first), hex(self.map, second)) else {
            // The tool never looks over the edge; if it did, the hex on the map would count.
            let (row, column) = if hex(self.map, first).is_some() { first } else { second };
            push(line, row, column);
            return;
        };
        let (cell, other) = (self.map.cell(one), self.map.cell(two));
        let over = |level: i16| {
            let (upper, lower) = self.heights;
            if step == 1 {
                level > upper
            } else if step + 1 == self.distance {
                level > lower
            } else {
                level > upper && level > lower
            }
        };
        let _ = line.try_push(if first_is_worse(cell, other, over) { one } else { two });
    }
}

/// True if the first of two hexes hinders more; `over` tells if a level is above the eyes that count there.
fn first_is_worse(first: &Cell, second: &Cell, over: impl Fn(i16) -> bool) -> bool {
    let heavy = |cell: &Cell| cell.object == Some(Object::HeavyWoods);
    let woods = |cell: &Cell| heavy(cell) || cell.object == Some(Object::LightWoods);
    let difference = first.level - second.level;
    if difference.abs() >= 2 {
        return difference > 0;
    }
    if difference == 0 {
        return heavy(first) || !heavy(second) && (woods(first) || !woods(second));
    }
    let first_higher = difference > 0;
    let (higher, lower) = if first_higher { (first, second) } else { (second, first) };
    let higher_is_worse = if !woods(lower) || over(higher.level) {
        true
    } else if over(lower.level) {
        false
    } else {
        let above = over(higher.level + 2) && (!first_higher || woods(higher));
        let below = over(lower.level + 2);
        match (above, below) {
            (true, true) => heavy(higher) || !heavy(lower),
            (false, true) => false,
            (_, false) => true,
        }
    };
    higher_is_worse == first_higher
}

fn push(line: &mut Line, row: i16, column: i16) {
    if let (Ok(row), Ok(column)) = (u8::try_from(row), u8::try_from(column)) {
        // A list longer than any line cannot be.
        let _ = line.try_push(Hex::new(column, row));
    }
}
