//! Connections between all land: ramps over cliffs, fords through water.

use super::spread::{around, slope, way};
use crate::hex::Side;
use crate::map::{Map, Object};
use crate::movement::cost::{Gait, WoodsCost, entry};

/// The mark of a hex that is in no region.
const NONE: u16 = u16::MAX;

/// The regions of hexes on which mechs can stand dry, each of hexes that a mech can reach from each other by running:
/// the region of each hex, and the size of each region. `O(hexes)`.
fn regions(map: &Map) -> (Vec<u16>, Vec<usize>) {
    let mut region = vec![NONE; map.cells().len()];
    let mut sizes = Vec::new();
    let mut waiting = Vec::new();
    for start in 0..region.len() {
        if region[start] != NONE || !is_firm(map, start) {
            continue;
        }
        let number = u16::try_from(sizes.len()).expect("99 × 99 hexes at most");
        sizes.push(0);
        region[start] = number;
        waiting.push(start);
        while let Some(index) = waiting.pop() {
            sizes[usize::from(number)] += 1;
            let hex = map.hex(index);
            for side in Side::ALL {
                // A mech that runs may not enter water, and no building bears every mech.
                let Ok(step) = entry(map, hex, side, Gait::Run, u16::MAX, WoodsCost::Added) else { continue };
                let next = map.index(step.to);
                if region[next] == NONE && is_firm(map, next) {
                    region[next] = number;
                    waiting.push(next);
                }
            }
        }
    }
    (region, sizes)
}

/// True if a hex is neither under water nor a building.
fn is_firm(map: &Map, index: usize) -> bool {
    let cell = &map.cells()[index];
    cell.depth() == 0 && !cell.object.is_some_and(Object::is_building)
}

/// True if all land and shallows are one region.
pub fn is_one(map: &Map) -> bool {
    regions(map).1.len() <= 1
}

/// Joins all land and shallows into one region: the largest with the nearest other one, as long as there are two. Each
/// step makes a hex lower or shallower, so it ends.
pub fn join(map: &mut Map) {
    loop {
        let (region, sizes) = regions(map);
        let Some(home) = (0..sizes.len()).max_by_key(|&number| (sizes[number], usize::MAX - number)) else { return };
        let is_home = |index: usize| usize::from(region[index]) == home;
        let starts: Vec<usize> = (0..region.len()).filter(|&index| is_home(index)).collect();
        let is_goal = |index: usize| region[index] != NONE && !is_home(index);
        let cost = |from: usize, to: usize| {
            let depth = u32::from(map.cells()[to].depth());
            Some(1 + 4 * depth + 5 * slope(map, from, to).saturating_sub(2))
        };
        let Some(way) = way(map, starts, is_goal, cost) else { return };
        level(map, &way);
    }
}

/// Makes a route walkable: water becomes a ford, cliffs become ramps.
fn level(map: &mut Map, way: &[usize]) {
    for &index in way {
        let cell = map.cell_mut(map.hex(index));
        cell.level = cell.level.max(0);
    }
    let mut ramp = |low: usize, high: usize| {
        let most = map.cells()[low].level + 2;
        let cell = map.cell_mut(map.hex(high));
        cell.level = cell.level.min(most);
    };
    way.windows(2).for_each(|step| ramp(step[0], step[1]));
    way.windows(2).rev().for_each(|step| ramp(step[1], step[0]));
}

/// True if a neighbour of a hex is too high to be walked to.
pub fn is_under_cliff(map: &Map, index: usize) -> bool {
    let level = map.cells()[index].level;
    around(map, index).any(|next| {
        let cell = &map.cells()[next];
        cell.level > level + 2 && !cell.object.is_some_and(Object::is_building)
    })
}
