//! The search of the next turn, against all of its lines one by one.

use super::super::memory::Memory;
use super::super::tests::melee;
use super::super::weights::Weights;
use super::super::workspace::Workspace;
use super::*;
use crate::player::replies::explore;

/// What a turn is worth to the mech that moves first, without any cut.
fn first_plainly(table: &mut Table<'_>, mover: (usize, &[Reply]), other: (usize, &[Reply])) -> i64 {
    let replies = &other.1[..other.1.len().min(SECOND)];
    let mut values = Vec::new();
    for place in mover.1.iter().take(FIRST) {
        for side in sides(place.facings) {
            let answers = replies.iter().filter_map(|reply| net(table, (mover.0, &place.pose), (other.0, reply)));
            values.extend(answers.map(|nets| nets[side]).min());
        }
    }
    values.into_iter().max().unwrap_or(0)
}

/// What an end is worth, with all of its replies.
fn value_plainly(
    ahead: &mut Ahead,
    duel: &mut Duel<'_, '_>,
    (list, likely): (&[Reply], &Pose),
    (pose, standing): (Pose, i64),
) -> i64 {
    let mine = ahead.open(duel, list, &pose).expect("the enemy has a reply");
    let mut values = Vec::new();
    for (now, number) in ahead.answers.clone() {
        let theirs = ahead.follow(duel, &list[number as usize], number, likely);
        let ours = (duel.table.mine.number, &ahead.places[mine.clone()]);
        let others = (duel.enemy, &ahead.places[theirs]);
        let next = (first_plainly(duel.table, ours, others) - first_plainly(duel.table, others, ours)) / 2;
        values.push(now + next * i64::from(duel.table.weights.ahead) / 100);
    }
    values.into_iter().min().expect("the enemy has a reply") + standing
}

#[test]
fn the_best_end_of_two_turns_is_found() {
    let mut rng = fastrand::Rng::with_seed(31);
    let weights = Weights::DEFAULT;
    let mut changed = 0;
    for number in 0..30 {
        let (situation, me) = melee(2, &mut rng);
        let mut room = Workspace::default();
        room.look(&situation, &Memory::default());
        let Workspace { views, bearings, fighters, ground, reach, others, .. } = &mut room;
        let mut replies = Replies::default();
        replies.gather(&situation, me, fighters, (ground, others), 600);
        explore(reach, ground, &situation, me, Wishes::default());
        let mine = &fighters[me];
        // Any ends will do: nine or fewer, evenly spread over all, with any worth besides.
        let step = reach.ends.len().div_ceil(9);
        let ends: Vec<(Pose, i64)> = (reach.ends.iter().step_by(step))
            .map(|end| (Pose { facing: end.facing, torso: end.facing, ..end.pose(&mine.pose) }, rng.i64(0..5_000)))
            .collect();
        let mut table = Table { map: &situation.map, views, bearings, fighters, mine, weights: &weights };
        let mut duel = Duel { situation: &situation, ground, reach: others, table: &mut table, enemy: 1 - me };
        let mut ahead = Ahead::default();
        let best = ahead.best(&mut duel, &replies, ends.iter().copied(), &|| false);
        let (list, likely) = ahead.begin(&duel, &replies, ends.iter().copied()).expect("an enemy");
        let values: Vec<i64> =
            ends.iter().map(|&end| value_plainly(&mut ahead, &mut duel, (list, &likely), end)).collect();
        assert_eq!(Some(values[best]), values.iter().copied().max(), "{number}: {values:?}");
        changed += usize::from(best > 0);
    }
    assert!(changed > 5, "nearly always the first of all: {changed}");
}
