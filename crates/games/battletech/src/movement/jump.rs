//! Obstacles to a jump.

use crate::hex::Hex;
use crate::map::Map;
use crate::trace::{Line, Post, trace};

/// True if neither the second hex nor any hex between is too high for a jump of this many points from the first. The
/// hexes between are those of the line of sight, with the tie-breaks of the simulator's own tool.
#[must_use]
pub fn clears(map: &Map, from: Hex, to: Hex, jump: u8) -> bool {
    let top = map.cell(from).level + i16::from(jump);
    if map.cell(to).level > top {
        return false;
    }
    if from.distance(to) < 2 || all_low(map, from, to, top) {
        return true;
    }
    let mut line = Line::new();
    trace(map, Post::new(from, true), Post::new(to, true), &mut line);
    line.iter().all(|&hex| map.cell(hex).level <= top)
}

/// True if nothing in a box around both hexes is higher than a level, so that no line needs to be drawn.
fn all_low(map: &Map, from: Hex, to: Hex, top: i16) -> bool {
    let around = |a: u8, b: u8, side: u8| a.min(b).saturating_sub(1)..=a.max(b).saturating_add(1).min(side - 1);
    let rows = around(from.row, to.row, map.height());
    around(from.column, to.column, map.width())
        .all(|column| rows.clone().all(|row| map.cell(Hex::new(column, row)).level <= top))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Cell;

    #[test]
    fn hills_stop_jumps() {
        let mut map = Map::new(9, 9, vec![Cell::OPEN; 81]).expect("a map");
        let (from, over, to) = (Hex::new(4, 1), Hex::new(4, 3), Hex::new(4, 5));
        assert!(clears(&map, from, to, 4));
        map.cell_mut(over).level = 4;
        assert!(clears(&map, from, to, 4));
        map.cell_mut(over).level = 5;
        assert!(!clears(&map, from, to, 4));
        assert!(!clears(&map, from, over, 4));
        // Beside the line it does not matter.
        assert!(clears(&map, from, Hex::new(6, 4), 4));
        map.cell_mut(from).level = 1;
        assert!(clears(&map, from, to, 4));
    }
}
