//! Water: a river from edge to edge in the valleys, lakes in the lowest ground.

use super::noise::{noise, ranks};
use super::spread::{around, distances, is_edge, way};
use crate::hex::Hex;
use crate::map::{Map, Terrain};
use fastrand::Rng;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The greatest depth.
const DEEPEST: i16 = 3;
/// The number of hexes of water for each lake.
const LAKE: usize = 30;
/// The fewest hexes of a river between two fords.
const FORD: u8 = 3;

/// Makes this many hexes water, with depths by their distance from the shore. `heights` are the ranks of the hexes by
/// height.
pub fn fill(map: &mut Map, count: usize, heights: &[i64], rng: &mut Rng) {
    let mut wet = vec![false; heights.len()];
    let river = if rng.u8(0..4) > 0 { river(map, count, heights, rng) } else { Vec::new() };
    for &index in &river {
        wet[index] = true;
    }
    let mut left = count - river.len();
    while left > 0 {
        let lakes = left.div_ceil(LAKE);
        // A little water makes a wide place in the river.
        let start = if left < 5 && !river.is_empty() { river.get(river.len() / 2) } else { None };
        let dry = (0..wet.len()).filter(|&index| !wet[index]);
        let Some(start) = start.copied().or_else(|| dry.min_by_key(|&index| (basin(map, heights, index), index)))
        else {
            break;
        };
        left -= lake(map, &mut wet, start, left.div_ceil(lakes), heights, rng);
    }
    for index in (0..wet.len()).filter(|&index| wet[index]) {
        map.cell_mut(map.hex(index)).terrain = Terrain::Water;
    }
    deepen(map, &wet, rng);
    shallows(map, &river, rng);
}

/// The cost of a lake on a hex: the less, the better. Hexes at the edge of the map cost more.
fn basin(map: &Map, heights: &[i64], index: usize) -> i64 {
    heights[index] + if is_edge(map, map.hex(index)) { 400 } else { 0 }
}

/// A river of at most this many hexes, from its spring on one edge to the opposite edge; none if it
/// would be longer.
fn river(map: &Map, most: usize, heights: &[i64], rng: &mut Rng) -> Vec<usize> {
    let across = rng.bool();
    let bends = ranks(&noise(map, 3, rng));
    let last = if across { map.width() } else { map.height() } - 1;
    let along = |index: usize| if across { map.hex(index).column } else { map.hex(index).row };
    let banks = |hex: Hex| {
        let (at, last) = if across { (hex.row, map.height() - 1) } else { (hex.column, map.width() - 1) };
        at < 2 || at + 2 > last
    };
    let cost = |_: usize, to: usize| {
        let edge = if banks(map.hex(to)) { 80 } else { 0 };
        u32::try_from(20 + heights[to] / 8 + bends[to] / 10 + edge).ok()
    };
    // The lowest hex of the edge that is not in a corner.
    let spring = (0..heights.len()).filter(|&index| along(index) == 0 && !banks(map.hex(index)));
    let spring = spring.min_by_key(|&index| (heights[index], index));
    way(map, spring, |index| along(index) == last, cost).filter(|river| river.len() <= most).unwrap_or_default()
}

/// Grows a lake of this many hexes, lowest ground first and round rather than long, and returns its size: less if there
/// is no more room.
fn lake(map: &Map, wet: &mut [bool], start: usize, count: usize, heights: &[i64], rng: &mut Rng) -> usize {
    let shores = ranks(&noise(map, 3, rng));
    let middle = map.hex(start);
    let worth =
        |index: usize| basin(map, heights, index) + shores[index] / 3 + 90 * i64::from(map.hex(index).distance(middle));
    let mut seen = vec![false; wet.len()];
    let mut open = BinaryHeap::from([Reverse((0, start))]);
    let mut grown = 0;
    seen[start] = true;
    while grown < count {
        let Some(Reverse((_, index))) = open.pop() else { break };
        grown += usize::from(!wet[index]);
        wet[index] = true;
        for next in around(map, index) {
            if !seen[next] {
                seen[next] = true;
                open.push(Reverse((worth(next), next)));
            }
        }
    }
    grown
}

/// Depths: the farther from the shore, the deeper, with shallows here and there.
fn deepen(map: &mut Map, wet: &[bool], rng: &mut Rng) {
    let off = distances(map, |index| !wet[index]);
    let sands = ranks(&noise(map, 3, rng));
    for index in (0..wet.len()).filter(|&index| wet[index]) {
        let depth = match (off[index], sands[index]) {
            (1, 800..) => 0,
            (far, 500..) if far > 1 => i16::from(far) - 1,
            (far, _) => i16::from(far),
        };
        map.cell_mut(map.hex(index)).level = -depth.min(DEEPEST);
    }
}

/// Fords of a river, some hexes apart.
fn shallows(map: &mut Map, river: &[usize], rng: &mut Rng) {
    let mut next = rng.u8(1..=FORD);
    for &index in river {
        let cell = map.cell_mut(map.hex(index));
        if next == 0 && cell.level >= -1 {
            cell.level = 0;
            next = FORD + rng.u8(0..=3);
        }
        next = next.saturating_sub(1);
    }
}
