//! Searches over the hexes of a map that is being drawn.

use crate::hex::{Hex, Side};
use crate::map::Map;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// The indices of a hex's neighbours, north first, clockwise.
pub fn around(map: &Map, index: usize) -> impl Iterator<Item = usize> + '_ {
    let hex = map.hex(index);
    Side::ALL.into_iter().filter_map(move |side| map.neighbour(hex, side)).map(|next| map.index(next))
}

/// True if a hex is at the edge of the map.
pub fn is_edge(map: &Map, hex: Hex) -> bool {
    hex.column == 0 || hex.row == 0 || hex.column + 1 == map.width() || hex.row + 1 == map.height()
}

/// The number of levels that a step goes up or down over the ground, or over the surface of water.
pub fn slope(map: &Map, from: usize, to: usize) -> u32 {
    let surface = |index: usize| map.cells()[index].level.max(0);
    u32::from(surface(from).abs_diff(surface(to)))
}

/// The number of steps of each hex to the nearest of some hexes; [`u8::MAX`] without any. `O(hexes)`.
pub fn distances(map: &Map, from: impl Fn(usize) -> bool) -> Vec<u8> {
    let mut far = vec![u8::MAX; map.cells().len()];
    let mut waiting: VecDeque<usize> = (0..far.len()).filter(|&index| from(index)).collect();
    for &index in &waiting {
        far[index] = 0;
    }
    while let Some(index) = waiting.pop_front() {
        for next in around(map, index) {
            if far[next] == u8::MAX {
                far[next] = far[index].saturating_add(1).min(u8::MAX - 1);
                waiting.push_back(next);
            }
        }
    }
    far
}

/// The cheapest route from one of some hexes to a goal, both ends included; `None` without one. `step` gives the cost
/// of a step, or `None` if it is not possible. Dijkstra's algorithm, `O(hexes × log(hexes))`; of equally cheap hexes
/// the first on the map is taken.
pub fn way(
    map: &Map,
    starts: impl IntoIterator<Item = usize>,
    is_goal: impl Fn(usize) -> bool,
    step: impl Fn(usize, usize) -> Option<u32>,
) -> Option<Vec<usize>> {
    let mut best = vec![(u32::MAX, usize::MAX); map.cells().len()];
    let mut open = BinaryHeap::new();
    for start in starts {
        best[start] = (0, start);
        open.push(Reverse((0, start)));
    }
    while let Some(Reverse((cost, index))) = open.pop() {
        if cost > best[index].0 {
            continue;
        }
        if is_goal(index) {
            let mut way = vec![index];
            let mut at = index;
            while best[at].1 != at {
                at = best[at].1;
                way.push(at);
            }
            way.reverse();
            return Some(way);
        }
        for next in around(map, index) {
            let Some(more) = step(index, next) else { continue };
            let total = cost.saturating_add(more);
            if total < best[next].0 {
                best[next] = (total, index);
                open.push(Reverse((total, next)));
            }
        }
    }
    None
}
