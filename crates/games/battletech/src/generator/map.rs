//! A random map, step by step: water in the lowest ground, levels from its banks up, routes, cover.

use super::noise::{noise, ranks};
use super::parameters::{Parameters, RELIEFS, ROADS, SIDES, Size, WATERS, WOODS};
use super::passage::{self, is_under_cliff};
use super::spread::{around, distances};
use super::{roads, water};
use crate::battle::start_hexes;
use crate::map::{Cell, Map, Object, Terrain};
use crate::movement::approach::{Approach, FAR};
use crate::movement::cost::WoodsCost;
use crate::movement::ground::{Ground, OnFoot};
use crate::movement::walker::Walker;
use boardbots_path::{NEVER, Search};
use fastrand::Rng;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The distance between hills, in hexes.
const APART: u8 = 6;
/// The heaviest mech, in tons: any other can walk where it can.
const HEAVIEST: u16 = 100;

/// A random map: hills, lakes or a river with fords, woods, roads with bridges and a village, swamp and rubble. From
/// every hex where a mech may start it can walk to every other one.
///
/// The same parameters and seed give the same map on every machine. Values outside their ranges are clamped.
///
/// ```
/// use boardbots_battletech::generator::{Parameters, generate};
/// let map = generate(Parameters::default(), 7);
/// assert_eq!((map.width(), map.height()), (15, 17));
/// assert_eq!(generate(Parameters::default(), 7), map);
/// ```
#[must_use]
pub fn generate(parameters: Parameters, seed: u64) -> Map {
    let mut parameters = within(parameters);
    let mut rng = Rng::with_seed(seed);
    loop {
        let map = attempt(parameters, &mut rng);
        // Maps are drawn so that all starts are connected. If one were not, it would be drawn again, flatter and drier,
        // until there is nothing but plains, on which all are.
        if all_meet(&map) {
            return map;
        }
        (parameters.relief, parameters.water) = (parameters.relief / 2, parameters.water / 2);
        parameters.roads = parameters.roads.min(1);
    }
}

fn within(parameters: Parameters) -> Parameters {
    let Parameters { size: Size { width, height }, relief, woods, water, roads } = parameters;
    let side = |side: u8| side.clamp(*SIDES.start(), *SIDES.end());
    Parameters {
        size: Size { width: side(width), height: side(height) },
        relief: relief.min(*RELIEFS.end()),
        woods: woods.min(*WOODS.end()),
        water: water.min(*WATERS.end()),
        roads: roads.min(*ROADS.end()),
    }
}

fn attempt(parameters: Parameters, rng: &mut Rng) -> Map {
    let Parameters { size: Size { width, height }, relief, woods, water, roads } = parameters;
    let count = usize::from(width) * usize::from(height);
    let share = |percent: u8| (count * usize::from(percent) + 50) / 100;
    let mut map = Map::new(width, height, vec![Cell::OPEN; count]).expect("the sides are within their range");
    let heights = ranks(&noise(&map, APART, rng));
    let wild = ranks(&noise(&map, APART / 2, rng));
    if water > 0 {
        water::fill(&mut map, share(water), &heights, rng);
    }
    raise(&mut map, relief, &heights, &wild);
    passage::join(&mut map);
    roads::draw(&mut map, roads, rng);
    self::woods(&mut map, share(woods), rng);
    margins(&mut map, rng);
    map
}

/// True if the heaviest mech can walk from every hex where it may start to every other one. It is enough to check the
/// routes from all of them to one, and from that one to all.
#[must_use]
pub fn all_meet(map: &Map) -> bool {
    let starts = start_hexes(map, HEAVIEST);
    let Some(&home) = starts.first() else { return false };
    let ground = Ground::new(map, WoodsCost::Added);
    let mut approach = Approach::new(&ground, map);
    approach.explore(&ground, map, &Walker::plain(HEAVIEST), &[home]);
    if starts.iter().any(|&start| approach.least(map, start) == FAR) {
        return false;
    }
    let on_foot = OnFoot { ground: &ground, map, tons: HEAVIEST };
    let mut reached = vec![false; map.cells().len()];
    let first = u32::try_from(map.index(home) * 6).expect("99 × 99 × 6 at most");
    for (node, _) in Search::for_graph(&on_foot).reachable(&on_foot, &[(first, 0)], NEVER).iter() {
        reached[node as usize / 6] = true;
    }
    starts.iter().all(|&start| reached[map.index(start)])
}

/// The share of swamp on possible shores, in thousandths.
const SWAMP: i64 = 250;

/// Covers this many hexes with woods, roads only if there is no other room.
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
    // The thickest part of each wood, without its margin.
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

/// The highest relief with slopes that mostly rise by one level per hex; above it they rise by two, or hills would have
/// no room for their tops.
const GENTLE: u8 = 4;
/// The share of the land with cliffs, where slopes are not made gentler, in thousandths.
const RUGGED: i64 = 120;

/// Sets the levels of all hexes of land, 0 to `relief`. Water must be drawn before. `heights` are the ranks of the
/// hexes by height, `wild` by steepness.
pub fn raise(map: &mut Map, relief: u8, heights: &[i64], wild: &[i64]) {
    let is_land = |map: &Map, index: usize| map.cells()[index].terrain != Terrain::Water;
    let mut land: Vec<usize> = (0..heights.len()).filter(|&index| is_land(map, index)).collect();
    land.sort_unstable_by_key(|&index| (Reverse(heights[index]), index));
    let mut levels = vec![0_u8; heights.len()];
    let whole = (usize::from(relief) + 1).pow(2);
    for level in 1..=relief {
        // Higher levels cover less ground, as on a cone.
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

/// Lowers hexes that are more than `steps` above a neighbour. Dijkstra's algorithm from the lowest ones upwards.
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
