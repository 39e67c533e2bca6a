//! Every place that a mech can reach in a turn, with its chance.

use super::cost::{PRONE, STAND, TURN, bears, clears};
use super::end::{CERTAIN, End, Wishes, after};
use super::ground::{Ground, KINDS, chances};
use super::journey::Trial;
use super::layers::{Area, Layers, MAX_POINTS, Start};
use super::mover::Mover;
use crate::heat;
use crate::hex::{Hex, Side};
use crate::map::Map;
use crate::odds::ALL;
use crate::situation::Mode;

/// The places that a mech can reach. The memory is allocated once for a map.
#[derive(Clone, Debug)]
pub struct Reach {
    pub(super) walk: Layers,
    pub(super) run: Layers,
    /// True for each hex of another mech.
    taken: Vec<bool>,
    /// The ends found by the last exploration; empty before the first.
    pub ends: Vec<End>,
    /// The mech that moves; `None` before the first exploration.
    pub(super) mover: Option<Mover>,
    /// Its chances for each kind of roll on entering a hex.
    pub(super) kinds: [u8; KINDS],
}

impl Reach {
    /// An empty list for a map.
    #[must_use]
    pub fn new(ground: &Ground) -> Self {
        let nodes = ground.hexes * 6;
        Self {
            walk: Layers::new(nodes, false),
            run: Layers::new(nodes, true),
            taken: vec![false; ground.hexes],
            // Standing and lying, by walking and by running; jumping; and not moving at all.
            ends: Vec::with_capacity(5 * nodes + 1),
            mover: None,
            kinds: [ALL; KINDS],
        }
    }

    /// Finds and lists every place that a mech can reach, each once for each mode. Running is listed only if walking
    /// does not lead there or is less sure. The first end is not moving.
    ///
    /// `occupied` are the hexes of the other mechs. The map and its ground must be as large as those that the memory
    /// was allocated for.
    pub fn explore(&mut self, ground: &Ground, map: &Map, occupied: &[Hex], mover: &Mover, wishes: Wishes) -> &[End] {
        debug_assert_eq!(self.taken.len(), ground.hexes, "room for another map");
        self.ends.clear();
        self.mover = Some(*mover);
        self.kinds = chances(mover);
        self.taken.fill(false);
        for &hex in occupied.iter().filter(|&&hex| map.contains(hex) && hex != mover.hex) {
            self.taken[map.index(hex)] = true;
        }
        self.ends.push(end_at(mover, Mode::Still, mover.hex, mover.facing, (CERTAIN, 0)));
        if !mover.acts || !map.contains(mover.hex) {
            return &self.ends;
        }
        let points = mover.points;
        let freed = if mover.stuck { after(CERTAIN, mover.chance(Trial::Free)) } else { CERTAIN };
        if !mover.prone || mover.can_stand {
            let hex = map.index(mover.hex);
            let start = if mover.prone {
                Start { hex, facing: None, spent: STAND, chance: after(freed, mover.chance(Trial::Stand)) }
            } else {
                Start { hex, facing: Some(mover.facing), spent: 0, chance: freed }
            };
            let fast = if wishes.masc { points.masc.max(points.run) } else { points.run };
            let radius = usize::from(points.walk.max(fast).min(MAX_POINTS)) + 1;
            let area = Area::around(map, mover.hex, radius);
            self.walk.spread((ground, map, &area), mover, (start, points.walk), self.kinds, &self.taken);
            self.run.spread((ground, map, &area), mover, (start, fast), self.kinds, &self.taken);
            self.list_on_foot(map, &area, mover, wishes);
            self.list_single_steps(ground, map, mover, start.chance);
        }
        if mover.prone {
            self.list_turns(mover, freed);
        } else {
            self.list_jumps(map, mover, freed);
        }
        self.ends.retain(|end| end.arrival > 0);
        &self.ends
    }

    /// Lists the ends of walking and running.
    fn list_on_foot(&mut self, map: &Map, area: &Area, mover: &Mover, wishes: Wishes) {
        for node in area.spans().flatten() {
            let (hex, facing) = (map.hex(node / 6), Side::ALL[node % 6]);
            let stays = hex == mover.hex;
            if !(stays && facing == mover.facing && !mover.prone) {
                self.list_node(mover, node, (hex, facing), false, wishes);
            }
            // A prone mech turns where it is, rather than stand up and go prone again on the same hex.
            if wishes.prone && !(stays && mover.prone) {
                self.list_node(mover, node, (hex, facing), true, wishes);
            }
        }
    }

    /// Lists a node, standing or prone, by walking, and by running if that is surer.
    fn list_node(&mut self, mover: &Mover, node: usize, (hex, facing): (Hex, Side), prone: bool, wishes: Wishes) {
        let less = if prone { PRONE } else { 0 };
        let best = |layers: &Layers, points: u8| {
            let (chance, spent) = if points < less { (0, 0) } else { layers.best(node, points - less) };
            (chance, spent + less)
        };
        let walk = best(&self.walk, mover.points.walk);
        let mut run = best(&self.run, mover.points.run);
        let masc = wishes.masc && run.0 == 0;
        if masc {
            run = best(&self.run, mover.points.masc);
        }
        if !prone {
            run.0 = strained(run.0, mover, Mode::Run);
        }
        for (mode, way, better) in [(Mode::Walk, walk, walk.0 > 0), (Mode::Run, run, run.0 > walk.0)] {
            if better {
                let end = end_at(mover, mode, hex, facing, way);
                let stood = u8::from(mover.prone);
                self.ends.push(End { prone, masc: masc && mode == Mode::Run, heat: end.heat + stood, ..end });
            }
        }
    }

    /// Lists movements that need more points than there are but are allowed with all of them: one step ahead, or
    /// standing up.
    fn list_single_steps(&mut self, ground: &Ground, map: &Map, mover: &Mover, chance: u16) {
        let most = mover.points.run.max(mover.points.walk);
        if mover.points.walk == 0 {
            return;
        }
        if mover.prone {
            if most < STAND {
                let chance = strained(chance, mover, Mode::Run);
                for facing in Side::ALL {
                    let end = end_at(mover, Mode::Run, mover.hex, facing, (chance, most));
                    self.push_single(End { prone: false, single: true, heat: end.heat + 1, ..end });
                }
            }
            return;
        }
        let step = ground.step(map.index(mover.hex), mover.facing.index(), mover.tons);
        if let Some(step) = step.filter(|step| step.cost > most && !step.wet && !self.taken[usize::from(step.to)]) {
            let chance = strained(after(chance, self.kinds[usize::from(step.kind)]), mover, Mode::Run);
            let end = end_at(mover, Mode::Run, map.hex(usize::from(step.to)), mover.facing, (chance, most));
            self.push_single(End { single: true, ..end });
        }
    }

    /// Lists a single step unless a detour, or MASC, leads there more surely.
    fn push_single(&mut self, single: End) {
        let same = |end: &End| (end.hex, end.facing, end.prone) == (single.hex, single.facing, false);
        let walked = |end: &End| end.mode == Mode::Walk && end.arrival >= single.arrival;
        if self.ends.iter().any(|end| same(end) && walked(end)) {
            return;
        }
        match self.ends.iter_mut().find(|end| same(end) && end.mode == Mode::Run) {
            None => self.ends.push(single),
            Some(run) if run.arrival <= single.arrival => *run = single,
            Some(_) => {}
        }
    }

    /// Lists turns of a prone mech that stays prone.
    fn list_turns(&mut self, mover: &Mover, freed: u16) {
        for facing in Side::ALL.into_iter().filter(|&facing| facing != mover.facing) {
            let spent = TURN * mover.facing.turns_to(facing);
            let mode = if spent <= mover.points.walk { Mode::Walk } else { Mode::Run };
            if spent <= mover.points.walk.max(mover.points.run) {
                self.ends.push(end_at(mover, mode, mover.hex, facing, (freed, spent)));
            }
        }
    }

    fn list_jumps(&mut self, map: &Map, mover: &Mover, freed: u16) {
        let points = mover.jump(map);
        let around = |centre: u8, side: u8| centre.saturating_sub(points)..centre.saturating_add(points + 1).min(side);
        for column in around(mover.hex.column, map.width()) {
            for row in around(mover.hex.row, map.height()) {
                let hex = Hex::new(column, row);
                let distance = mover.hex.distance(hex);
                let blocked = distance == 0 || distance > points || self.taken[map.index(hex)];
                if blocked || !bears(map.cell(hex), mover.tons) || !clears(map, mover.hex, hex, points) {
                    continue;
                }
                let landing = Mover::entering(map.cell(hex), Mode::Jump);
                let chance = landing.map_or(freed, |trial| after(freed, mover.chance(trial)));
                let chance = strained(chance, mover, Mode::Jump);
                for facing in Side::ALL {
                    let end = end_at(mover, Mode::Jump, hex, facing, (chance, distance));
                    self.ends.push(End { sinks: landing == Some(Trial::Sink), ..end });
                }
            }
        }
    }
}

/// An end with the values that most ends have.
fn end_at(mover: &Mover, mode: Mode, hex: Hex, facing: Side, (arrival, spent): (u16, u8)) -> End {
    let moved = mover.hex.distance(hex);
    let prone = mover.prone && hex == mover.hex;
    let heat = u8::try_from(heat::movement(mode, moved)).unwrap_or(u8::MAX);
    End { hex, facing, mode, prone, masc: false, sinks: false, single: false, spent, moved, heat, arrival }
}

/// A chance after the roll that a damaged mech must make at the end of a movement.
fn strained(chance: u16, mover: &Mover, mode: Mode) -> u16 {
    mover.strain(mode).map_or(chance, |trial| after(chance, mover.chance(trial)))
}

#[cfg(test)]
mod tests;
