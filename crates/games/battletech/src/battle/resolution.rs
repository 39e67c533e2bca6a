//! Tests of what damage does.

use super::event::Pending;
use super::forge::{ammunition, battle, mech, weapon};
use super::{Battle, Cause, End, Event, Hit, Reason};
use crate::arc::Arc;
use crate::definition::{Definition, equipment, part};
use crate::health;
use crate::location::Location::{self, *};
use crate::tests::audit::audit;

/// Two of a mech, at the beginning of a turn, without critical hits.
fn duel(definition: &Definition) -> Battle {
    let mut battle = battle(vec![definition.clone(), definition.clone()], 7);
    battle.situation.settings.criticals = false;
    battle.begin_turn();
    battle
}

fn strike(battle: &mut Battle, location: Location, damage: u16, rear: bool) {
    let hit = Hit { location, damage, rear };
    battle.strike(Pending { target: 1, by: Some(0), cause: Cause::Fall, hit, through: false });
}

fn armour(battle: &Battle, place: usize) -> u16 {
    battle.situation.mechs[1].condition.armour[place]
}

fn structure(battle: &Battle, location: Location) -> u16 {
    battle.situation.mechs[1].condition.structure[location.index()]
}

#[test]
fn damage_goes_from_armour_to_structure_and_inward() {
    // 50 tons: arms 9, side torsos and legs 11, centre 16.
    let mut battle = duel(&mech(50, 5, 10, &[]));
    let dawn = battle.situation().mechs.clone();
    strike(&mut battle, LeftArm, 4, false);
    assert_eq!((armour(&battle, 0), structure(&battle, LeftArm)), (6, 9));
    strike(&mut battle, LeftArm, 10, false);
    assert_eq!((armour(&battle, 0), structure(&battle, LeftArm)), (0, 5));
    strike(&mut battle, LeftArm, 20, false);
    assert_eq!((structure(&battle, LeftArm), armour(&battle, 1), structure(&battle, LeftTorso)), (0, 0, 6));
    // What is aimed at an arm that is gone hits its torso; rear stays rear.
    strike(&mut battle, LeftArm, 8, true);
    assert_eq!((armour(&battle, 8), structure(&battle, LeftTorso)), (0, 3));
    strike(&mut battle, LeftArm, 8, true);
    assert_eq!((armour(&battle, 10), structure(&battle, LeftTorso)), (0, 0));
    strike(&mut battle, LeftArm, 15, false);
    assert_eq!((armour(&battle, 6), structure(&battle, CentreTorso)), (0, 11));
    audit(&battle, &dawn).expect("the books balance");
}

#[test]
fn a_side_torso_takes_its_arm_with_it_and_a_leg_is_a_fall() {
    let mut battle = duel(&mech(50, 5, 10, &[weapon("CPP", RightArm)]));
    let dawn = battle.situation().mechs.clone();
    strike(&mut battle, RightTorso, 21, false);
    assert_eq!(structure(&battle, RightArm), 0);
    assert!(!battle.situation.mechs[1].definition.components[0].operative);
    strike(&mut battle, LeftLeg, 21, false);
    battle.settle();
    let condition = &battle.situation.mechs[1].condition;
    assert!(condition.prone && condition.operative);
    let fell = |event: &&Event| matches!(event, Event::Check { mech: 1, reason: Reason::LegGone, roll: 0, .. });
    assert_eq!(battle.events.iter().filter(fell).count(), 1);
    audit(&battle, &dawn).expect("the books balance");
}

#[test]
fn mechs_end_by_head_centre_pilot_and_engine() {
    let whole = mech(50, 5, 10, &[]);
    let end = |act: &dyn Fn(&mut Battle)| {
        let mut battle = duel(&whole);
        let dawn = battle.situation().mechs.clone();
        act(&mut battle);
        battle.settle();
        audit(&battle, &dawn).expect("the books balance");
        let ends = battle.events.iter().filter_map(|event| match event {
            Event::Destroyed { mech: 1, why } => Some(*why),
            _ => None,
        });
        ends.collect::<Vec<_>>()
    };
    assert_eq!(end(&|battle| strike(battle, CentreTorso, 26, false)), [End::CentreTorso]);
    assert_eq!(end(&|battle| strike(battle, CentreTorso, 25, false)), []);
    assert_eq!(end(&|battle| strike(battle, Head, 12, false)), [End::Head]);
    assert_eq!(end(&|battle| (0..6).for_each(|_| strike(battle, Head, 1, false))), [End::Pilot]);
    let engine = |hits: u16| {
        move |battle: &mut Battle| {
            let parts = &mut battle.situation.mechs[1].definition.actuators;
            let engine = parts.iter_mut().find(|part| part.code == part::ENGINE).expect("it has one");
            engine.hits = hits;
        }
    };
    assert_eq!((end(&engine(2)), end(&engine(3))), (vec![], vec![End::Engine]));
}

#[test]
fn ammunition_explodes_within_and_case_holds_it() {
    for case in [false, true] {
        let mut definition = mech(50, 5, 10, &[ammunition(34, 2, LeftTorso)]);
        definition.case[1] = case;
        let mut battle = duel(&definition);
        let dawn = battle.situation().mechs.clone();
        battle.explode_ammunition(1, Some(0), LeftTorso, 0, 20);
        // 40 points: 11 in the torso, the rest in the centre, but for CASE.
        let left = if case { 16 } else { 0 };
        assert_eq!((structure(&battle, LeftTorso), structure(&battle, CentreTorso)), (0, left));
        assert_eq!(structure(&battle, LeftArm), 0);
        assert_eq!(battle.situation.mechs[1].own().expect("the truth").wounds, 2);
        battle.settle();
        assert_eq!(battle.situation.mechs[1].condition.operative, case);
        audit(&battle, &dawn).expect("the books balance");
    }
}

#[test]
fn every_slot_is_hit_once_and_then_the_next_location() {
    let mut battle = duel(&mech(50, 5, 10, &[weapon("CPP", RightArm), weapon("Rifle Gauss", LeftArm)]));
    let dawn = battle.situation().mechs.clone();
    battle.situation.settings.criticals = true;
    battle.situation.settings.explosions = false;
    // Four actuators and three slots of the weapon, then nothing in the empty torso, then the
    // centre, which has ten.
    for _ in 0..7 {
        battle.hit_slot(1, None, RightArm);
    }
    let own = battle.situation.mechs[1].own().expect("the truth");
    assert_eq!(own.hits[RightArm.index()], 0b111_1111);
    assert!(!battle.situation.mechs[1].definition.components[0].operative);
    battle.hit_slot(1, None, RightArm);
    let own = battle.situation.mechs[1].own().expect("the truth");
    assert_eq!(own.hits[CentreTorso.index()].count_ones(), 1);
    let mech = &battle.situation.mechs[1];
    assert_eq!(health::hits(mech, part::ENGINE) + health::hits(mech, part::GYRO), 1);
    assert_eq!(health::arms_gone(mech), 0);
    audit(&battle, &dawn).expect("the books balance");
}

#[test]
fn sinks_are_lost_once_each() {
    for (double, lost) in [(false, [1, 2, 3, 4, 5, 6]), (true, [1, 1, 1, 2, 2, 2])] {
        let mut definition = mech(50, 5, 10, &[]);
        definition.double_sinks = double;
        let sink = |name: &str| crate::definition::Slot {
            class: crate::definition::Class::Equipment,
            amount: 0,
            code: equipment::HEAT_SINK,
            name: name.into(),
            component: None,
            actuator: None,
            damage: 0,
        };
        definition.slots[LeftTorso.index()].extend((0..6).map(|_| sink("Radiador")));
        let mut battle = duel(&definition);
        // The other way round it is the same.
        for (slot, lost) in (0..6).zip(lost) {
            battle.lose_sink(1, LeftTorso, slot);
            battle.mark(1, LeftTorso, slot);
            assert_eq!(battle.situation.mechs[1].own().expect("the truth").sinks_on, 10 - lost);
        }
        strike(&mut battle, LeftTorso, 21, false);
        assert_eq!(battle.situation.mechs[1].own().expect("the truth").sinks_on, 10 - lost[5]);
    }
}

#[test]
fn falls_damage_in_groups_and_turn() {
    for seed in 0..40 {
        let mut battle = battle(vec![mech(70, 4, 20, &[]), mech(50, 5, 10, &[])], seed);
        battle.begin_turn();
        let dawn = battle.situation().mechs.clone();
        battle.fall(0, 1);
        let condition = &battle.situation.mechs[0].condition;
        assert!(condition.prone && condition.facing == condition.torso);
        // 7 for the tons, twice for one level: 5, 5 and 4.
        let damage = |event: &Event| match event {
            Event::Damage { mech: 0, cause: Cause::Fall, armour, structure, .. } => Some(armour + structure),
            _ => None,
        };
        assert_eq!(battle.events.iter().filter_map(damage).sum::<u16>(), 14);
        let mut sides = battle.events.iter().filter_map(|event| match event {
            Event::Fall { side, facing, .. } => Some((*side, facing.index())),
            _ => None,
        });
        let fall = sides.next_back().expect("it fell");
        let expected = match fall.1 {
            0 => Arc::Front,
            1 | 2 => Arc::Right,
            3 => Arc::Rear,
            _ => Arc::Left,
        };
        assert_eq!(fall.0, expected);
        audit(&battle, &dawn).expect("the books balance");
    }
}

#[test]
fn slots_are_hit_as_by_dice_that_are_rolled_again() {
    // An arm with seven of twelve slots filled, a leg with four of six.
    const ROUNDS: u32 = 6000;
    let whole = duel(&mech(50, 5, 10, &[weapon("CPP", RightArm)]));
    for (location, filled) in [(RightArm, 7), (RightLeg, 4)] {
        let mut dice = super::lots::Dice::new(5);
        let (mut drawn, mut rolled) = ([0_u32; 12], [0_u32; 12]);
        let mut battle = whole.clone();
        for _ in 0..ROUNDS {
            battle.situation.mechs.clone_from(&whole.situation.mechs);
            battle.events.clear();
            battle.hit_slot(1, None, location);
            let slot = battle.situation.mechs[1].own().expect("the truth").hits[location.index()].trailing_zeros();
            drawn[usize::try_from(slot).expect("few")] += 1;
            let slot = loop {
                let half = if location.is_leg() { 0 } else { usize::from((dice.one() - 1) / 3) };
                let slot = 6 * half + usize::from(dice.one() - 1);
                if slot < filled {
                    break slot;
                }
            };
            rolled[slot] += 1;
        }
        for (slot, (drawn, rolled)) in drawn.into_iter().zip(rolled).enumerate() {
            assert!(
                drawn.abs_diff(rolled) < 200 && (drawn > 0) == (slot < filled),
                "{location} {slot}: {drawn} {rolled}"
            );
        }
    }
}

#[test]
fn what_cannot_be_a_battle_is_refused() {
    use super::{Options, StartError, StartPlace};
    use crate::hex::{Hex, Side};
    let whole = duel(&mech(50, 5, 10, &[]));
    let refused = |mechs: usize, hexes: &[Hex]| {
        let places: Vec<_> = hexes.iter().map(|&hex| StartPlace { hex, facing: Side::NORTH }).collect();
        let (map, settings) = (whole.situation.map.clone(), whole.situation.settings.clone());
        Battle::new(map, settings, vec![mech(50, 5, 10, &[]); mechs], Some(&places), Options::default(), 1).err()
    };
    let [first, second] = [Hex::new(0, 0), Hex::new(5, 3)];
    assert_eq!(refused(2, &[first, second]), None);
    assert_eq!(refused(1, &[first]), Some(StartError::Mechs(1)));
    assert_eq!(refused(2, &[first, first]), Some(StartError::Place(1)));
    assert_eq!(refused(2, &[Hex::NOWHERE, second]), Some(StartError::Place(0)));
    assert_eq!(refused(2, &[first]), Some(StartError::Places(1)));
}
