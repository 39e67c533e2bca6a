//! The search for the best end, against weighing every end with every reply, one by one; and the values of ends.

use super::super::fighter::WHOLE;
use super::super::replies::{Replies, Sum};
use super::super::tests::melee;
use super::super::weights::Weights;
use super::*;
use crate::action::Action;
use crate::battle::{Battle, Options};
use crate::catalogue::{map_of, mech_of};
use crate::hex::Hex;
use crate::movement::cost::WoodsCost;
use crate::movement::ground::Ground;
use crate::movement::reach::Reach;
use crate::player::{Player, Style};
use crate::situation::{Mode, Settings};
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

/// The worth of the movement that the search finds, and of the best of all.
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

/// The worth of a movement by [`worths`], and the most that any has.
fn worth_of(seen: &Situation, me: usize, memory: &Memory, movement: &Movement) -> (i64, i64) {
    let ground = Ground::new(&seen.map, WoodsCost::Added);
    let mut reach = Reach::new(&ground);
    explore(&mut reach, &ground, seen, me, Wishes::default());
    let kind = |end: &End| (end.mode, end.hex, end.prone);
    let mut ends: Vec<&End> = reach.ends.iter().collect();
    ends.sort_by_key(|end| (kind(end), end.facing));
    let kinds: Vec<&[&End]> = ends.chunk_by(|one, other| kind(one) == kind(other)).collect();
    let worths = worths(seen, me, memory, &kinds);
    let (mode, to) = match *movement {
        Movement::Still => (Mode::Still, None),
        Movement::Jump { to, facing } => (Mode::Jump, Some((to, facing))),
        Movement::Go { run, to, facing, .. } => (if run { Mode::Run } else { Mode::Walk }, Some((to, facing))),
    };
    let chosen = |end: &&End| end.mode == mode && to.is_none_or(|to| to == (end.hex, end.facing));
    let each = kinds.iter().zip(&worths);
    let found = each.flat_map(|(kind, worth)| kind.iter().map(move |end| (*end, worth[end.facing.index()])));
    let found = found.filter(|(end, _)| chosen(end)).filter_map(|(_, worth)| worth).max();
    (found.expect("it can be reached"), worths.iter().map(best_side).max().expect("it can stay"))
}

#[test]
fn nothing_is_worth_more_than_what_the_player_takes_without_looking_ahead() {
    let mut moves = 0;
    for (seed, map, mechs) in [(1, "laguna", ["grillo", "cantera"]), (2, "colinas", ["tejon", "gaviota"])] {
        let mechs = mechs.map(|name| mech_of(name).expect("it is in the catalogue")).to_vec();
        let map = map_of(map).expect("it is in the catalogue");
        let options = Options { turns: 5, ..Options::default() };
        let mut battle = Battle::new(map, Settings::default(), mechs, None, options, seed).expect("there is room");
        let near = Weights { ahead: 0, ..Weights::DEFAULT };
        let mut minds = [0; 2].map(|_| Player::with(Style::Strong, near));
        while battle.outcome().is_none() {
            battle.begin_turn();
            while let Some(phase) = battle.phase() {
                for mech in battle.order(phase) {
                    if !battle.calls(mech, phase) {
                        continue;
                    }
                    let seen = battle.view(mech);
                    let action = minds[mech].decide(&seen, mech, phase, &|| false);
                    if let Action::Movement(movement) = &action {
                        let (chosen, most) = worth_of(&seen, mech, &minds[mech].memory, movement);
                        assert_eq!(chosen, most, "turn {}: {movement:?}", battle.turn());
                        moves += 1;
                    }
                    battle.apply(mech, &action).expect("what players do is allowed");
                }
                battle.finish();
            }
        }
    }
    assert!(moves > 10, "{moves} movements");
}
