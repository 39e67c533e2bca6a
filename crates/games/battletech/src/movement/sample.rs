//! Maps that test movement.

use crate::map::{Cell, Map, Object, Terrain};

/// A map with hills, water, swamps, roads, woods, rubble and buildings all over.
pub fn wild(width: u8, height: u8, rng: &mut fastrand::Rng) -> Map {
    let cell = |rng: &mut fastrand::Rng| {
        let level = [0, 0, 0, 0, 1, 1, 2, -1, -2, 3][usize::from(rng.u8(0..10))];
        let mut cell = Cell { level, ..Cell::OPEN };
        cell.terrain = match (level, rng.u8(0..8)) {
            (..0, _) | (0, 0) => Terrain::Water,
            (_, 1) => Terrain::Swamp,
            _ => Terrain::Open,
        };
        cell.object = Object::ALL.get(usize::from(rng.u8(0..16))).copied();
        cell.strength = if cell.object.is_some_and(Object::is_building) { u16::from(rng.u8(30..90)) } else { 0 };
        cell.roads = rng.u8(0..64) & rng.u8(0..64);
        cell
    };
    let cells = (0..u32::from(width) * u32::from(height)).map(|_| cell(rng)).collect();
    Map::new(width, height, cells).expect("as many hexes as it says")
}
