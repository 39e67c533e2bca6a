//! The movement phase: of all ends that can be reached, the one with the best expected exchange.

use super::Room;
use super::bearings::Bearings;
use super::exchange::{Attack, Pair};
use super::fighter::{Fighter, WHOLE};
use super::replies::{Replies, Reply};
use crate::games::battletech::action::Movement;
use crate::games::battletech::condition::MAX_MECHS;
use crate::games::battletech::hex::{Hex, Side};
use crate::games::battletech::map::Map;
use crate::games::battletech::movement::approach::Approach;
use crate::games::battletech::movement::end::{CERTAIN, End, Wishes};
use crate::games::battletech::movement::ground::Ground;
use crate::games::battletech::movement::mover::Mover;
use crate::games::battletech::movement::points::Points;
use crate::games::battletech::movement::reach::Reach;
use crate::games::battletech::pose::Pose;
use crate::games::battletech::situation::Situation;
use crate::games::battletech::views::Views;
use arrayvec::ArrayVec;

/// Replies of enemies that are weighed against each end; more take too long.
const MOST_REPLIES: usize = 400;
/// Ends of one hex and mode that are weighed between two looks at the clock.
const PATIENCE: usize = 16;
/// What dealing counts for against taking, in hundredths: who only avoids is never in contact.
const BOLDNESS: i64 = 115;
/// What a movement point nearer to the enemy is worth, in millionths of all that a mech can take.
const PROGRESS: i64 = 1_500;
/// What lying on the ground at the end of a turn costs besides the damage of the fall.
const FALLEN: i64 = WHOLE / 25;
/// What sticking in a swamp costs.
const STUCK: i64 = WHOLE / 60;
/// What each point of heat of a movement costs.
const WARM: i64 = 150;
/// As far as an enemy is taken to be to whom no way leads.
const LOST: u16 = 200;

/// Lists that are used again.
#[derive(Default)]
pub struct Scratch {
    pub replies: Replies,
    /// Ends by hex, movement and posture, those of one kind side by side.
    order: Vec<u32>,
}

/// The best movement.
pub fn best(room: &mut Room, situation: &Situation, me: usize, hurry: &dyn Fn() -> bool) -> Movement {
    let Room { views, bearings, fighters, ground, reach, others, approach, scratch, .. } = room;
    let map = &situation.map;
    explore(reach, ground, situation, me, Wishes::default());
    scratch.replies.gather(situation, me, fighters, (ground, others), MOST_REPLIES);
    let goal = fighters[nearest(situation, me, fighters)].pose.hex;
    approach.explore(ground, map, fighters[me].tons, &[goal]);
    let mine = &fighters[me];
    let ends = reach.ends();
    let kind = |end: &End| (map.index(end.hex), end.mode, end.prone, end.facing.index());
    scratch.order.clear();
    scratch.order.extend(0..u32::try_from(ends.len()).unwrap_or(u32::MAX));
    scratch.order.sort_unstable_by_key(|&place| (kind(&ends[place as usize]), place));
    let mut best: Option<(i64, u32)> = None;
    let alike = |a: &u32, b: &u32| {
        let (a, b) = (kind(&ends[*a as usize]), kind(&ends[*b as usize]));
        (a.0, a.1, a.2) == (b.0, b.1, b.2)
    };
    for (count, group) in scratch.order.chunk_by(alike).enumerate() {
        if count % PATIENCE == PATIENCE - 1 && best.is_some() && hurry() {
            break;
        }
        let first = &ends[group[0] as usize];
        let pose = Pose { hex: first.hex, mode: first.mode, moved: first.moved, prone: first.prone, ..mine.pose };
        let exchange = exchanges(map, (views, bearings), fighters, mine, &pose, &scratch.replies);
        for &place in group {
            let end = &ends[place as usize];
            let value = exchange[end.facing.index()] + standing(map, mine, end, approach);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, place));
            }
        }
    }
    best.map_or(Movement::Still, |(_, place)| reach.movement(ground, map, &reach.ends()[place as usize]))
}

/// Lists where a mech can end, with the others where they stand.
pub fn explore(reach: &mut Reach, ground: &Ground, situation: &Situation, mech: usize, wishes: Wishes) {
    let others: ArrayVec<Hex, MAX_MECHS> =
        situation.enemies(mech).map(|other| situation.mechs[other].condition.hex).collect();
    let moving = &situation.mechs[mech];
    let mover = Mover::new(moving, &situation.settings, Points::told(moving));
    reach.explore(ground, &situation.map, &others, &mover, wishes);
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
    let fall = mine.value_of(u32::from(mine.tons) * 100) + FALLEN;
    let risk = i64::from(CERTAIN - end.arrival) * fall / i64::from(CERTAIN);
    let lying = if end.prone { FALLEN } else { 0 };
    let sinks = if end.sinks { STUCK } else { 0 };
    -far * PROGRESS - i64::from(end.heat) * WARM - risk - lying - sinks
}

/// The expected exchange from a place for each facing: all that is dealt to the best target, less
/// all that is taken, with each enemy where it is worst.
fn exchanges(
    map: &Map,
    (views, bearings): (&mut Views, &Bearings),
    fighters: &[Fighter],
    mine: &Fighter,
    pose: &Pose,
    replies: &Replies,
) -> [i64; 6] {
    let mut dealt = [0_i64; 6];
    let mut taken = [0_i64; 6];
    let mut worst = [0_i64; 6];
    for (enemy, replies) in replies.each() {
        let theirs = &fighters[enemy];
        // The enemy chooses where it stands once it sees how this mech faces.
        let mut answers = [(i64::MAX, 0_i64, 0_i64); 6];
        for reply in replies {
            answer(map, (views, bearings), (mine, pose), (theirs, reply), &mut answers);
        }
        for (side, (_, out, back)) in answers.into_iter().enumerate() {
            dealt[side] = dealt[side].max(out);
            taken[side] += back;
            worst[side] = worst[side].max(back);
        }
    }
    // Of several enemies some have other targets: the worst counts in full, the others by half.
    std::array::from_fn(|side| dealt[side] * BOLDNESS / 100 - worst[side] - (taken[side] - worst[side]) / 2)
}

/// What both do to each other if the enemy stands there; kept for the facings for which it is the
/// enemy's best so far.
fn answer(
    map: &Map,
    (views, bearings): (&mut Views, &Bearings),
    (mine, pose): (&Fighter, &Pose),
    (theirs, reply): (&Fighter, &Reply),
    answers: &mut [(i64, i64, i64); 6],
) {
    let Some(pair) = Pair::of(map, views, bearings, pose, &reply.pose) else {
        if reply.pose.hex != pose.hex {
            for best in answers.iter_mut().filter(|best| best.0 > 0) {
                *best = (0, 0, 0);
            }
        }
        return;
    };
    let back = pair.turned();
    let Some(facing) = back.best_facing(reply.facings) else { return };
    let out = Attack::of(map, mine, pose, &reply.pose, pair);
    let into = Attack::of(map, theirs, &reply.pose, pose, back);
    let taken = into.mean(facing);
    let weak = out.severity(facing);
    for (best, side) in answers.iter_mut().zip(Side::ALL) {
        let dealt = theirs.value_of(out.mean(side)) * weak / 100;
        let taken = mine.value_of(taken) * into.severity(side) / 100;
        let net = dealt - taken;
        if net < best.0 {
            *best = (net, dealt, taken);
        }
    }
}
