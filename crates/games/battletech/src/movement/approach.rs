//! How far the enemy is by foot: movement points from every hex and facing.

use super::cost::{MAX_STEP, TURN};
use super::ground::Ground;
use crate::hex::{Hex, Side};
use crate::map::Map;
use boardbots_path::{Graph, Search};

/// From where there is no way.
pub const FAR: u16 = u16::MAX;

/// What it costs to walk up to some hexes, forward, without regard to other mechs, in memory that
/// is taken once for a map. One search of the whole map, backward from the goals: `O(hexes × 6)`.
#[derive(Clone, Debug)]
pub struct Approach {
    search: Search,
    starts: Vec<(u32, u32)>,
    /// For each hex × 6 + facing.
    costs: Vec<u16>,
}

impl Approach {
    /// Room for a map; nothing is known yet.
    #[must_use]
    pub fn new(ground: &Ground) -> Self {
        let backward = Backward { ground, tons: 0 };
        let nodes = ground.hexes * 6;
        Self { search: Search::for_graph(&backward), starts: Vec::with_capacity(nodes), costs: vec![FAR; nodes] }
    }

    /// Works out the costs to the nearest of some hexes, for a mech of this many tons. Goals that are
    /// not on the map play no part.
    pub fn explore(&mut self, ground: &Ground, map: &Map, tons: u16, goals: &[Hex]) {
        self.starts.clear();
        for &goal in goals.iter().filter(|&&goal| map.contains(goal)) {
            let first = node(map.index(goal) * 6);
            if self.starts.iter().all(|&(start, _)| start != first) {
                self.starts.extend((first..first + 6).map(|node| (node, 0)));
            }
        }
        self.costs.fill(FAR);
        for (node, cost) in self.search.reachable(&Backward { ground, tons }, &self.starts, u32::from(FAR) - 1).iter() {
            if let Some(place) = self.costs.get_mut(node as usize) {
                *place = u16::try_from(cost).unwrap_or(FAR);
            }
        }
    }

    /// Movement points from a hex of the map and a facing to the goal; [`FAR`] without a way.
    #[must_use]
    #[inline]
    pub fn cost(&self, map: &Map, hex: Hex, facing: Side) -> u16 {
        self.costs[map.index(hex) * 6 + facing.index()]
    }

    /// From a hex with the best facing.
    #[must_use]
    pub fn least(&self, map: &Map, hex: Hex) -> u16 {
        let first = map.index(hex) * 6;
        self.costs[first..first + 6].iter().copied().min().unwrap_or(FAR)
    }
}

/// Turns until a jumper with this many points lands next to a hex, if nothing stops it: a lower
/// bound. [`FAR`] for who cannot jump.
#[must_use]
pub fn jumps(from: Hex, to: Hex, points: u8) -> u16 {
    match (from.distance(to).saturating_sub(1), points) {
        (0, _) => 0,
        (_, 0) => FAR,
        (distance, points) => u16::from(distance.div_ceil(points)),
    }
}

/// Walking forward and turning, the other way round.
struct Backward<'a> {
    ground: &'a Ground,
    tons: u16,
}

impl Graph for Backward<'_> {
    fn nodes(&self) -> u32 {
        node(self.ground.hexes * 6)
    }

    fn max_cost(&self) -> u32 {
        u32::from(MAX_STEP)
    }

    #[inline]
    fn successors(&self, to: u32, mut visit: impl FnMut(u32, u32)) {
        let (hex, facing) = (to / 6, to % 6);
        visit(hex * 6 + (facing + 1) % 6, u32::from(TURN));
        visit(hex * 6 + (facing + 5) % 6, u32::from(TURN));
        // Where there is a step there is one back; it tells which hex lies behind.
        let Some(behind) = self.ground.step(hex as usize, (facing as usize + 3) % 6, 0) else { return };
        if let Some(step) = self.ground.step(usize::from(behind.to), facing as usize, self.tons) {
            visit(u32::from(behind.to) * 6 + facing, u32::from(step.cost));
        }
    }
}

fn node(place: usize) -> u32 {
    u32::try_from(place).expect("99 × 99 × 6 at most")
}

#[cfg(test)]
#[path = "approach_tests.rs"]
mod tests;
