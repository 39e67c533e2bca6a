//! Tests of the phases, one by one, with what was worked out by hand.

use super::forge::{ammunition, battle, mech, weapon};
use super::{Battle, Danger, Event, Reason};
use crate::action::{Action, Aim, Blow, EndOfTurn, Means, Movement, Phase, Reaction, Shot, Step, Weapons};
use crate::definition::{Definition, part};
use crate::hex::{Hex, Side};
use crate::location::Location::{self, *};
use crate::map::{Cell, Object, Terrain};
use crate::physical::Kind;
use crate::situation::Mode;
use crate::tests::audit::audit;

fn duel(definition: &Definition, seed: u64) -> Battle {
    let mut battle = battle(vec![definition.clone(), definition.clone()], seed);
    battle.begin_turn();
    battle
}

fn to(battle: &mut Battle, phase: Phase) {
    while battle.phase().is_some_and(|now| now != phase) {
        battle.finish();
    }
}

fn go(run: bool, to: (u8, u8), facing: Side, steps: Vec<Step>) -> Action {
    Action::Movement(Movement::Go { run, to: Hex::new(to.0, to.1), facing, masc: false, steps })
}

fn shot(location: Location, slot: u8, ammunition: Option<(Location, u8)>, target: Hex) -> Shot {
    Shot { location, slot, double: false, ammunition, target: Some(target), aim: Aim::Mech }
}

fn fire(shots: Vec<Shot>) -> Action {
    Action::Weapons(Weapons::Fire { primary: shots[0].target, shots })
}

#[test]
fn initiative_is_the_order_of_the_rolls_and_reaction_the_other_way() {
    let mut first = [0_u32; 2];
    for seed in 0..200 {
        let battle = duel(&mech(50, 5, 10, &[]), seed);
        let Some(Event::Initiative { rolls, order }) = battle.events().get(1) else { panic!("{:?}", battle.events()) };
        assert!(rolls[order[0]] <= rolls[order[1]]);
        first[order[0]] += 1;
        assert_eq!(battle.order(Phase::Movement).as_slice(), order);
        assert_eq!(battle.order(Phase::Reaction).as_slice(), [order[1], order[0]]);
        assert_eq!(&battle.view(0).initiative, order);
    }
    assert!(first[0].abs_diff(first[1]) < 50, "{first:?}");
}

#[test]
fn walking_moves_heats_and_is_told() {
    let mut battle = duel(&mech(50, 5, 10, &[]), 1);
    // Facing north on 0603 counted from 1; two ahead, one side to the right.
    let action = go(false, (5, 0), Side::ALL[1], vec![Step::Forward(2), Step::Right(1)]);
    assert_eq!(battle.apply(0, &action), Ok(vec![]));
    let mech = &battle.situation().mechs[0];
    assert_eq!((mech.condition.hex, mech.mode, mech.moved), (Hex::new(5, 0), Mode::Walk, 2));
    assert_eq!(mech.condition.torso, Side::ALL[1]);
    let path = vec![Hex::new(5, 2), Hex::new(5, 1), Hex::new(5, 0)];
    let told = Event::Move { mech: 0, mode: Mode::Walk, path, facing: Side::ALL[1], prone: false, points: 3 };
    assert_eq!(battle.events().last(), Some(&told));
    // No mech answers twice, nor out of turn.
    assert!(battle.apply(0, &Action::idle(Phase::Movement)).is_err());
    assert!(battle.apply(1, &Action::idle(Phase::End)).is_err());
    to(&mut battle, Phase::End);
    let heat = battle.events().iter().find(|event| matches!(event, Event::Heat { mech: 0, movement: 1, after: 0, .. }));
    assert!(heat.is_some());
}

#[test]
fn an_illegal_movement_is_recorded_and_nothing_done() {
    let mut battle = duel(&mech(50, 5, 10, &[]), 1);
    let dawn = battle.situation().mechs.clone();
    let action = go(false, (5, 1), Side::NORTH, vec![Step::Forward(2)]);
    let fault = battle.apply(0, &action).expect_err("it leads elsewhere");
    let told = Event::Fault { mech: 0, phase: Phase::Movement, rule: fault.rule, message: fault.message };
    assert_eq!(battle.events().last(), Some(&told));
    assert_eq!(battle.situation().mechs[0].condition.hex, Hex::new(5, 2));
    audit(&battle, &dawn).expect("nothing changed");
}

#[test]
fn rolls_on_the_way_end_it_where_they_fail() {
    let (mut fell, mut passed, mut stuck) = (0, 0, 0);
    for seed in 0..400 {
        let mut battle = battle(vec![mech(50, 5, 10, &[]); 2], seed);
        *battle.situation.map.cell_mut(Hex::new(5, 1)) = Cell { object: Some(Object::Rubble), ..Cell::OPEN };
        *battle.situation.map.cell_mut(Hex::new(5, 4)) = Cell { terrain: Terrain::Swamp, ..Cell::OPEN };
        battle.begin_turn();
        let dawn = battle.situation().mechs.clone();
        // Rubble 3 (6 or more to pass: 26 of 36), open ground 1.
        let action = go(false, (5, 0), Side::NORTH, vec![Step::Forward(2)]);
        assert_eq!(battle.apply(0, &action), Ok(vec![]));
        let mech = &battle.situation().mechs[0];
        match mech.condition.hex.row {
            0 => passed += 1,
            1 => {
                fell += 1;
                assert!(mech.condition.prone && mech.moved == 1);
            }
            row => panic!("in row {row}"),
        }
        // Swamp 2, at 5 or more not stuck: 30 of 36.
        assert_eq!(battle.apply(1, &go(false, (5, 4), Side::NORTH, vec![Step::Forward(1)])), Ok(vec![]));
        stuck += i32::from(battle.situation().mechs[1].condition.stuck);
        audit(&battle, &dawn).expect("the books balance");
    }
    assert!((90..135).contains(&fell) && fell + passed == 400, "{fell} fell");
    assert!((45..90).contains(&stuck), "{stuck} stuck");
}

#[test]
fn who_cannot_stand_lies_on() {
    let mut stood = 0;
    for seed in 0..200 {
        let mut battle = duel(&mech(50, 5, 10, &[]), seed);
        battle.situation.mechs[0].condition.prone = true;
        let steps = vec![Step::Stand(Side::ALL[2]), Step::Left(2), Step::Forward(1)];
        assert_eq!(battle.apply(0, &go(false, (5, 1), Side::NORTH, steps)), Ok(vec![]));
        let condition = &battle.situation().mechs[0].condition;
        assert_eq!(condition.facing, Side::NORTH);
        assert_eq!(condition.prone, condition.hex.row == 2);
        stood += u32::from(!condition.prone);
        assert_eq!(battle.ledgers[0].movement, 2);
    }
    // 30 of 36.
    assert!((150..185).contains(&stood), "{stood}");
}

#[test]
fn masc_fails_into_the_hips() {
    let mut definition = mech(50, 5, 10, &[]);
    definition.masc = true;
    let mut broken = 0;
    for seed in 0..300 {
        let mut battle = duel(&definition, seed);
        battle.ledgers[0].masc = 2;
        let movement = Movement::Go {
            run: true,
            to: Hex::new(5, 1),
            facing: Side::NORTH,
            masc: true,
            steps: vec![Step::Forward(1)],
        };
        assert_eq!(battle.apply(0, &Action::Movement(movement)), Ok(vec![]));
        let hips = battle.situation().mechs[0].definition.actuators.iter();
        let hips = hips.filter(|actuator| actuator.code == part::HIP && !actuator.operative).count();
        assert_eq!(hips, if battle.situation().mechs[0].condition.hex.row == 1 { 0 } else { 2 });
        broken += hips / 2;
        battle.finish();
        if hips == 2 {
            let rolled = |event: &&Event| matches!(event, Event::Check { mech: 0, reason: Reason::Hip, needed: 9, .. });
            assert!(battle.events().iter().filter(rolled).count() >= 1);
        }
    }
    // The third time running 7 or more is needed: 15 of 36 fail.
    assert!((100..150).contains(&broken), "{broken}");
}

#[test]
fn torsos_turn_and_return() {
    let mut battle = duel(&mech(50, 5, 10, &[]), 1);
    to(&mut battle, Phase::Reaction);
    assert_eq!(battle.apply(0, &Action::Reaction(Reaction::Left)), Ok(vec![]));
    assert_eq!(battle.situation().mechs[0].condition.torso, Side::ALL[5]);
    to(&mut battle, Phase::End);
    assert_eq!(battle.situation().mechs[0].condition.torso, Side::ALL[5]);
    battle.finish();
    assert_eq!((battle.situation().mechs[0].condition.torso, battle.phase()), (Side::NORTH, None));
}

#[test]
fn shots_wait_for_the_end_of_the_phase_and_both_fire() {
    let definition = mech(50, 5, 1, &[weapon("CA/20", RightTorso), ammunition(27, 5, LeftTorso)]);
    let (mut both, mut kills) = (0, 0);
    for seed in 0..300 {
        let mut battle = duel(&definition, seed);
        let dawn = battle.situation().mechs.clone();
        battle.situation.mechs[0].condition.facing = Side::NORTH.opposite();
        battle.situation.mechs[0].condition.torso = Side::NORTH.opposite();
        to(&mut battle, Phase::Weapons);
        for (mech, target) in [(0, 5), (1, 2)] {
            let action = fire(vec![shot(RightTorso, 0, Some((LeftTorso, 0)), Hex::new(5, target))]);
            assert_eq!(battle.apply(mech, &action), Ok(vec![]));
            audit(&battle, &dawn).expect("nothing has happened yet");
        }
        battle.finish();
        audit(&battle, &dawn).expect("the books balance");
        let shots =
            battle.events().iter().filter(|event| matches!(event, Event::Shot { needed: 4, heat: 7, rounds: 1, .. }));
        assert_eq!(shots.count(), 2);
        let left = battle.situation().mechs.iter().filter(|mech| mech.condition.operative).count();
        both += u32::from(left == 0);
        kills += u32::from(left == 1);
        let winner = battle.outcome().map(|outcome| outcome.winner);
        assert_eq!(winner.is_some(), left < 2);
        assert_eq!(winner == Some(None), left == 0);
    }
    assert!(both > 3 && kills > 30, "{both} {kills}");
}

#[test]
fn streak_missiles_are_kept_or_all_hit_and_salvos_come_in_groups() {
    let guns = [weapon("AMCA 2 Focal", CentreTorso), weapon("AMLA 20", LeftTorso), weapon("AMCA 6", RightTorso)];
    let loads = [ammunition(73, 50, RightArm), ammunition(34, 6, RightArm), ammunition(42, 15, RightArm)];
    let definition = mech(60, 5, 20, &[&guns[..], &loads].concat());
    for seed in 0..100 {
        let mut battle = duel(&definition, seed);
        let dawn = battle.situation().mechs.clone();
        to(&mut battle, Phase::Weapons);
        let target = Hex::new(5, 2);
        let shots = vec![
            shot(CentreTorso, 10, Some((RightArm, 4)), target),
            shot(LeftTorso, 0, Some((RightArm, 5)), target),
            shot(RightTorso, 0, Some((RightArm, 6)), target),
        ];
        assert_eq!(battle.apply(1, &fire(shots)), Ok(vec![]));
        battle.finish();
        audit(&battle, &dawn).expect("the books balance");
        for event in battle.events() {
            let Event::Shot { component, needed, roll, hit, heat, rounds, hits, .. } = event else { continue };
            assert_eq!(*hit, roll.cast_signed() >= *needed);
            let damage: Vec<u16> = hits.iter().map(|hit| hit.damage).collect();
            match (component, hit) {
                (0, true) => assert_eq!((damage.as_slice(), heat, rounds), ([2, 2].as_slice(), &2, &1)),
                (0, false) => assert_eq!((heat, rounds), (&0, &0)),
                // Minimum range 6 at a distance of 3: 4 + 4.
                (1, _) => {
                    assert_eq!((*needed, *heat, *rounds), (8, 6, 1));
                    let (last, full) = damage.split_last().map_or((0, [].as_slice()), |(last, full)| (*last, full));
                    assert!(full.iter().all(|&group| group == 5) && last <= 5);
                }
                (2, _) => assert!(damage.iter().all(|&missile| missile == 2) && damage.len() <= 6),
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn kicks_make_one_of_the_two_roll() {
    for seed in 0..60 {
        let mut battle = duel(&mech(50, 5, 20, &[]), seed);
        battle.situation.mechs[1].condition.hex = Hex::new(5, 3);
        let dawn = battle.situation().mechs.clone();
        to(&mut battle, Phase::Physical);
        let kick = Blow { limb: RightLeg, means: Means::Kick, target: Hex::new(5, 2), aim: Aim::Mech };
        assert_eq!(battle.apply(1, &Action::Physical(vec![kick])), Ok(vec![]));
        battle.finish();
        audit(&battle, &dawn).expect("the books balance");
        let blow = battle.events().iter().find_map(|event| match event {
            Event::Blow { mech: 1, means: Kind::Kick, needed: 3, hit, hits, .. } => Some((*hit, hits.clone())),
            _ => None,
        });
        let (hit, hits) = blow.expect("it kicked");
        assert!(hits.iter().all(|hit| hit.damage == 10 && hit.location.is_leg()) && hits.len() == usize::from(hit));
        let rolled = |wanted: usize, why| {
            battle.events().iter().any(|event| matches!(event, Event::Check { mech, reason, needed: 5, .. } if *mech == wanted && *reason == why))
        };
        assert_eq!((rolled(0, Reason::Kicked), rolled(1, Reason::MissedKick)), (hit, !hit));
    }
}

#[test]
fn heat_adds_up_and_shuts_down() {
    for seed in 0..40 {
        let mut battle = duel(&mech(50, 5, 10, &[weapon("CPP", RightArm)]), seed);
        battle.situation.mechs[1].condition.heat = 24;
        let dawn = battle.situation().mechs.clone();
        let engine = battle.situation.mechs[1].definition.actuators.iter_mut().find(|part| part.code == part::ENGINE);
        engine.expect("it has one").hits = 1;
        *battle.situation.map.cell_mut(Hex::new(5, 5)) = Cell { fire: true, ..Cell::OPEN };
        to(&mut battle, Phase::Weapons);
        let action = fire(vec![shot(RightArm, 4, None, Hex::new(5, 2))]);
        battle.apply(1, &action).expect("it sees, and bears");
        to(&mut battle, Phase::End);
        // 24 + 10 + 5 + 5 - 10.
        let heat =
            Event::Heat { mech: 1, before: 24, movement: 0, weapons: 10, engine: 5, fire: 5, sunk: 10, after: 34 };
        assert!(battle.events().contains(&heat), "{:?}", battle.events());
        let off = Event::HeatCheck { mech: 1, danger: Danger::Shutdown, needed: 13, roll: 0, avoided: false };
        assert!(battle.events().contains(&off) && battle.situation().mechs[1].condition.shut_down);
        assert!(!battle.calls(1, Phase::End) && battle.calls(0, Phase::End));
        audit(&battle, &dawn).expect("the books balance");
        battle.finish();
        // Out of the fire it cools by 10 and 5 a turn, and starts again.
        battle.situation.map.cell_mut(Hex::new(5, 5)).fire = false;
        let mut turns = 0;
        while battle.situation().mechs[1].condition.shut_down {
            battle.begin_turn();
            to(&mut battle, Phase::End);
            battle.finish();
            turns += 1;
        }
        assert!((1..=5).contains(&turns), "{turns}");
    }
}

#[test]
fn ends_of_turns_switch_sinks_and_dump() {
    let mut battle = duel(&mech(50, 5, 10, &[ammunition(34, 6, LeftTorso)]), 1);
    to(&mut battle, Phase::End);
    let end = EndOfTurn { sinks_off: 4, dump: vec![(LeftTorso, 0)], ..EndOfTurn::default() };
    assert_eq!(battle.apply(0, &Action::End(end)), Ok(vec![]));
    battle.finish();
    let own = battle.situation().mechs[0].own().expect("the truth");
    assert_eq!((own.sinks_on, own.sinks_off, own.dumping.len()), (6, 4, 1));
    battle.begin_turn();
    let dawn = battle.situation().mechs.clone();
    to(&mut battle, Phase::End);
    let mech = &battle.situation().mechs[0];
    assert_eq!((mech.definition.components[0].rounds, mech.own().expect("the truth").dumping.len()), (0, 0));
    audit(&battle, &dawn).expect("the books balance");
}

#[test]
fn a_club_is_dropped_when_all_have_answered() {
    let mut battle = duel(&mech(50, 5, 10, &[]), 1);
    to(&mut battle, Phase::End);
    let held = |battle: &Battle| {
        let condition = &battle.situation().mechs[0].condition;
        (condition.club, condition.tree, battle.situation().map.cell(condition.hex).clubs)
    };
    for (tree, left) in [(false, 1), (true, 1)] {
        let condition = &mut battle.situation.mechs[0].condition;
        (condition.club, condition.tree) = (true, tree);
        let before = (battle.view(1), held(&battle));
        let end = EndOfTurn { drop_club: true, ..EndOfTurn::default() };
        assert_eq!(battle.apply(0, &Action::End(end)), Ok(vec![]));
        assert_eq!((battle.view(1), held(&battle)), before);
        battle.finish();
        assert_eq!(held(&battle), (false, false, left));
        assert!(battle.events().contains(&Event::ClubLost { mech: 0 }));
        battle.begin_turn();
        to(&mut battle, Phase::End);
        assert_eq!(held(&battle), (false, false, left));
    }
}

#[test]
fn the_limit_of_turns_is_won_by_who_kept_more() {
    for (damage, winner) in [(0, None), (3, Some(0))] {
        let mut battle = battle(vec![mech(50, 5, 10, &[]); 2], 1);
        battle.options.turns = 2;
        battle.situation.mechs[1].condition.armour[0] -= damage;
        battle.situation.mechs[1].definition.armour[0] -= damage;
        for _ in 0..2 {
            assert_eq!(battle.outcome(), None);
            battle.begin_turn();
            to(&mut battle, Phase::End);
            battle.finish();
        }
        assert_eq!(battle.outcome(), Some(super::BattleResult { winner, limit: true }));
        battle.begin_turn();
        assert_eq!((battle.turn(), battle.calls(0, Phase::Movement)), (2, false));
    }
}
