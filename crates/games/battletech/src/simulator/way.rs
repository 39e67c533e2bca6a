//! A long way between two mechs, for the test in which they must find each other.

use crate::battle::{Place, start_hexes};
use crate::hex::Side;
use crate::map::Map;
use crate::movement::approach::Approach;
use crate::movement::cost::WoodsCost;
use crate::movement::ground::Ground;
use crate::movement::walker::Walker;

/// The two places of a map that are farthest apart on foot for mechs of this many tons, of those at
/// most this many movement points apart; `None` if no way leads from anywhere to anywhere.
#[must_use]
pub fn long_way(map: &Map, tons: u16, most: u16) -> Option<Vec<Place>> {
    let ground = Ground::new(map, WoodsCost::Added);
    let mut approach = Approach::new(&ground, map);
    let open = start_hexes(map, tons);
    let mut best = None;
    for (number, &goal) in open.iter().enumerate() {
        approach.explore(&ground, map, &Walker::plain(tons), &[goal]);
        for &start in &open[..number] {
            let cost = approach.cost(map, start, Side::NORTH);
            if cost <= most && best.is_none_or(|(longest, _, _)| cost > longest) {
                best = Some((cost, start, goal));
            }
        }
    }
    let (_, start, goal) = best?;
    Some([start, goal].map(|hex| Place { hex, facing: Side::NORTH }).to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Cell;

    #[test]
    fn a_wall_makes_the_way_long() {
        // Nine columns, the middle one a wall with a gap at the bottom.
        let mut map = Map::new(9, 9, vec![Cell::OPEN; 81]).expect("a map");
        for row in 0..8 {
            map.cell_mut(crate::hex::Hex::new(4, row)).level = 5;
        }
        let places = long_way(&map, 50, 1000).expect("there is a way");
        assert!(places[0].hex.column < 4 && places[1].hex.column > 4, "{places:?}");
        let near = long_way(&map, 50, 6).expect("there is a way");
        assert!(near[0].hex.distance(near[1].hex) <= 6);
        let wall = Map::new(1, 1, vec![Cell::OPEN]).expect("a map");
        assert_eq!(long_way(&wall, 50, 1000), None);
    }
}
