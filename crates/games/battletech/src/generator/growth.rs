//! What covers the ground: woods in groups, heavy within light; swamp on shores, rubble under cliffs.

use super::noise::{noise, ranks};
use super::passage::is_under_cliff;
use super::spread::around;
use crate::map::{Map, Object, Terrain};
use fastrand::Rng;
use std::cmp::Reverse;

/// Shores with reeds, in thousandths of what could have them.
const SWAMP: i64 = 250;

/// Covers this many hexes with woods: where there is no road as long as there is room.
pub fn woods(map: &mut Map, count: usize, rng: &mut Rng) {
    let thick = ranks(&noise(map, 4, rng));
    let is_soil = |index: &usize| {
        let cell = &map.cells()[*index];
        cell.object.is_none() && matches!(cell.terrain, Terrain::Open)
    };
    let mut soil: Vec<usize> = (0..thick.len()).filter(is_soil).collect();
    soil.sort_unstable_by_key(|&index| (map.cells()[index].roads != 0, Reverse(thick[index]), index));
    soil.truncate(count);
    for &index in &soil {
        map.cell_mut(map.hex(index)).object = Some(Object::LightWoods);
    }
    // The thickest third of each wood, if it is not its margin.
    let has_woods = |map: &Map, index: usize| map.cells()[index].object.is_some_and(|object| !object.is_building());
    let inside = |index: &usize| {
        map.cells()[*index].roads == 0 && around(map, *index).filter(|&next| !has_woods(map, next)).count() <= 1
    };
    let mut heart: Vec<usize> = soil.iter().copied().filter(inside).collect();
    heart.truncate(soil.len() * 2 / 5);
    for index in heart {
        map.cell_mut(map.hex(index)).object = Some(Object::HeavyWoods);
    }
}

/// Swamp on flat shores, and rubble under cliffs, where nothing else is.
pub fn margins(map: &mut Map, rng: &mut Rng) {
    let damp = ranks(&noise(map, 4, rng));
    for (index, &damp) in damp.iter().enumerate() {
        let cell = &map.cells()[index];
        if cell.object.is_some() || cell.roads != 0 || cell.terrain != Terrain::Open {
            continue;
        }
        let is_shore = cell.level == 0 && around(map, index).any(|next| map.cells()[next].terrain == Terrain::Water);
        if is_shore && damp < SWAMP {
            map.cell_mut(map.hex(index)).terrain = Terrain::Swamp;
        } else if is_under_cliff(map, index) && rng.u8(0..3) == 0 {
            map.cell_mut(map.hex(index)).object = Some(Object::Rubble);
        }
    }
}
