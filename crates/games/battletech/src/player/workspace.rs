//! The player's workspace: tables and lists that are allocated once.

use super::ahead::Ahead;
use super::exchange::Bearings;
use super::fighter::Fighter;
use super::memory::Memory;
use super::replies::Replies;
use super::weights::{Drive, Weights};
use crate::map::{Cell, Map, Object, Terrain};
use crate::movement::approach::Approach;
use crate::movement::cost::WoodsCost;
use crate::movement::ground::Ground;
use crate::movement::reach::Reach;
use crate::situation::Situation;
use crate::views::Views;

/// Memory that is allocated once for a map and reused in each phase.
pub struct Workspace {
    /// The map of the tables below.
    map: Map,
    pub(super) views: Views,
    pub(super) bearings: Bearings,
    /// All mechs in the game, by number.
    pub(super) fighters: Vec<Fighter>,
    /// The costs of steps on the map.
    pub(super) ground: Ground,
    /// The ends of the own mech, and of others.
    pub(super) reach: Reach,
    pub(super) others: Reach,
    /// The costs of the route to the enemy.
    pub(super) approach: Approach,
    /// The eagerness of the own mech.
    pub(super) drive: Drive,
    pub(super) scratch: Scratch,
    /// The weights of the evaluation.
    pub(super) weights: Weights,
}

impl Default for Workspace {
    fn default() -> Self {
        Self::of(&Map::new(1, 1, vec![Cell::OPEN]).expect("one hex is a map"))
    }
}

impl Workspace {
    /// The memory for a map.
    fn of(map: &Map) -> Self {
        let ground = Ground::new(map, WoodsCost::Added);
        Self {
            map: map.clone(),
            views: Views::new(map),
            bearings: Bearings::default(),
            fighters: Vec::new(),
            reach: Reach::new(&ground),
            others: Reach::new(&ground),
            approach: Approach::new(&ground, map),
            ground,
            drive: Drive::default(),
            scratch: Scratch::default(),
            weights: Weights::DEFAULT,
        }
    }

    /// Clears the tables that another map makes invalid, and no others: a new fire or club changes neither lines of
    /// sight nor movement.
    fn look_at(&mut self, map: &Map) {
        let known = &mut self.map;
        if (known.width(), known.height()) != (map.width(), map.height()) {
            let Self { bearings, fighters, scratch, weights, .. } = std::mem::take(self);
            *self = Self { bearings, fighters, scratch, weights, ..Self::of(map) };
            return;
        }
        let mut cells = known.cells().iter().zip(map.cells());
        if !cells.clone().all(|(old, new)| shows(old) == shows(new)) {
            self.views.clear();
        }
        if !cells.all(|(old, new)| bears(old) == bears(new)) {
            self.ground.survey(map);
        }
        known.clone_from(map);
    }

    /// Prepares for a new situation.
    pub(super) fn look(&mut self, situation: &Situation, memory: &Memory) {
        self.look_at(&situation.map);
        self.drive = Drive::after(memory.quiet, &self.weights);
        let empty = || Fighter::empty(situation.mechs[0].pose());
        self.fighters.resize_with(situation.mechs.len(), empty);
        for (number, fighter) in self.fighters.iter_mut().enumerate() {
            if situation.mechs[number].condition.operative {
                fighter.assess(situation, number, memory, &self.weights);
            }
        }
    }
}

/// The properties of a hex on which lines of sight depend.
fn shows(cell: &Cell) -> (i16, Terrain, Option<Object>, bool, u8, u8) {
    (cell.level, cell.terrain, cell.object, cell.smoke, cell.rivers, cell.roads)
}

/// The properties of a hex on which movement depends.
fn bears(cell: &Cell) -> (i16, Terrain, Option<Object>, u16, u8) {
    (cell.level, cell.terrain, cell.object, cell.strength, cell.roads)
}

/// Lists whose memory is reused.
#[derive(Default)]
pub struct Scratch {
    pub replies: Replies,
    /// Ends sorted by hex, movement and posture.
    pub order: Vec<u32>,
    /// The groups of one kind of end: an upper bound of the value, and the range in `order`.
    pub groups: Vec<(i64, u32, u32)>,
    /// The best ends so far: value, and index in `order`.
    pub best: Vec<(i64, u32)>,
    pub ahead: Ahead,
}
