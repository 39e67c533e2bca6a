//! Distance to the enemy: movement points from every hex and facing, on foot and by jumps.

use super::cost::{MAX_STEP, TURN};
use super::ground::Ground;
use super::walker::{MOST_FEAR, Skies, Walker};
use crate::hex::{Hex, Side};
use crate::map::Map;
use boardbots_path::{Graph, Search};

/// The sides of a hex, as bits.
pub const ALL_SIDES: u8 = 0b11_1111;
/// The cost of a hex and facing from which the goal cannot be reached.
pub const FAR: u16 = u16::MAX;

/// Costs of walking forward to the nearest of some hexes, without regard to other mechs. The memory is allocated once
/// for a map. One search covers the whole map, backward from the goals: `O(hexes × 6)`, and for a mech with jump jets
/// also the hexes in reach of a jump from each hex.
#[derive(Clone, Debug)]
pub struct Approach {
    search: Search,
    starts: Vec<(u32, u32)>,
    skies: Skies,
    /// For each hex × 6 + facing.
    costs: Vec<u16>,
}

impl Approach {
    /// An empty table for a map.
    #[must_use]
    pub fn new(ground: &Ground, map: &Map) -> Self {
        let skies = Skies::new(ground.hexes);
        let search = Search::for_graph(&Backward { ground, map, walker: &Walker::plain(0), skies: &skies });
        let nodes = ground.hexes * 6;
        Self { search, starts: Vec::with_capacity(nodes), skies, costs: vec![FAR; nodes] }
    }

    /// Computes the costs to the nearest of some hexes. Goals that are not on the map are ignored.
    pub fn explore(&mut self, ground: &Ground, map: &Map, walker: &Walker, goals: &[Hex]) {
        let goals = goals.iter().filter(|&&goal| map.contains(goal));
        self.explore_sides(ground, map, walker, goals.map(|&goal| (goal, ALL_SIDES)));
    }

    /// Computes the costs to the nearest of some hexes of the map, each with the sides that the mech must face there:
    /// bit `k` for the side of index `k`.
    pub fn explore_sides(
        &mut self,
        ground: &Ground,
        map: &Map,
        walker: &Walker,
        goals: impl IntoIterator<Item = (Hex, u8)>,
    ) {
        self.starts.clear();
        for (goal, sides) in goals {
            let faced = Side::ALL.into_iter().filter(|side| sides >> side.index() & 1 == 1);
            self.starts.extend(faced.map(|side| (node(map.index(goal) * 6 + side.index()), 0)));
        }
        self.costs.fill(FAR);
        if let Some(jumper) = &walker.jumper {
            self.skies.survey(map, jumper.points());
        }
        let backward = Backward { ground, map, walker, skies: &self.skies };
        for (node, cost) in self.search.reachable(&backward, &self.starts, u32::from(FAR) - 1).iter() {
            // Nodes past the facings are hexes that are jumped to.
            if let Some(place) = self.costs.get_mut(node as usize) {
                *place = u16::try_from(cost).unwrap_or(FAR);
            }
        }
    }

    /// Movement points from a hex of the map and a facing to the goal; [`FAR`] if it cannot be reached.
    #[must_use]
    #[inline]
    pub fn cost(&self, map: &Map, hex: Hex, facing: Side) -> u16 {
        self.costs[map.index(hex) * 6 + facing.index()]
    }

    /// The same from a hex with the best facing.
    #[must_use]
    pub fn least(&self, map: &Map, hex: Hex) -> u16 {
        let first = map.index(hex) * 6;
        self.costs[first..first + 6].iter().copied().min().unwrap_or(FAR)
    }
}

/// The graph of walking forward, turning and jumping, reversed. After the nodes of the facings come, for each hex, a
/// mech in the air about to land there and one about to jump from there: the facing matters to neither.
struct Backward<'a> {
    ground: &'a Ground,
    map: &'a Map,
    walker: &'a Walker,
    skies: &'a Skies,
}

impl Graph for Backward<'_> {
    fn nodes(&self) -> u32 {
        node(self.ground.hexes * 8)
    }

    fn max_cost(&self) -> u32 {
        self.walker.jumper.map_or(0, |jumper| jumper.most()).max((MAX_STEP + MOST_FEAR).into())
    }

    #[inline]
    fn successors(&self, to: u32, mut visit: impl FnMut(u32, u32)) {
        let (landing, leaving) = (node(self.ground.hexes * 6), node(self.ground.hexes * 7));
        let jumper = &self.walker.jumper;
        if to >= leaving {
            let first = (to - leaving) * 6;
            return (first..first + 6).for_each(|node| visit(node, 0));
        }
        if to >= landing {
            let Some(jumper) = jumper else { return };
            return jumper.each_start(self.map, self.skies, self.map.hex((to - landing) as usize), |from, cost| {
                visit(leaving + node(self.map.index(from)), cost);
            });
        }
        let (hex, facing) = (to / 6, to % 6);
        visit(hex * 6 + (facing + 1) % 6, u32::from(TURN));
        visit(hex * 6 + (facing + 5) % 6, u32::from(TURN));
        if jumper.is_some() {
            visit(landing + hex, 0);
        }
        // A step that can be taken has one back, which gives the hex behind.
        let Some(behind) = self.ground.step(hex as usize, (facing as usize + 3) % 6, 0) else { return };
        if let Some(step) = self.ground.step(usize::from(behind.to), facing as usize, self.walker.tons) {
            let fear = self.walker.fears[usize::from(step.kind)];
            visit(u32::from(behind.to) * 6 + facing, u32::from(step.cost) + u32::from(fear));
        }
    }
}

fn node(place: usize) -> u32 {
    u32::try_from(place).expect("99 × 99 × 8 at most")
}

#[cfg(test)]
mod tests;
