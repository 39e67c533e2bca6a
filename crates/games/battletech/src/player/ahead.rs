//! A look ahead to the next turn: its expected exchange, from the places where both would begin it.
//!
//! A tree of two turns: an end of the own mech, the enemy's reply, a coin toss for the initiative, and a move of each
//! side, of which the second knows the first. Only the places change from turn to turn: damage and heat stay as they
//! are now. The search core has neither chance nor facings that stand for six positions at once, so the cuts are made
//! here.

use super::exchange::Pair;
use super::replies::{Replies, Reply, Table, list_places};
use crate::hex::Side;
use crate::movement::end::Wishes;
use crate::movement::ground::Ground;
use crate::movement::mover::Mover;
use crate::movement::reach::Reach;
use crate::situation::{Pose, Situation};
use std::iter;
use std::ops::Range;

/// The number of ends to look ahead from, the best by this turn's exchange.
pub const ENDS: usize = 16;
/// The number of replies to each of them, the worst by this turn's exchange.
const ANSWERS: usize = 8;
/// The number of places of the mech that moves first in the next turn.
const FIRST: usize = 40;
/// The number of places of the mech that moves second.
const SECOND: usize = 20;

/// A reply to an end: its net exchange and its number.
type Answer = (i64, u32);

/// The data for a look ahead of two mechs that fight each other.
pub struct Duel<'a, 'b> {
    pub situation: &'a Situation,
    pub ground: &'a Ground,
    pub reach: &'a mut Reach,
    pub table: &'a mut Table<'b>,
    pub enemy: usize,
}

/// The lists of the search, whose memory is reused.
#[derive(Debug, Default)]
pub struct Ahead {
    answers: Vec<Answer>,
    /// The places that mechs can reach in the next turn, by mech and by its place before.
    places: Vec<Reply>,
    /// The range in `places` for the enemy, by its reply.
    theirs: Vec<Option<Range<usize>>>,
    fresh: Vec<Reply>,
}

impl Ahead {
    /// The index of the best of some ends, which are sorted by this turn's exchange. Each has a pose, and a value
    /// besides the exchanges.
    pub fn best(
        &mut self,
        duel: &mut Duel<'_, '_>,
        replies: &Replies,
        ends: impl Iterator<Item = (Pose, i64)> + Clone,
        hurry: &dyn Fn() -> bool,
    ) -> usize {
        let mut best = (i64::MIN, 0);
        let Some((list, likely)) = self.begin(duel, replies, ends.clone()) else { return 0 };
        for (number, (pose, standing)) in ends.enumerate() {
            if number > 0 && hurry() {
                break;
            }
            let Some(mine) = self.open(duel, list, &pose) else { continue };
            let mut value = i64::MAX;
            for place in 0..self.answers.len() {
                if value.saturating_add(standing) <= best.0 {
                    break;
                }
                let (now, reply) = self.answers[place];
                let theirs = self.follow(duel, &list[reply as usize], reply, &likely);
                let next = self.next(duel, mine.clone(), theirs);
                value = value.min(now + next * i64::from(duel.table.weights.ahead) / 100);
            }
            let value = value.saturating_add(standing);
            if value > best.0 {
                best = (value, number);
            }
        }
        best.1
    }

    /// Forgets the last search. Gives the enemy's replies, and the likely pose of the own mech: places that the
    /// enemy can reach from a reply are sorted against it, not against the end that happens to be searched first.
    fn begin<'r>(
        &mut self,
        duel: &Duel<'_, '_>,
        replies: &'r Replies,
        mut ends: impl Iterator<Item = (Pose, i64)>,
    ) -> Option<(&'r [Reply], Pose)> {
        let (_, list) = replies.each().find(|(enemy, _)| *enemy == duel.enemy)?;
        self.places.clear();
        self.theirs.clear();
        self.theirs.resize(list.len(), None);
        ends.next().map(|(likely, _)| (list, likely))
    }

    /// The worst replies to an end, and the places that the own mech can reach from it; `None` if the enemy has no
    /// reply.
    fn open(&mut self, duel: &mut Duel<'_, '_>, list: &[Reply], pose: &Pose) -> Option<Range<usize>> {
        let (me, enemy) = (duel.table.mine.number, duel.enemy);
        self.answers.clear();
        for (number, reply) in (0..).zip(list) {
            let Some(nets) = net(duel.table, (me, pose), (enemy, reply)) else { continue };
            let value = nets[pose.facing.index()];
            let rank = self.answers.partition_point(|answer| answer.0 <= value);
            if rank < ANSWERS {
                self.answers.truncate(ANSWERS - 1);
                self.answers.insert(rank, (value, number));
            }
        }
        let worst = self.answers.first()?.1 as usize;
        let worst = faced(duel.table, &list[worst], pose);
        Some(self.explore(duel, (me, pose), (enemy, &worst)))
    }

    /// The places that the enemy can reach from a reply.
    fn follow(&mut self, duel: &mut Duel<'_, '_>, reply: &Reply, number: u32, likely: &Pose) -> Range<usize> {
        if let Some(known) = &self.theirs[number as usize] {
            return known.clone();
        }
        let (me, enemy) = (duel.table.mine.number, duel.enemy);
        let at = faced(duel.table, reply, likely);
        let places = self.explore(duel, (enemy, &at), (me, likely));
        self.theirs[number as usize] = Some(places.clone());
        places
    }

    /// The places that a mech can reach from a pose, in `places`, those with the best exchange with the other mech
    /// first.
    fn explore(
        &mut self,
        duel: &mut Duel<'_, '_>,
        (number, pose): (usize, &Pose),
        (other, at): (usize, &Pose),
    ) -> Range<usize> {
        let Duel { situation, ground, reach, table, .. } = duel;
        let mut mover = Mover::told(situation, number);
        (mover.hex, mover.facing, mover.prone, mover.stuck) = (pose.hex, pose.facing, pose.prone, pose.stuck);
        reach.explore(ground, &situation.map, &[at.hex], &mover, Wishes::default());
        self.fresh.clear();
        list_places(&mut self.fresh, &reach.ends, pose);
        let target = Reply::new(*at, 1 << at.facing.index());
        for place in &mut self.fresh {
            let nets = net(table, (number, &place.pose), (other, &target)).unwrap_or([0; 6]);
            place.key = -sides(place.facings).map(|side| nets[side]).max().unwrap_or(0);
        }
        self.fresh.sort_unstable_by_key(|place| (place.key, place.pose.hex));
        let from = self.places.len();
        self.places.extend(self.fresh.iter().take(FIRST.max(SECOND)));
        from..self.places.len()
    }

    /// The value of the next turn for the own mech: each side moves first with an even chance.
    fn next(&self, duel: &mut Duel<'_, '_>, mine: Range<usize>, theirs: Range<usize>) -> i64 {
        let me = (duel.table.mine.number, &self.places[mine]);
        let enemy = (duel.enemy, &self.places[theirs]);
        (first(duel.table, me, enemy) - first(duel.table, enemy, me)) / 2
    }
}

/// The value of a turn for the mech that moves first: the best place and facing against the worst reply.
fn first(table: &mut Table<'_>, (number, places): (usize, &[Reply]), (other, replies): (usize, &[Reply])) -> i64 {
    let replies = &replies[..replies.len().min(SECOND)];
    let mut best = i64::MIN;
    // Alpha-beta with the single bound there is. The reply that refuted the last place mostly refutes the next.
    let mut killer = 0;
    for place in places.iter().take(FIRST) {
        let mut least = [i64::MAX; 6];
        for reply in iter::once(killer).chain((0..replies.len()).filter(|&reply| reply != killer)) {
            let Some(nets) = net(table, (number, &place.pose), (other, &replies[reply])) else { continue };
            for (least, net) in least.iter_mut().zip(nets) {
                *least = net.min(*least);
            }
            if sides(place.facings).all(|side| least[side] <= best) {
                killer = reply;
                break;
            }
        }
        // A value stays unknown if every reply is on the same hex.
        let known = sides(place.facings).map(|side| least[side]).filter(|&value| value < i64::MAX);
        best = known.max().map_or(best, |value| value.max(best));
    }
    if best == i64::MIN { 0 } else { best }
}

/// The net exchange of a mech in a pose with another that replies, for each of its sides; `None` if both would be on
/// one hex.
fn net(table: &mut Table<'_>, (number, pose): (usize, &Pose), (other, reply): (usize, &Reply)) -> Option<[i64; 6]> {
    let bold = i64::from(table.weights.boldness);
    let mine = number == table.mine.number;
    let sides = table.exchange((number, pose), (other, reply))?;
    // The weight `boldness` is that of the own mech, even when the other moves.
    let net = |(dealt, taken): (i64, i64)| if mine { dealt * bold / 100 - taken } else { dealt - taken * bold / 100 };
    Some(sides.map(net))
}

/// The sides in a set, by their indices.
fn sides(set: u8) -> impl Iterator<Item = usize> {
    (0..6).filter(move |side| set >> side & 1 == 1)
}

/// The pose of a reply with the facing that is best for it against a mech.
fn faced(table: &mut Table<'_>, reply: &Reply, other: &Pose) -> Pose {
    let pair = Pair::of(table.map, table.views, table.bearings, &reply.pose, other);
    let best = pair.and_then(|pair| pair.best_facing(reply.facings));
    let facing = best.or_else(|| sides(reply.facings).map(|side| Side::ALL[side]).next()).unwrap_or(reply.pose.facing);
    Pose { facing, torso: facing, ..reply.pose }
}

#[cfg(test)]
mod tests;
