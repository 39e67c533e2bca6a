//! Replies: the places from which an enemy that has yet to move may fire.

use super::fighter::Fighter;
use crate::condition::MAX_MECHS;
use crate::hex::Hex;
use crate::movement::end::{End, Wishes};
use crate::movement::ground::Ground;
use crate::movement::mover::Mover;
use crate::movement::points::Points;
use crate::movement::reach::Reach;
use crate::situation::{Mode, Pose, Situation};
use arrayvec::ArrayVec;
use std::ops::Range;

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
                self.go(situation, enemy, fighters, (ground, reach));
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
    fn go(
        &mut self,
        situation: &Situation,
        enemy: usize,
        fighters: &[Fighter],
        (ground, reach): (&Ground, &mut Reach),
    ) {
        let from = self.list.len();
        explore(reach, ground, situation, enemy, Wishes::default());
        let pose = &fighters[enemy].pose;
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
    let moving = &situation.mechs[mech];
    let mover = Mover::new(moving, &situation.settings, Points::told(moving));
    reach.explore(ground, &situation.map, &others, &mover, wishes);
}
