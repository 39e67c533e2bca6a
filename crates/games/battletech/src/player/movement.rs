//! The movement phase: of all ends that can be reached, the one with the best expected exchange.

use super::bearings::Bearings;
use super::ends::explore;
use super::exchange::{Attack, Pair};
use super::fighter::{FALLEN, Fighter};
use super::replies::{Replies, Reply};
use super::room::Room;
use super::scratch::Scratch;
use super::worth::WHOLE;
use crate::action::Movement;
use crate::hex::Side;
use crate::map::Map;
use crate::movement::approach::Approach;
use crate::movement::end::{CERTAIN, End, Wishes};
use crate::pose::Pose;
use crate::situation::Situation;
use crate::views::Views;

/// Replies of enemies that are weighed against each end; more take too long.
const MOST_REPLIES: usize = 600;
/// Replies of each enemy against which all ends are weighed.
const SCOUTS: usize = 12;
/// Replies between two looks whether an end is beaten.
const CHUNK: usize = 16;
/// Kinds of ends that are weighed between two looks at the clock.
const PATIENCE: usize = 16;
/// What dealing counts for against taking, in hundredths: who only avoids is never in contact.
const BOLDNESS: i64 = 115;
/// What a movement point nearer to the enemy is worth, in millionths of all that a mech can take.
const PROGRESS: i64 = 1_000;
/// What sticking in a swamp costs.
const STUCK: i64 = WHOLE / 60;
/// What each point of heat of a movement costs.
const WARM: i64 = 300;
/// As far as an enemy is taken to be to whom no way leads.
const LOST: u16 = 2_000;

/// The best movement.
///
/// Each kind of end is first weighed against the few most dangerous replies, which says what it is
/// worth at most; then, the most promising first, against all of them, until no other can be
/// better. That is exact against one enemy. Against several it is nearly so: what is dealt counts
/// for the best target only, so that fewer replies are no strict bound.
pub fn best(room: &mut Room, situation: &Situation, me: usize, hurry: &dyn Fn() -> bool) -> Movement {
    let Room { views, bearings, fighters, ground, reach, others, approach, scratch, .. } = room;
    let Scratch { replies, order, groups } = scratch;
    let map = &situation.map;
    explore(reach, ground, situation, me, Wishes::default());
    replies.gather(situation, me, fighters, (ground, others), MOST_REPLIES);
    let goal = fighters[nearest(situation, me, fighters)].pose.hex;
    approach.explore(ground, map, fighters[me].tons, &[goal]);
    let mine = &fighters[me];
    let mut table = Table { map, views, bearings, fighters, mine };
    replies.sort(|enemy, reply| table.danger(enemy, reply));
    let ends = &reach.ends;
    sort_ends(map, ends, order, groups);
    let end_at = |place: u32| &ends[order[place as usize] as usize];
    let pose_of = |end: &End| Pose { hex: end.hex, mode: end.mode, moved: end.moved, prone: end.prone, ..mine.pose };
    let worth = |end: &End| standing(map, mine, end, approach);
    for (bound, from, to) in groups.iter_mut() {
        let values = table.weigh(&pose_of(end_at(*from)), replies, SCOUTS, |_| false);
        let each = (*from..*to).map(|place| values[end_at(place).facing.index()] + worth(end_at(place)));
        *bound = each.max().unwrap_or(i64::MIN);
    }
    groups.sort_unstable_by_key(|&(bound, from, _)| (std::cmp::Reverse(bound), from));
    let mut best: Option<(i64, u32)> = None;
    for (count, &(bound, from, to)) in groups.iter().enumerate() {
        let most = best.map_or(i64::MIN, |(most, _)| most);
        if bound <= most || (count % PATIENCE == PATIENCE - 1 && hurry()) {
            break;
        }
        // No facing of this kind can come to more than the best any longer.
        let beaten = |values: &[i64; 6]| {
            (from..to).all(|place| values[end_at(place).facing.index()] + worth(end_at(place)) <= most)
        };
        let values = table.weigh(&pose_of(end_at(from)), replies, usize::MAX, beaten);
        for place in from..to {
            let value = values[end_at(place).facing.index()] + worth(end_at(place));
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, place));
            }
        }
    }
    best.map_or(Movement::Still, |(_, place)| reach.movement(ground, map, end_at(place)))
}

/// Puts ends of one hex, movement and posture side by side.
fn sort_ends(map: &Map, ends: &[End], order: &mut Vec<u32>, groups: &mut Vec<(i64, u32, u32)>) {
    let kind = |end: &End| (map.index(end.hex), end.mode, end.prone);
    order.clear();
    order.extend(0..u32::try_from(ends.len()).unwrap_or(u32::MAX));
    order.sort_unstable_by_key(|&place| {
        let end = &ends[place as usize];
        (kind(end), end.facing.index(), place)
    });
    groups.clear();
    let mut from = 0;
    for group in order.chunk_by(|&one, &other| kind(&ends[one as usize]) == kind(&ends[other as usize])) {
        let to = from + u32::try_from(group.len()).unwrap_or(0);
        groups.push((0, from, to));
        from = to;
    }
}

/// The enemy that is gone for: the nearest.
pub fn nearest(situation: &Situation, me: usize, fighters: &[Fighter]) -> usize {
    let here = fighters[me].pose.hex;
    let by_distance = |&enemy: &usize| (here.distance(fighters[enemy].pose.hex), enemy);
    situation.enemies(me).min_by_key(by_distance).unwrap_or(me)
}

/// What an end is worth besides the exchange: progress, heat, and the risk of the way there.
fn standing(map: &Map, mine: &Fighter, end: &End, approach: &Approach) -> i64 {
    let far = i64::from(approach.cost(map, end.hex, end.facing).min(LOST));
    let risk = i64::from(CERTAIN - end.arrival) * mine.fall() / i64::from(CERTAIN);
    let lying = if end.prone { FALLEN } else { 0 };
    let sinks = if end.sinks { STUCK } else { 0 };
    -far * PROGRESS - i64::from(end.heat) * WARM - risk - lying - sinks
}

/// What exchanges are weighed with.
struct Table<'a> {
    map: &'a Map,
    views: &'a mut Views,
    bearings: &'a Bearings,
    fighters: &'a [Fighter],
    mine: &'a Fighter,
}

/// What an enemy's answer is worth to this mech, what is dealt, and what is taken.
type Answer = (i64, i64, i64);

impl Table<'_> {
    /// The expected exchange from a place for each facing: what is dealt to the best target, less
    /// what is taken, with each enemy where it is worst. Of each enemy at most this many replies are
    /// asked; none any more once `beaten` says so of what it comes to so far.
    fn weigh(&mut self, pose: &Pose, replies: &Replies, most: usize, beaten: impl Fn(&[i64; 6]) -> bool) -> [i64; 6] {
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

    /// How bad a reply is for this mech where it stands; the worst is the least.
    fn danger(&mut self, enemy: usize, reply: &Reply) -> i64 {
        let mut answers = [(i64::MAX, 0, 0); 6];
        let pose = self.mine.pose;
        self.answer(&pose, enemy, reply, &mut answers);
        answers.iter().map(|answer| answer.0).min().unwrap_or(0)
    }

    /// What both do to each other if the enemy stands there; kept for the facings for which it is
    /// the enemy's best so far.
    fn answer(&mut self, pose: &Pose, enemy: usize, reply: &Reply, answers: &mut [Answer; 6]) {
        let (map, mine, theirs) = (self.map, self.mine, &self.fighters[enemy]);
        let range = mine.range.max(theirs.range);
        let near = pose.hex.distance(reply.pose.hex) <= range;
        let pair = if near { Pair::of(map, self.views, self.bearings, pose, &reply.pose) } else { None };
        let Some(pair) = pair else {
            if reply.pose.hex != pose.hex {
                for best in answers.iter_mut().filter(|best| best.0 > 0) {
                    *best = (0, 0, 0);
                }
            }
            return;
        };
        let back = pair.turned();
        let Some(facing) = back.best_facing(reply.facings) else { return };
        let out = Attack::of(map, (mine, pose), (theirs, &reply.pose), pair);
        let into = Attack::of(map, (theirs, &reply.pose), (mine, pose), back);
        let fire = into.fire(facing);
        let weak = out.struck(facing);
        for (best, side) in answers.iter_mut().zip(Side::ALL) {
            let dealt = out.value(out.fire(side), side, weak) * BOLDNESS / 100;
            let taken = into.value(fire, facing, into.struck(side));
            let net = dealt - taken;
            if net < best.0 {
                *best = (net, dealt, taken);
            }
        }
    }
}

/// What several enemies come to, for each facing.
#[derive(Clone, Copy, Default)]
struct Sum {
    dealt: [i64; 6],
    taken: [i64; 6],
    worst: [i64; 6],
}

impl Sum {
    fn with(mut self, answers: &[Answer; 6]) -> Self {
        for (side, &(_, dealt, taken)) in answers.iter().enumerate() {
            self.dealt[side] = self.dealt[side].max(dealt);
            self.taken[side] += taken;
            self.worst[side] = self.worst[side].max(taken);
        }
        self
    }

    /// Only one enemy can be shot at in full. Of several enemies some have other targets: the
    /// worst counts in full, the others by half.
    fn values(&self) -> [i64; 6] {
        std::array::from_fn(|side| self.dealt[side] - self.worst[side] - (self.taken[side] - self.worst[side]) / 2)
    }
}

#[cfg(test)]
#[path = "oracle.rs"]
mod oracle;
