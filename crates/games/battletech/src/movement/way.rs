//! The steps to a place in reach.

use super::cost::{PRONE, STAND, TURN};
use super::end::{End, after};
use super::ground::Ground;
use super::layers::Layers;
use super::mover::Mover;
use super::reach::Reach;
use crate::action::{Movement, Step};
use crate::hex::Side;
use crate::map::Map;
use crate::odds::ALL;
use crate::situation::Mode;

impl Reach {
    /// The movement that leads to an end of the last exploration.
    #[must_use]
    pub fn movement(&self, ground: &Ground, map: &Map, end: &End) -> Movement {
        let (to, facing) = (end.hex, end.facing);
        match end.mode {
            Mode::Still => Movement::Still,
            Mode::Jump => Movement::Jump { to, facing },
            Mode::Walk | Mode::Run => {
                let mut steps = Vec::new();
                self.steps(ground, map, end, &mut steps);
                Movement::Go { run: end.mode == Mode::Run, to, facing, masc: end.masc, steps }
            }
        }
    }

    /// The steps to an end of the last exploration; none for a jump or for not moving. The map and its ground must be
    /// the same.
    pub fn steps(&self, ground: &Ground, map: &Map, end: &End, steps: &mut Vec<Step>) {
        steps.clear();
        let Some(mover) = self.mover else { return };
        let layers = match end.mode {
            Mode::Still | Mode::Jump => return,
            Mode::Walk => &self.walk,
            Mode::Run => &self.run,
        };
        if end.single {
            steps.push(if mover.prone { Step::Stand(end.facing) } else { Step::Forward(1) });
            return;
        }
        if mover.prone && end.prone && end.hex == mover.hex {
            turn(mover.facing, end.facing, steps);
            return;
        }
        // From the end back to the start.
        if end.prone {
            steps.push(Step::Prone);
        }
        let mut spent = end.spent.saturating_sub(if end.prone { PRONE } else { 0 });
        let first = if mover.prone { STAND } else { 0 };
        let mut place = (map.index(end.hex), end.facing);
        while spent > first {
            let back = Back { ground, layers, mover: &mover, kinds: &self.kinds, first };
            let Some((step, cost, before)) = back.step(place, spent) else { break };
            steps.push(step);
            spent -= cost;
            place = before;
        }
        debug_assert_eq!((place.0, spent), (map.index(mover.hex), first), "steps lead back to the start");
        if mover.prone {
            steps.push(Step::Stand(place.1));
        }
        steps.reverse();
        merge(steps);
    }
}

/// The search back along the route of a chance.
struct Back<'a> {
    ground: &'a Ground,
    layers: &'a Layers,
    mover: &'a Mover,
    kinds: &'a [u8],
    /// Points spent at the start.
    first: u8,
}

impl Back<'_> {
    /// A last step to a hex and facing with this many points spent: the step, its cost, and its start.
    fn step(&self, (hex, facing): (usize, Side), spent: u8) -> Option<(Step, u8, (usize, Side))> {
        let now = self.layers.chance(spent, hex * 6 + facing.index());
        let fits = |cost: u8, hex: usize, facing: Side, ways: u8| {
            let before = spent.checked_sub(cost).filter(|&before| before >= self.first);
            before.is_some_and(|before| {
                let chance = self.layers.chance(before, hex * 6 + facing.index());
                chance > 0 && after(chance, ways) == now
            })
        };
        for (step, side) in [(Step::Forward(1), facing), (Step::Backward(1), facing.opposite())] {
            // A step that can be taken has one back, which gives the hex behind.
            let Some(behind) = self.ground.step(hex, side.opposite().index(), 0) else { continue };
            let from = usize::from(behind.to);
            let Some(edge) = self.ground.step(from, side.index(), self.mover.tons) else { continue };
            let barred = match step {
                Step::Backward(_) => self.layers.runs || !edge.level,
                _ => self.layers.runs && edge.wet,
            };
            if !barred && fits(edge.cost, from, facing, self.kinds[usize::from(edge.kind)]) {
                return Some((step, edge.cost, (from, facing)));
            }
        }
        for (step, before) in [(Step::Right(1), facing.turned(-1)), (Step::Left(1), facing.turned(1))] {
            if fits(TURN, hex, before, ALL) {
                return Some((step, TURN, (hex, before)));
            }
        }
        None
    }
}

/// Appends the shorter turn from one side to another.
fn turn(from: Side, to: Side, steps: &mut Vec<Step>) {
    match from.clockwise_to(to) {
        0 => {}
        right @ 1..=3 => steps.push(Step::Right(right)),
        more => steps.push(Step::Left(6 - more)),
    }
}

/// Merges equal steps in a row into one with their count.
fn merge(steps: &mut Vec<Step>) {
    steps.dedup_by(|next, kept| match (kept, next) {
        (Step::Forward(times), Step::Forward(more))
        | (Step::Backward(times), Step::Backward(more))
        | (Step::Left(times), Step::Left(more))
        | (Step::Right(times), Step::Right(more)) => {
            *times += *more;
            true
        }
        _ => false,
    });
}
