//! The search for the best end, against weighing every end with every reply, one by one.

use super::super::melee::melee;
use super::super::memory::Memory;
use super::super::replies::Replies;
use super::super::table::Sum;
use super::super::worth::WHOLE;
use super::*;
use crate::hex::Hex;
use crate::situation::Mode;
use std::collections::BTreeMap;

/// A room that has looked at a situation.
fn room(situation: &Situation) -> Workspace {
    let mut room = Workspace::default();
    // The turn after this one has an oracle of its own.
    room.weights.ahead = 0;
    room.look(situation, &Memory::default());
    room
}

/// All movements, each with what it is worth: no reply left out, none in any order that matters.
fn plainly(situation: &Situation, me: usize) -> Vec<(Movement, i64)> {
    let mut room = room(situation);
    let Workspace { views, bearings, fighters, ground, reach, others, approach, drive, weights, .. } = &mut room;
    let map = &situation.map;
    explore(reach, ground, situation, me, Wishes::default());
    let mut replies = Replies::default();
    replies.gather(situation, me, fighters, (ground, others), MOST_REPLIES);
    let mine = &fighters[me];
    let mut table = Table { map, views, bearings, fighters, mine, weights };
    let way = Way::to_enemies(situation, &mut table, (ground, approach), *drive);
    let mut all = Vec::new();
    for end in &reach.ends {
        let pose = end.pose(&mine.pose);
        let mut sum = Sum::default();
        for (enemy, replies) in replies.each() {
            let answers = replies.iter().map(|reply| {
                let mut answers = [(i64::MAX, 0, 0); 6];
                table.answer(&pose, enemy, reply, &mut answers);
                answers[end.facing.index()]
            });
            sum = sum.with(&[answers.min_by_key(|answer| answer.0).expect("it can at least stay"); 6]);
        }
        let value = sum.values()[end.facing.index()] + way.standing(map, mine, end);
        all.push((reach.movement(ground, map, end), value));
    }
    all
}

/// What the movement that the search finds is worth, and what the best of all is.
fn compare(situation: &Situation, me: usize) -> (i64, i64) {
    let found = best(&mut room(situation), situation, me, &|| false);
    let all = plainly(situation, me);
    let worth = all.iter().filter(|(movement, _)| *movement == found).map(|(_, value)| *value).max();
    let most = all.iter().map(|(_, value)| *value).max().expect("it can at least stay");
    (worth.unwrap_or_else(|| panic!("{found:?} leads nowhere")), most)
}

#[test]
fn against_one_enemy_the_best_end_is_found() {
    let mut rng = fastrand::Rng::with_seed(27);
    let mut answered = 0;
    for number in 0..60 {
        let (situation, me) = melee(2, &mut rng);
        let (found, most) = compare(&situation, me);
        assert_eq!(found, most, "{number}: {me} in the order {:?}", situation.initiative);
        answered += u32::from(situation.initiative[0] == me);
    }
    assert!(answered > 15, "only {answered} enemies could answer");
}

/// What enemies do together does not grow reply by reply, so that cutting off is a rule of thumb.
#[test]
fn against_several_it_is_nearly_the_best() {
    let mut rng = fastrand::Rng::with_seed(28);
    let (mut missed, mut worst, mut lost) = (0, 0, 0);
    for _ in 0..30 {
        let (situation, me) = melee(4, &mut rng);
        let (found, most) = compare(&situation, me);
        assert!(found <= most);
        missed += u32::from(found < most);
        worst = worst.max(most - found);
        lost += most - found;
    }
    println!("{missed} of 30 missed, by {worst} at worst, {} in the mean", lost / 30);
    assert!(missed <= 10 && lost / 30 < WHOLE / 50, "{missed} missed, {lost} lost");
}

#[test]
fn replies_are_all_places_of_the_enemy() {
    let mut rng = fastrand::Rng::with_seed(29);
    for _ in 0..40 {
        let (mut situation, me) = melee(2, &mut rng);
        let enemy = 1 - me;
        situation.initiative = vec![me, enemy];
        situation.mechs[enemy].mode = Mode::Still;
        let mut room = room(&situation);
        let Workspace { fighters, ground, reach, others, .. } = &mut room;
        explore(reach, ground, &situation, enemy, Wishes::default());
        let mut places: BTreeMap<Hex, (Mode, u8)> = BTreeMap::new();
        for end in reach.ends.iter().filter(|end| !end.prone) {
            let place = places.entry(end.hex).or_insert((end.mode, 0));
            *place = (place.0.min(end.mode), place.1 | 1 << end.facing.index());
        }
        let mut replies = Replies::default();
        replies.gather(&situation, me, fighters, (ground, others), MOST_REPLIES);
        let (_, list) = replies.each().next().expect("there is an enemy");
        let listed: BTreeMap<Hex, (Mode, u8)> =
            list.iter().map(|reply| (reply.pose.hex, (reply.pose.mode, reply.facings))).collect();
        assert_eq!(list.len(), listed.len(), "each hex once");
        if !places.is_empty() {
            assert_eq!(listed, places);
        }
    }
}
