//! The movement phase: of all ends in reach, the one with the best expected exchange; and the values of ends for a
//! person at a table.

use super::ahead::{Duel, ENDS};
use super::fighter::tempered;
use super::memory::Memory;
use super::replies::{Table, explore};
use super::way::Way;
use super::workspace::{Scratch, Workspace};
use crate::action::Movement;
use crate::map::Map;
use crate::movement::end::{End, Wishes};
use crate::situation::{Pose, Situation};
use std::cmp::Reverse;

/// The number of enemy replies that are evaluated against each end; more take too long.
const MOST_REPLIES: usize = 600;
/// The number of replies of each enemy against which all ends are evaluated first.
const SCOUTS: usize = 12;
/// The number of kinds of ends that are evaluated between two looks at the clock.
const PATIENCE: usize = 16;
/// The number of best ends in exact order: these are evaluated against all replies, the others only against the few
/// most dangerous ones, which gives an upper bound.
const SURE: usize = 8;

/// The best movement.
///
/// Each kind of end is first evaluated against the few most dangerous replies, which gives an upper bound; then, the
/// most promising first, against all of them, until no other can be better. That is exact against one enemy. Against
/// several it is nearly so: dealt damage counts for the best target only, so that fewer replies give no strict bound.
/// Against one enemy the best few of different kinds are then compared by the next turn too ([`super::ahead`]).
pub fn best(room: &mut Workspace, situation: &Situation, me: usize, hurry: &dyn Fn() -> bool) -> Movement {
    let Workspace { views, bearings, fighters, ground, reach, others, approach, drive, scratch, weights, .. } = room;
    let Scratch { replies, order, groups, best, ahead } = scratch;
    let map = &situation.map;
    explore(reach, ground, situation, me, Wishes::default());
    replies.gather(situation, me, fighters, (ground, others), MOST_REPLIES);
    let mine = &fighters[me];
    let weights = &tempered(weights, fighters, situation, me);
    let mut table = Table { map, views, bearings, fighters, mine, weights };
    let way = Way::to_enemies(situation, &mut table, (ground, approach), *drive);
    replies.sort(|enemy, reply| table.danger(enemy, reply));
    let ends = &reach.ends;
    sort_ends(map, ends, order, groups);
    let end_at = |place: u32| &ends[order[place as usize] as usize];
    let pose_of = |end: &End| end.pose(&mine.pose);
    let worth = |end: &End| way.standing(map, mine, end);
    for (bound, from, to) in groups.iter_mut() {
        let values = table.weigh(&pose_of(end_at(*from)), replies, SCOUTS, |_| false);
        let each = (*from..*to).map(|place| values[end_at(place).facing.index()] + worth(end_at(place)));
        *bound = each.max().unwrap_or(i64::MIN);
    }
    groups.sort_unstable_by_key(|&(bound, from, _)| (Reverse(bound), from));
    // Each of several enemies would reply in its own turn: too many lines to search.
    let mut enemies = replies.each().map(|(enemy, _)| enemy);
    let only = enemies.next().filter(|_| weights.ahead > 0 && enemies.next().is_none());
    let keep = if only.is_some() { ENDS } else { 1 };
    best.clear();
    for (count, &(bound, from, to)) in groups.iter().enumerate() {
        let most = if best.len() < keep { i64::MIN } else { best[keep - 1].0 };
        if bound <= most || (count % PATIENCE == PATIENCE - 1 && hurry()) {
            break;
        }
        // No facing of this kind can reach the best any longer.
        let beaten = |values: &[i64; 6]| {
            (from..to).all(|place| values[end_at(place).facing.index()] + worth(end_at(place)) <= most)
        };
        let values = table.weigh(&pose_of(end_at(from)), replies, usize::MAX, beaten);
        let mut most: Option<(i64, u32)> = None;
        for place in from..to {
            let value = values[end_at(place).facing.index()] + worth(end_at(place));
            if most.is_none_or(|(most, _)| value > most) {
                most = Some((value, place));
            }
        }
        let Some(most) = most else { continue };
        let rank = best.partition_point(|other| other.0 >= most.0);
        if rank < keep {
            best.truncate(keep - 1);
            best.insert(rank, most);
        }
    }
    let chosen = match only {
        Some(enemy) if best.len() > 1 => {
            let mut duel = Duel { situation, ground, reach: others, table: &mut table, enemy };
            let candidate = |&(_, place): &(i64, u32)| {
                let end = end_at(place);
                (Pose { facing: end.facing, torso: end.facing, ..pose_of(end) }, worth(end))
            };
            ahead.best(&mut duel, replies, best.iter().map(candidate), hurry)
        }
        _ => 0,
    };
    best.get(chosen).map_or(Movement::Still, |&(_, place)| reach.movement(ground, map, end_at(place)))
}

/// Sorts ends by hex, movement and posture, and groups those that differ in facing only.
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

/// The values of an end for each side that can be faced, by the side's index; in millionths of a mech's worth.
pub type SideValues = [Option<i64>; 6];

/// The values of kinds of ends for a mech, by the expected exchange, the route to the enemies, heat and risk, without a
/// look at the next turn. The ends of one kind differ only in facing.
#[must_use]
pub fn worths(situation: &Situation, me: usize, memory: &Memory, kinds: &[&[&End]]) -> Vec<SideValues> {
    let mut room = Workspace::default();
    room.look(situation, memory);
    let Workspace { views, bearings, fighters, ground, others, approach, drive, scratch, weights, .. } = &mut room;
    let Scratch { replies, .. } = scratch;
    let map = &situation.map;
    replies.gather(situation, me, fighters, (ground, others), MOST_REPLIES);
    let mine = &fighters[me];
    let weights = &tempered(weights, fighters, situation, me);
    let mut table = Table { map, views, bearings, fighters, mine, weights };
    let way = Way::to_enemies(situation, &mut table, (ground, approach), *drive);
    replies.sort(|enemy, reply| table.danger(enemy, reply));
    let mut weigh = |kind: &[&End], most: usize| {
        let mut worth = [None; 6];
        if let Some(first) = kind.first() {
            let exchange = table.weigh(&first.pose(&mine.pose), replies, most, |_| false);
            for end in kind {
                let side = end.facing.index();
                worth[side] = Some(exchange[side] + way.standing(map, mine, end));
            }
        }
        worth
    };
    let mut worths: Vec<SideValues> = kinds.iter().map(|&kind| weigh(kind, SCOUTS)).collect();
    let mut order: Vec<usize> = (0..kinds.len()).collect();
    order.sort_by_key(|&kind| Reverse(best_side(&worths[kind])));
    let mut sure: Vec<i64> = Vec::with_capacity(SURE + 1);
    for kind in order {
        if sure.get(SURE - 1).is_some_and(|&least| best_side(&worths[kind]) <= least) {
            break;
        }
        worths[kind] = weigh(kinds[kind], usize::MAX);
        let value = best_side(&worths[kind]);
        sure.insert(sure.partition_point(|&other| other >= value), value);
    }
    worths
}

/// The value of the best side.
fn best_side(worth: &SideValues) -> i64 {
    worth.iter().flatten().max().copied().unwrap_or(i64::MIN)
}

#[cfg(test)]
mod tests;
