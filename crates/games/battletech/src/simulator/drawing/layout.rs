//! The layout of hexes on the picture: flat tops, even columns half a hex lower.

use crate::hex::{Hex, Side};
use crate::map::Map;

/// From the middle of a hex to its left and right corner.
pub const RADIUS: i32 = 32;
/// From the middle of a hex to the middle of its upper side.
pub const HALF: i32 = 28;
/// Room above the map for the title.
const TOP: i32 = 30;
const LEFT: i32 = 10;

/// A point of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

/// The size of the map on the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// To its right edge.
    pub width: i32,
    /// To its lower edge.
    pub height: i32,
}

impl Layout {
    /// The size of a map.
    #[must_use]
    pub fn of(map: &Map) -> Self {
        let (columns, rows) = (i32::from(map.width()), i32::from(map.height()));
        Self { width: LEFT + 48 * (columns - 1) + 2 * RADIUS, height: TOP + 2 * HALF * rows + HALF }
    }
}

/// The middle of a hex.
pub fn centre(hex: Hex) -> Point {
    let (column, row) = (i32::from(hex.column), i32::from(hex.row));
    Point { x: LEFT + RADIUS + 48 * column, y: TOP + HALF * (1 + 2 * row + column % 2) }
}

/// A point so far from another in the direction over a side, in the unit of 1/1000 of `far`.
pub fn towards(from: Point, side: Side, far: i32) -> Point {
    /// Sine and cosine of multiples of 60°, in thousandths.
    const WAYS: [(i32, i32); 6] = [(0, -1000), (866, -500), (866, 500), (0, 1000), (-866, 500), (-866, -500)];
    let (x, y) = WAYS[side.index()];
    Point { x: from.x + x * far / 1000, y: from.y + y * far / 1000 }
}

/// The middle of a side.
pub fn side(hex: Hex, side: Side) -> Point {
    towards(centre(hex), side, HALF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_lie_next_to_each_other() {
        for hex in [Hex::new(4, 4), Hex::new(5, 4)] {
            for way in Side::ALL {
                let next = hex.neighbour(way).expect("in the middle");
                let (here, there) = (side(hex, way), side(next, way.opposite()));
                assert!(here.x.abs_diff(there.x) <= 2 && here.y.abs_diff(there.y) <= 2, "{hex} {way}");
            }
        }
    }
}
