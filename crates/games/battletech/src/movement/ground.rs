//! The steps of a whole map with their costs, computed once.

use super::cost::{Bar, Gait, MAX_STEP, TURN, WoodsCost, entry};
use super::journey::Trial;
use super::mover::Mover;
use crate::hex::{Hex, Side};
use crate::map::{Map, Object};
use crate::odds::ALL;
use crate::pilot::Cause;
use crate::situation::Mode;
use boardbots_path::Graph;

/// The number of kinds of rolls on entering a hex: no roll, and five kinds of roll.
pub(super) const KINDS: usize = 6;
/// The roll of each kind.
const TRIALS: [Option<Trial>; KINDS] = [
    None,
    Some(Trial::Keep(Cause::Rubble)),
    Some(Trial::Keep(Cause::Water(1))),
    Some(Trial::Keep(Cause::Water(2))),
    Some(Trial::Keep(Cause::Water(3))),
    Some(Trial::Swamp),
];

/// A step over a side of a hex.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    /// The index of the next hex on the map.
    pub to: u16,
    /// The most tons that the next hex bears.
    pub bears: u16,
    /// Movement points; 0 for a step that cannot be taken.
    pub cost: u8,
    /// The index of its roll in [`TRIALS`].
    pub kind: u8,
    /// It can be taken backward, too.
    pub level: bool,
    /// It cannot be taken by a mech that runs.
    pub wet: bool,
}

/// All steps of a map. Hexes are numbered as in [`Map::index`].
#[derive(Clone, Debug)]
pub struct Ground {
    /// The number of hexes.
    pub hexes: usize,
    woods: WoodsCost,
    /// Six for each hex.
    steps: Vec<Step>,
}

impl Ground {
    /// The steps of a map.
    #[must_use]
    pub fn new(map: &Map, woods: WoodsCost) -> Self {
        let hexes = map.cells().len();
        let steps = vec![Step::default(); hexes * Side::ALL.len()];
        let mut ground = Self { hexes, woods, steps };
        ground.survey(map);
        ground
    }

    /// Computes all steps anew for a map that has changed. Allocates only if it is larger than the one before.
    pub fn survey(&mut self, map: &Map) {
        self.hexes = map.cells().len();
        self.steps.clear();
        for from in map.hexes() {
            self.steps.extend(Side::ALL.map(|side| {
                let Ok(walk) = entry(map, from, side, Gait::Walk, 0, self.woods) else { return Step::default() };
                let cell = map.cell(walk.to);
                let trial = walk.cause.and_then(|_| Mover::entering(cell, Mode::Walk));
                let kind = TRIALS.iter().position(|&other| other == trial.map(shallow)).unwrap_or(0);
                let building = cell.object.is_some_and(Object::is_building);
                Step {
                    to: u16::try_from(map.index(walk.to)).expect("99 × 99 at most"),
                    bears: if building { cell.strength } else { u16::MAX },
                    cost: walk.cost,
                    kind: u8::try_from(kind).expect("few"),
                    level: map.cell(from).level == cell.level,
                    wet: cell.depth() > 0 && entry(map, from, side, Gait::Run, 0, self.woods) == Err(Bar::Water),
                }
            }));
        }
    }

    /// The step over a side, if a mech of this many tons can take it.
    #[inline]
    pub(super) fn step(&self, hex: usize, side: usize, tons: u16) -> Option<&Step> {
        let step = &self.steps[hex * Side::ALL.len() + side];
        (step.cost > 0 && step.bears >= tons).then_some(step)
    }
}

/// A roll with the depth of water limited to 3: deeper water has the same roll.
fn shallow(trial: Trial) -> Trial {
    match trial {
        Trial::Keep(Cause::Water(depth)) => Trial::Keep(Cause::Water(depth.min(3))),
        other => other,
    }
}

/// The number of ways, of 36, in which a mech passes each kind of roll.
pub(super) fn chances(mover: &Mover) -> [u8; KINDS] {
    TRIALS.map(|trial| trial.map_or(ALL, |trial| mover.chance(trial)))
}

/// Walking forward and turning, for searches: node = hex × 6 + facing.
#[derive(Clone, Copy, Debug)]
pub struct OnFoot<'a> {
    /// The steps.
    pub ground: &'a Ground,
    /// The map of these steps.
    pub map: &'a Map,
    /// The mech's weight.
    pub tons: u16,
}

/// The direction over each side of a hex, in cube coordinates.
const RAYS: [[i8; 3]; 6] = [[0, 1, -1], [1, 0, -1], [1, -1, 0], [0, -1, 1], [-1, 0, 1], [-1, 1, 0]];

/// The fewest turns on a route, by facing and by the [`key`] of the route's direction.
const TURNS: [[u8; 27]; 6] = turns();

/// The signs of a vector in cube coordinates, as one number.
const fn key(way: [i8; 3]) -> usize {
    (9 * (way[0].signum() + 1) + 3 * (way[1].signum() + 1) + way[2].signum() + 1).cast_unsigned() as usize
}

const fn turns() -> [[u8; 27]; 6] {
    let mut turns = [[0; 27]; 6];
    let mut facing = 0;
    while facing < 6 {
        let mut side = 0;
        while side < 6 {
            // A route along one side's direction must face that side once; one between two sides must face both, since
            // any cone of fewer turns misses it.
            let (ray, next) = (RAYS[side], RAYS[(side + 1) % 6]);
            let between = [ray[0] + next[0], ray[1] + next[1], ray[2] + next[2]];
            let (one, other) =
                (Side::ALL[facing].turns_to(Side::ALL[side]), Side::ALL[facing].turns_to(Side::ALL[(side + 1) % 6]));
            turns[facing][key(ray)] = one;
            turns[facing][key(between)] = if one > other { one } else { other };
            side += 1;
        }
        facing += 1;
    }
    turns
}

impl OnFoot<'_> {
    /// The least cost to a hex, with any facing there: the hexes on the route and the turns that it needs. Exact where
    /// every hex costs 1.
    #[must_use]
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "99 × 99 hexes at most")]
    pub fn least(&self, node: u32, goal: Hex) -> u32 {
        let (hex, facing) = (node / 6, node % 6);
        // 32 bits, because of the division.
        let height = u32::from(self.map.height());
        let (from, to) = (Hex::new((hex / height) as u8, (hex % height) as u8).cube(), goal.cube());
        least([to[0] - from[0], to[1] - from[1], to[2] - from[2]], facing as usize)
    }
}

/// The least cost of a vector in cube coordinates, as in [`OnFoot::least`].
#[inline]
#[must_use]
pub fn least(way: [i16; 3], facing: usize) -> u32 {
    let distance = (way[0].unsigned_abs() + way[1].unsigned_abs() + way[2].unsigned_abs()) / 2;
    let turns = TURNS[facing][key(way.map(|part| part.signum() as i8))];
    u32::from(distance) + u32::from(turns)
}

impl Graph for OnFoot<'_> {
    fn nodes(&self) -> u32 {
        u32::try_from(self.ground.steps.len()).expect("99 × 99 × 6 at most")
    }

    fn max_cost(&self) -> u32 {
        u32::from(MAX_STEP)
    }

    #[inline]
    fn successors(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
        let (hex, facing) = (node / 6, node % 6);
        visit(hex * 6 + (facing + 1) % 6, u32::from(TURN));
        visit(hex * 6 + (facing + 5) % 6, u32::from(TURN));
        if let Some(step) = self.ground.step(hex as usize, facing as usize, self.tons) {
            visit(u32::from(step.to) * 6 + facing, u32::from(step.cost));
        }
    }

    /// [`OnFoot::least`] to the hex of the goal; the facing there is ignored.
    #[inline]
    fn estimate(&self, node: u32, goal: u32) -> u32 {
        self.least(node, self.map.hex(goal as usize / 6))
    }
}
