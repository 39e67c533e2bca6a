//! The best chance to be at each node with a given number of movement points spent.
//!
//! Dynamic programming over the points: every step costs at least one, so each layer depends only on those below it.
//! The result is the surest of all routes that the points allow, not the shortest. `O(points × nodes in range)`.

use super::cost::TURN;
use super::end::after;
use super::ground::{Ground, KINDS};
use super::mover::Mover;
use crate::hex::{Hex, Side};
use crate::map::Map;
use crate::odds::ALL;
use std::ops::Range;

/// The most movement points that are considered; no mech has more.
pub(super) const MAX_POINTS: u8 = 40;
/// The number of points for which memory is allocated from the start.
const USUAL_POINTS: usize = 16;

/// The start of a movement: the nodes of the first hex, and the points spent by then.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// The hex.
    pub hex: usize,
    /// The facing; `None` for all of them, after standing up.
    pub facing: Option<Side>,
    /// Points spent by then.
    pub spent: u8,
    /// The chance to get that far.
    pub chance: u16,
}

/// A box of hexes around one, within the map.
#[derive(Clone, Debug, Default)]
pub(super) struct Area {
    columns: Range<usize>,
    rows: Range<usize>,
    /// Rows of the map.
    height: usize,
}

impl Area {
    /// All hexes within this many columns and rows.
    pub fn around(map: &Map, hex: Hex, radius: usize) -> Self {
        let side = |centre: u8, side: u8| {
            let (centre, side) = (usize::from(centre), usize::from(side));
            centre.saturating_sub(radius)..(centre + radius + 1).min(side)
        };
        Self {
            columns: side(hex.column, map.width()),
            rows: side(hex.row, map.height()),
            height: usize::from(map.height()),
        }
    }

    /// Its nodes, column by column.
    pub fn spans(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let (rows, height) = (self.rows.clone(), self.height);
        self.columns.clone().map(move |column| (column * height + rows.start) * 6..(column * height + rows.end) * 6)
    }
}

/// Walking backward and forward, or running; nodes are hex × 6 + facing.
#[derive(Clone, Debug)]
pub(super) struct Layers {
    nodes: usize,
    /// The chances, layer by layer; 0 for a node that is not reached.
    chances: Vec<u16>,
    budget: u8,
    /// True for running.
    pub runs: bool,
}

impl Layers {
    /// Empty layers for this many nodes.
    pub fn new(nodes: usize, runs: bool) -> Self {
        Self { nodes, chances: vec![0; nodes * (USUAL_POINTS + 1)], budget: 0, runs }
    }

    /// The chance of a node of the area with exactly this many points spent.
    #[inline]
    pub fn chance(&self, spent: u8, node: usize) -> u16 {
        if spent <= self.budget { self.chances[usize::from(spent) * self.nodes + node] } else { 0 }
    }

    /// The best chance of a node with up to this many points, and the fewest points that give it.
    pub fn best(&self, node: usize, points: u8) -> (u16, u8) {
        let mut best = (0, 0);
        for spent in 0..=points.min(self.budget) {
            let chance = self.chance(spent, node);
            if chance > best.0 {
                best = (chance, spent);
            }
        }
        best
    }

    /// Computes all chances in an area. It must reach one hex farther than the points do, because nothing outside of it
    /// is written or cleared, and nothing outside may be read. `kinds` are a mech's chances for the rolls on entering
    /// hexes, `taken` the hexes of other mechs.
    pub fn spread(
        &mut self,
        (ground, map, area): (&Ground, &Map, &Area),
        mover: &Mover,
        (start, budget): (Start, u8),
        kinds: [u8; KINDS],
        taken: &[bool],
    ) {
        self.budget = budget.min(MAX_POINTS);
        self.fit(area);
        self.place(start);
        let (budget, nodes) = (usize::from(self.budget), self.nodes);
        for spent in usize::from(start.spent)..budget {
            let (done, open) = self.chances.split_at_mut((spent + 1) * nodes);
            // A step leads at most one row and column on and costs at least a point.
            for node in Area::around(map, mover.hex, spent).spans().flatten() {
                let chance = done[spent * nodes + node];
                if chance == 0 {
                    continue;
                }
                let (hex, facing) = (node / 6, node % 6);
                let mut raise = |node: usize, cost: u8, ways: u8| {
                    let then = spent + usize::from(cost);
                    if then <= budget {
                        let place = &mut open[(then - spent - 1) * nodes + node];
                        *place = (*place).max(after(chance, ways));
                    }
                };
                raise(hex * 6 + (facing + 1) % 6, TURN, ALL);
                raise(hex * 6 + (facing + 5) % 6, TURN, ALL);
                for backward in [false, true] {
                    let side = if backward { (facing + 3) % 6 } else { facing };
                    let Some(step) = ground.step(hex, side, mover.tons) else { continue };
                    let barred = if backward { self.runs || !step.level } else { self.runs && step.wet };
                    if !barred && !taken[usize::from(step.to)] {
                        raise(usize::from(step.to) * 6 + facing, step.cost, kinds[usize::from(step.kind)]);
                    }
                }
            }
        }
    }

    fn fit(&mut self, area: &Area) {
        let needed = (usize::from(self.budget) + 1) * self.nodes;
        if self.chances.len() < needed {
            self.chances.resize(needed, 0);
        }
        for layer in self.chances.chunks_exact_mut(self.nodes).take(usize::from(self.budget) + 1) {
            for span in area.spans() {
                layer[span].fill(0);
            }
        }
    }

    fn place(&mut self, start: Start) {
        if start.spent > self.budget {
            return;
        }
        for side in Side::ALL {
            if start.facing.is_none_or(|facing| facing == side) {
                self.chances[usize::from(start.spent) * self.nodes + start.hex * 6 + side.index()] = start.chance;
            }
        }
    }
}
