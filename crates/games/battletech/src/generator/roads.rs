//! Roads from edge to edge over passable ground, bridges, and a village at a crossing.

use super::noise::{noise, ranks};
use super::passage::is_one;
use super::spread::{around, distances, is_edge, slope, way};
use crate::hex::{Hex, Side};
use crate::map::{Cell, Map, Object, Terrain};
use fastrand::Rng;

/// The fewest and the most buildings of a village.
const HOUSES: (u8, u8) = (3, 7);
/// The construction factors of a light and a medium building, in tons.
const STRENGTHS: [u16; 2] = [15, 40];

/// Draws roads; each prefers existing roads to new ground.
pub fn draw(map: &mut Map, count: u8, rng: &mut Rng) {
    let mut across = rng.bool();
    for _ in 0..count {
        road(map, across, rng);
        across = !across;
    }
    if count > 1 {
        village(map, rng);
    }
}

/// A road from the left to the right edge, or from the upper to the lower one.
fn road(map: &mut Map, across: bool, rng: &mut Rng) {
    let bends = ranks(&noise(map, 4, rng));
    let shore = distances(map, |index| map.cells()[index].terrain == Terrain::Water);
    let mut end = |far: bool| {
        let last = if across { map.width() } else { map.height() } - 1;
        let long = if across { map.height() } else { map.width() };
        // The middle two thirds of the edge, away from the corners.
        let (mut free, mut off): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        for at in long / 6..long - long / 6 {
            let edge = if far { last } else { 0 };
            let index = map.index(if across { Hex::new(edge, at) } else { Hex::new(at, edge) });
            if map.cells()[index].terrain != Terrain::Water {
                free.push(index);
            }
            // A road that starts beside water would have to follow the edge.
            if shore[index] > 2 {
                off.push(index);
            }
        }
        pick(if off.is_empty() { &free } else { &off }, rng)
    };
    let Some((start, goal)) = end(false).zip(end(true)) else { return };
    let cost = |from: usize, to: usize| {
        let (here, there) = (&map.cells()[from], &map.cells()[to]);
        let leads = |side: Side| here.roads >> side.index() & 1 == 1;
        if here.roads != 0 && side(map, from, to).is_some_and(leads) {
            return Some(2);
        }
        let rise = slope(map, from, to);
        let wet = |cell: &Cell| cell.terrain == Terrain::Water;
        let bridge = if wet(there) { 20 + 8 * u32::from(there.depth()) } else { 0 };
        let long = if wet(here) && wet(there) { 30 } else { 0 };
        let bend = u32::try_from(bends[to] / 200).unwrap_or(0);
        // A road along the edge of the map is of little use.
        let edge = if is_edge(map, map.hex(to)) { 8 } else { 0 };
        (rise <= 2).then_some(6 + 8 * rise * rise + bridge + long + bend + edge)
    };
    let Some(way) = way(map, [start], |index| index == goal, cost) else { return };
    for step in way.windows(2) {
        let Some(side) = side(map, step[0], step[1]) else { continue };
        map.cell_mut(map.hex(step[0])).roads |= 1 << side.index();
        map.cell_mut(map.hex(step[1])).roads |= 1 << side.opposite().index();
    }
}

/// The side of one hex over which another lies.
fn side(map: &Map, from: usize, to: usize) -> Option<Side> {
    Side::ALL.into_iter().find(|&side| map.neighbour(map.hex(from), side) == Some(map.hex(to)))
}

/// One of some hexes at random, the same on machines of 32 and 64 bits.
fn pick(hexes: &[usize], rng: &mut Rng) -> Option<usize> {
    let count = u32::try_from(hexes.len()).ok().filter(|&count| count > 0)?;
    Some(hexes[rng.u32(0..count) as usize])
}

/// Builds houses on level ground around the hex with the most roads. No house blocks a route.
fn village(map: &mut Map, rng: &mut Rng) {
    let is_dry = |cell: &Cell| cell.terrain != Terrain::Water;
    let level = |map: &Map, index: usize| {
        let here = map.cells()[index].level;
        around(map, index).filter(|&next| is_dry(&map.cells()[next]) && map.cells()[next].level == here).count()
    };
    let meets = |map: &Map, index: usize| (map.cells()[index].roads.count_ones(), level(map, index));
    let squares = (0..map.cells().len()).filter(|&index| is_dry(&map.cells()[index]) && meets(map, index).0 > 2);
    let Some(square) = squares.max_by_key(|&index| (meets(map, index), usize::MAX - index)) else { return };
    let (middle, ground) = (map.hex(square), map.cells()[square].level);
    let is_lot = |map: &Map, index: usize| {
        let cell = &map.cells()[index];
        let near = map.hex(index).distance(middle) <= 2;
        near && is_dry(cell) && cell.roads == 0 && cell.level == ground
    };
    let mut lots: Vec<usize> = (0..map.cells().len()).filter(|&index| is_lot(map, index)).collect();
    for _ in 0..rng.u8(HOUSES.0..=HOUSES.1) {
        let Some(lot) = pick(&lots, rng) else { break };
        lots.retain(|&index| index != lot);
        let medium = rng.u8(0..3) == 0;
        let (object, height) = if medium { (Object::MediumBuilding, 2) } else { (Object::LightBuilding, 1) };
        let before = map.cells()[lot];
        let (level, strength) = (ground + height, STRENGTHS[usize::from(medium)]);
        *map.cell_mut(map.hex(lot)) =
            Cell { level, terrain: Terrain::Paved, object: Some(object), strength, ..Cell::OPEN };
        if !is_one(map) {
            *map.cell_mut(map.hex(lot)) = before;
        }
    }
    for index in 0..map.cells().len() {
        let near = map.hex(index).distance(middle) <= 1;
        let cell = map.cell_mut(map.hex(index));
        // The streets of the village, but not its bridges.
        if near && cell.roads != 0 && cell.terrain == Terrain::Open {
            cell.terrain = Terrain::Paved;
        }
    }
}
