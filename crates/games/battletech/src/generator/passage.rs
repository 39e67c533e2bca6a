//! Connections between all land: ramps over cliffs, fords through water.

use super::spread::{around, slope, way};
use crate::map::{Cell, Map, Object};
use crate::movement::cost::{Gait, regions};

/// The regions of hexes on which mechs can stand dry, each of hexes that a mech can reach from each other by running:
/// one that runs may not enter water, and no building bears every mech.
fn dry_regions(map: &Map) -> (Vec<Option<usize>>, Vec<usize>) {
    let is_firm = |cell: &Cell| cell.depth() == 0 && !cell.object.is_some_and(Object::is_building);
    regions(map, (Gait::Run, u16::MAX), is_firm, is_firm)
}

/// True if all land and shallows are one region.
pub fn is_one(map: &Map) -> bool {
    dry_regions(map).1.len() <= 1
}

/// Joins all land and shallows into one region: the largest with the nearest other one, as long as there are two. Each
/// step makes a hex lower or shallower, so it ends.
pub fn join(map: &mut Map) {
    loop {
        let (region, sizes) = dry_regions(map);
        let Some(home) = (0..sizes.len()).max_by_key(|&number| (sizes[number], usize::MAX - number)) else { return };
        let is_home = |index: usize| region[index] == Some(home);
        let starts: Vec<usize> = (0..region.len()).filter(|&index| is_home(index)).collect();
        let is_goal = |index: usize| region[index].is_some() && !is_home(index);
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
