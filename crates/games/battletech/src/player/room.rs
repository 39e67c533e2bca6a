//! What a player works in.

use super::ahead::Ahead;
use super::bearings::Bearings;
use super::drive::Drive;
use super::fighter::Fighter;
use super::memory::Memory;
use super::replies::Replies;
use super::weights::Weights;
use crate::map::{Cell, Map, Object, Terrain};
use crate::movement::approach::Approach;
use crate::movement::cost::WoodsCost;
use crate::movement::ground::Ground;
use crate::movement::reach::Reach;
use crate::situation::Situation;
use crate::views::Views;

/// Memory taken once for a map and used again in each phase.
pub struct Room {
    /// The map that the views are of.
    map: Map,
    pub(super) views: Views,
    pub(super) bearings: Bearings,
    /// All mechs in the game, by number.
    pub(super) fighters: Vec<Fighter>,
    /// What steps cost on it.
    pub(super) ground: Ground,
    /// Where the own mech can end, and where others can.
    pub(super) reach: Reach,
    pub(super) others: Reach,
    /// The way to the enemy.
    pub(super) approach: Approach,
    /// How eager the own mech is.
    pub(super) drive: Drive,
    pub(super) scratch: Scratch,
    /// What is weighed by.
    pub(super) weights: Weights,
}

impl Default for Room {
    fn default() -> Self {
        Self::of(&Map::new(1, 1, vec![Cell::OPEN]).expect("one hex is a map"))
    }
}

impl Room {
    /// Room for a map.
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

    /// Forgets what was worked out for another map, and only that: fires and clubs come and go
    /// without changing what is seen, and where a mech can go.
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

    /// Looks at a situation anew.
    pub(super) fn look(&mut self, situation: &Situation, memory: &Memory) {
        self.look_at(&situation.map);
        self.drive = Drive::after(memory.quiet(), &self.weights);
        let empty = || Fighter::empty(situation.mechs[0].pose());
        self.fighters.resize_with(situation.mechs.len(), empty);
        for (number, fighter) in self.fighters.iter_mut().enumerate() {
            if situation.mechs[number].condition.operative {
                fighter.assess(situation, number, memory, &self.weights);
            }
        }
    }
}

/// All of a hex that lines of sight depend on.
fn shows(cell: &Cell) -> (i16, Terrain, Option<Object>, bool, u8, u8) {
    (cell.level, cell.terrain, cell.object, cell.smoke, cell.rivers, cell.roads)
}

/// All of a hex that movement depends on.
fn bears(cell: &Cell) -> (i16, Terrain, Option<Object>, u16, u8) {
    (cell.level, cell.terrain, cell.object, cell.strength, cell.roads)
}

/// Lists that are used again.
#[derive(Default)]
pub struct Scratch {
    pub replies: Replies,
    /// Ends by hex, movement and posture, those of one kind side by side.
    pub order: Vec<u32>,
    /// Those of one kind: what they are worth at most, and which of the order they are.
    pub groups: Vec<(i64, u32, u32)>,
    /// The best ends so far: what they are worth, and which of the order they are.
    pub best: Vec<(i64, u32)>,
    pub ahead: Ahead,
}
