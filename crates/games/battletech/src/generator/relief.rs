//! Levels: hills of the noise, lower towards water, with slopes that can mostly be walked.

use super::spread::{around, distances};
use crate::map::{Map, Terrain};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Up to this relief most slopes rise by one level a hex, above it by two: hills would have no room
/// for their tops.
const GENTLE: u8 = 4;
/// The share of the land where slopes are not made gentler, in thousandths: there are cliffs.
const RUGGED: i64 = 120;

/// Gives all hexes of land their levels, 0 to `relief`. Water must be drawn before. `heights` are the
/// ranks of the hexes by height, `wild` by how steep they may be.
pub fn raise(map: &mut Map, relief: u8, heights: &[i64], wild: &[i64]) {
    let is_land = |map: &Map, index: usize| map.cells()[index].terrain != Terrain::Water;
    let mut land: Vec<usize> = (0..heights.len()).filter(|&index| is_land(map, index)).collect();
    land.sort_unstable_by_key(|&index| (Reverse(heights[index]), index));
    let mut levels = vec![0_u8; heights.len()];
    let whole = (usize::from(relief) + 1).pow(2);
    for level in 1..=relief {
        // The higher, the less there is of it, as on a cone.
        let share = usize::from(relief - level + 1).pow(2);
        for &index in &land[..(land.len() * share).div_ceil(whole).min(land.len())] {
            levels[index] = level;
        }
    }
    let shore = distances(map, |index| !is_land(map, index));
    for &index in &land {
        // Water lies in a valley with banks that can be climbed.
        levels[index] = levels[index].min(shore[index].saturating_mul(2).saturating_sub(1));
    }
    let gentle = if relief <= GENTLE { 1 } else { 2 };
    let steps = |index: usize| if relief > 2 && wild[index] >= 1000 - RUGGED { u8::MAX } else { gentle };
    soften(map, &mut levels, steps);
    for &index in &land {
        map.cell_mut(map.hex(index)).level = levels[index].into();
    }
}

/// Lowers hexes that are more above one beside them than `steps` says. Dijkstra's algorithm from the
/// lowest ones upwards.
fn soften(map: &Map, levels: &mut [u8], steps: impl Fn(usize) -> u8) {
    let mut open: BinaryHeap<_> = (0..levels.len()).map(|index| Reverse((levels[index], index))).collect();
    while let Some(Reverse((level, index))) = open.pop() {
        if level > levels[index] {
            continue;
        }
        for next in around(map, index) {
            let most = level.saturating_add(steps(next));
            if levels[next] > most {
                levels[next] = most;
                open.push(Reverse((most, next)));
            }
        }
    }
}
