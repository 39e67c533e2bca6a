//! A random map, step by step: water in the lowest ground, levels from its banks up, ways, cover.

use super::noise::{noise, ranks};
use super::parameters::{Parameters, RELIEFS, ROADS, SIDES, Size, WATERS, WOODS};
use super::{growth, passage, relief, roads, water};
use crate::battle::start_hexes;
use crate::map::{Cell, Map};
use crate::movement::approach::{Approach, FAR};
use crate::movement::cost::WoodsCost;
use crate::movement::ground::{Ground, OnFoot};
use crate::movement::walker::Walker;
use boardbots_path::{NEVER, Search};
use fastrand::Rng;

/// Hills lie so far apart, in hexes.
const APART: u8 = 6;
/// The heaviest mech, in tons: what it can walk all others can.
const HEAVIEST: u16 = 100;

/// A random map: hills, lakes or a river with fords, woods, roads with bridges and a village, swamp and
/// rubble. From every place where a battle may set a mech down it can walk to every other one.
///
/// The same parameters and seed give the same map on every machine. Values outside their ranges count
/// as the nearest within.
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
        // Drawn so that they meet; a map of which that were not true would be drawn again, and flatter
        // and drier until there is nothing but plains, on which all meet.
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
    relief::raise(&mut map, relief, &heights, &wild);
    passage::join(&mut map);
    roads::draw(&mut map, roads, rng);
    growth::woods(&mut map, share(woods), rng);
    growth::margins(&mut map, rng);
    map
}

/// Whether the heaviest mech can walk from every place where a battle may set it down to every other
/// one: to one of them from all, and from that one to all.
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
