//! Where an enemy that has yet to move may stand when it fires.

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
    /// The place, and how it came there. Its facing is one of many.
    pub pose: Pose,
    /// The sides.
    pub facings: u8,
    /// By what it was put in order last.
    pub(super) key: i64,
}

impl Reply {
    pub(super) const fn new(pose: Pose, facings: u8) -> Self {
        Self { pose, facings, key: 0 }
    }
}

/// All replies of all enemies, and which are whose.
#[derive(Clone, Debug, Default)]
pub struct Replies {
    list: Vec<Reply>,
    spans: ArrayVec<(usize, Range<usize>), MAX_MECHS>,
}

impl Replies {
    /// The replies of each enemy of a player, in the order of their numbers. Those that moved, or
    /// cannot, have the one in which they stand. Of those that are still to come the nearest are
    /// asked where they can go, until there are `most` replies or more; the others are taken to
    /// stay.
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

    /// Puts the replies of each enemy in the order of a key, the least first.
    pub fn sort(&mut self, mut key: impl FnMut(usize, &Reply) -> i64) {
        for (enemy, span) in &self.spans {
            let replies = &mut self.list[span.clone()];
            for reply in &mut *replies {
                reply.key = key(*enemy, reply);
            }
            // Stored, as a sort by keys of its own would take room for them each time.
            replies.sort_unstable_by_key(|reply| (reply.key, reply.pose.hex));
        }
    }

    fn stay(&mut self, enemy: usize, pose: &Pose) {
        let from = self.list.len();
        self.list.push(Reply::new(*pose, 1 << pose.facing.index()));
        self.spans.push((enemy, from..from + 1));
    }

    /// One reply for each hex that it can reach: by the movement that disturbs its aim least.
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

/// Adds one reply for each hex where a mech that stands so can end: by the movement that disturbs its
/// aim least. A mech that can only lie stays as it is.
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

/// How much a movement disturbs aiming.
const fn effort(mode: Mode) -> u8 {
    mode as u8
}

/// Whether an enemy has yet to move in this turn, and can: it comes later in the order.
fn still_to_move(situation: &Situation, me: usize, enemy: usize) -> bool {
    let place = |mech: usize| situation.initiative.iter().position(|&listed| listed == mech);
    let mech = &situation.mechs[enemy];
    mech.acts() && mech.mode == Mode::Still && place(enemy) > place(me)
}

/// Lists where a mech can end, with the others where they stand.
pub fn explore(reach: &mut Reach, ground: &Ground, situation: &Situation, mech: usize, wishes: Wishes) {
    let others: ArrayVec<Hex, MAX_MECHS> =
        situation.enemies(mech).map(|other| situation.mechs[other].condition.hex).collect();
    let moving = &situation.mechs[mech];
    let mover = Mover::new(moving, &situation.settings, Points::told(moving));
    reach.explore(ground, &situation.map, &others, &mover, wishes);
}
