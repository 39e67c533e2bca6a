//! The expected exchange between a mech in a place under consideration and its enemies with all their replies.

use super::bearings::Bearings;
use super::exchange::{Attack, Pair};
use super::fighter::Fighter;
use super::replies::{Replies, Reply};
use super::weights::Weights;
use crate::hex::Side;
use crate::map::Map;
use crate::situation::Pose;
use crate::views::Views;

/// The number of replies between two checks if an end is beaten.
const CHUNK: usize = 16;

/// The data from which exchanges are computed.
pub struct Table<'a> {
    pub map: &'a Map,
    pub views: &'a mut Views,
    pub bearings: &'a Bearings,
    pub fighters: &'a [Fighter],
    /// The own mech among them.
    pub mine: &'a Fighter,
    /// The weights of the evaluation.
    pub weights: &'a Weights,
}

/// An enemy's reply: the net value for this mech, the damage dealt, and the damage taken.
pub(super) type Answer = (i64, i64, i64);

impl Table<'_> {
    /// The expected exchange from a place for each facing: damage dealt to the best target, less damage taken, with
    /// the worst reply of each enemy. At most `most` replies of each enemy are evaluated, and no more once `beaten` is
    /// true of the values so far.
    pub fn weigh(
        &mut self,
        pose: &Pose,
        replies: &Replies,
        most: usize,
        beaten: impl Fn(&[i64; 6]) -> bool,
    ) -> [i64; 6] {
        let mut sum = Sum::default();
        let mut values = sum.values();
        for (enemy, replies) in replies.each() {
            let mut answers = [(i64::MAX, 0_i64, 0_i64); 6];
            for some in replies[..replies.len().min(most)].chunks(CHUNK) {
                for reply in some {
                    self.answer(pose, enemy, reply, &mut answers);
                }
                values = sum.with(&answers).values();
                if beaten(&values) {
                    return values;
                }
            }
            sum = sum.with(&answers);
        }
        values
    }

    /// The value of a reply for this mech in its present pose; the least is the worst.
    pub fn danger(&mut self, enemy: usize, reply: &Reply) -> i64 {
        let mut answers = [(i64::MAX, 0, 0); 6];
        let pose = self.mine.pose;
        self.answer(&pose, enemy, reply, &mut answers);
        answers.iter().map(|answer| answer.0).min().unwrap_or(0)
    }

    /// Evaluates the exchange with one reply, and keeps it for each facing for which it is the enemy's best so far.
    pub(super) fn answer(&mut self, pose: &Pose, enemy: usize, reply: &Reply, answers: &mut [Answer; 6]) {
        let bold = i64::from(self.weights.boldness);
        let Some(sides) = self.exchange((self.mine.number, pose), (enemy, reply)) else { return };
        for (best, (dealt, taken)) in answers.iter_mut().zip(sides) {
            let dealt = dealt * bold / 100;
            let net = dealt - taken;
            if net < best.0 {
                *best = (net, dealt, taken);
            }
        }
    }

    /// The damage that the first deals and takes, for each side that it may face, if the second chooses a reply; `None`
    /// if both would be on one hex.
    pub(super) fn exchange(
        &mut self,
        (first, pose): (usize, &Pose),
        (second, reply): (usize, &Reply),
    ) -> Option<[(i64, i64); 6]> {
        let (map, mine, theirs) = (self.map, &self.fighters[first], &self.fighters[second]);
        if reply.pose.hex == pose.hex {
            return None;
        }
        let range = mine.range.max(theirs.range);
        let near = pose.hex.distance(reply.pose.hex) <= range;
        let pair = if near { Pair::of(map, self.views, self.bearings, pose, &reply.pose) } else { None };
        let Some(pair) = pair else { return Some([(0, 0); 6]) };
        let back = pair.turned();
        let facing = back.best_facing(reply.facings)?;
        let out = Attack::of(map, (mine, pose), (theirs, &reply.pose), pair);
        let into = Attack::of(map, (theirs, &reply.pose), (mine, pose), back);
        let fire = into.fire(facing);
        let weak = out.struck(facing);
        Some(Side::ALL.map(|side| {
            let dealt = out.value(out.fire(side), side, weak);
            let taken = into.value(fire, facing, into.struck(side));
            (dealt, taken)
        }))
    }
}

/// The totals over several enemies, for each facing.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum {
    dealt: [i64; 6],
    taken: [i64; 6],
    worst: [i64; 6],
}

impl Sum {
    pub(super) fn with(mut self, answers: &[Answer; 6]) -> Self {
        for (side, &(_, dealt, taken)) in answers.iter().enumerate() {
            self.dealt[side] = self.dealt[side].max(dealt);
            self.taken[side] += taken;
            self.worst[side] = self.worst[side].max(taken);
        }
        self
    }

    /// The net values. Only one enemy can be shot at in full. Some of several enemies have other targets, so the worst
    /// counts in full, the others by half.
    pub(super) fn values(&self) -> [i64; 6] {
        std::array::from_fn(|side| self.dealt[side] - self.worst[side] - (self.taken[side] - self.worst[side]) / 2)
    }
}
