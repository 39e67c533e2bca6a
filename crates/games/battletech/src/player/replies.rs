//! Replies of enemies that have yet to move: the places from which they may fire, and the expected exchange of a mech
//! with all of them.

use super::exchange::{Attack, Bearings, Pair};
use super::fighter::Fighter;
use super::weights::Weights;
use crate::condition::MAX_MECHS;
use crate::hex::{Hex, Side};
use crate::map::Map;
use crate::movement::end::{End, Wishes};
use crate::movement::ground::Ground;
use crate::movement::mover::Mover;
use crate::movement::reach::Reach;
use crate::situation::{Mode, Pose, Situation};
use crate::views::Views;
use arrayvec::ArrayVec;
use std::ops::Range;

/// The number of replies between two checks if an end is beaten.
const CHUNK: usize = 16;

/// A place of an enemy, with the sides that it can face there: bit `k` for the side of index `k`.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    /// The place, and the movement to it. Its facing is one of many.
    pub pose: Pose,
    /// The sides.
    pub facings: u8,
    /// The key by which it was sorted last.
    pub(super) key: i64,
}

impl Reply {
    pub(super) const fn new(pose: Pose, facings: u8) -> Self {
        Self { pose, facings, key: 0 }
    }
}

/// All replies of all enemies, with the range of each enemy.
#[derive(Clone, Debug, Default)]
pub struct Replies {
    list: Vec<Reply>,
    spans: ArrayVec<(usize, Range<usize>), MAX_MECHS>,
}

impl Replies {
    /// Lists the replies of each enemy of a player, in the order of their numbers. Enemies that have moved, or cannot,
    /// have their present place only. The nearest of the others get the places that they can reach, until there
    /// are `most` replies or more; the rest are assumed to stay.
    pub fn gather(
        &mut self,
        situation: &Situation,
        me: usize,
        fighters: &[Fighter],
        (ground, reach): (&Ground, &mut Reach),
        most: usize,
    ) {
        self.list.clear();
        self.spans.clear();
        let mut waiting: ArrayVec<usize, MAX_MECHS> = ArrayVec::new();
        for enemy in situation.enemies(me) {
            if still_to_move(situation, me, enemy) {
                waiting.push(enemy);
            } else {
                self.stay(enemy, &fighters[enemy].pose);
            }
        }
        let here = fighters[me].pose.hex;
        waiting.sort_by_key(|&enemy| (here.distance(fighters[enemy].pose.hex), enemy));
        for enemy in waiting {
            if self.list.len() < most {
                self.go(situation, enemy, &fighters[enemy].pose, (ground, reach));
            } else {
                self.stay(enemy, &fighters[enemy].pose);
            }
        }
        self.spans.sort_by_key(|&(enemy, _)| enemy);
    }

    /// Each enemy with its replies.
    pub fn each(&self) -> impl Iterator<Item = (usize, &[Reply])> {
        self.spans.iter().map(|(enemy, span)| (*enemy, &self.list[span.clone()]))
    }

    /// Sorts the replies of each enemy by a key, the least first.
    pub fn sort(&mut self, mut key: impl FnMut(usize, &Reply) -> i64) {
        for (enemy, span) in &self.spans {
            let replies = &mut self.list[span.clone()];
            for reply in &mut *replies {
                reply.key = key(*enemy, reply);
            }
            // Keys are stored, since a sort with cached keys would allocate each time.
            replies.sort_unstable_by_key(|reply| (reply.key, reply.pose.hex));
        }
    }

    fn stay(&mut self, enemy: usize, pose: &Pose) {
        let from = self.list.len();
        self.list.push(Reply::new(*pose, 1 << pose.facing.index()));
        self.spans.push((enemy, from..from + 1));
    }

    /// Adds a reply for each hex that it can reach, with the movement that disturbs its aim least.
    fn go(&mut self, situation: &Situation, enemy: usize, pose: &Pose, (ground, reach): (&Ground, &mut Reach)) {
        let from = self.list.len();
        explore(reach, ground, situation, enemy, Wishes::default());
        list_places(&mut self.list, &reach.ends, pose);
        debug_assert!(self.list.len() > from, "it can at least stay");
        self.spans.push((enemy, from..self.list.len()));
    }
}

/// Adds a reply for each hex that a mech in this pose can reach on its feet, with the movement that disturbs its aim
/// least. A mech that cannot stand stays as it is.
pub(super) fn list_places(list: &mut Vec<Reply>, ends: &[End], pose: &Pose) {
    let from = list.len();
    for end in ends.iter().filter(|end| !end.prone) {
        let bit = 1 << end.facing.index();
        let there = end.pose(pose);
        match list[from..].iter_mut().rev().find(|reply| reply.pose.hex == end.hex) {
            Some(reply) => {
                if effort(end.mode) < effort(reply.pose.mode) {
                    reply.pose = there;
                }
                reply.facings |= bit;
            }
            None => list.push(Reply::new(there, bit)),
        }
    }
    if list.len() == from {
        list.push(Reply::new(*pose, 1 << pose.facing.index()));
    }
}

/// The rank of a movement by how much it disturbs aiming.
const fn effort(mode: Mode) -> u8 {
    mode as u8
}

/// True if an enemy can move and has yet to do so in this turn: it comes later in the order.
fn still_to_move(situation: &Situation, me: usize, enemy: usize) -> bool {
    let place = |mech: usize| situation.initiative.iter().position(|&listed| listed == mech);
    let mech = &situation.mechs[enemy];
    mech.acts() && mech.mode == Mode::Still && place(enemy) > place(me)
}

/// Lists the ends of a mech, with the others at their present hexes.
pub fn explore(reach: &mut Reach, ground: &Ground, situation: &Situation, mech: usize, wishes: Wishes) {
    let others: ArrayVec<Hex, MAX_MECHS> =
        situation.enemies(mech).map(|other| situation.mechs[other].condition.hex).collect();
    reach.explore(ground, &situation.map, &others, &Mover::told(situation, mech), wishes);
}

/// A value for each side that a mech can face.
pub type Sides = [i64; 6];

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
    pub fn weigh(&mut self, pose: &Pose, replies: &Replies, most: usize, beaten: impl Fn(&Sides) -> bool) -> Sides {
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
    dealt: Sides,
    taken: Sides,
    worst: Sides,
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
    pub(super) fn values(&self) -> Sides {
        std::array::from_fn(|side| self.dealt[side] - self.worst[side] - (self.taken[side] - self.worst[side]) / 2)
    }
}
