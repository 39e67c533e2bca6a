//! A second reading of the manual's table, row by row from the whole situation, against the
//! check; and what a player imagines from poses, against the same.

use super::super::action::Aim;
use super::super::definition::{Component, WeaponKind, part};
use super::super::hex::Side;
use super::super::map::{Cell, Map, Object, Terrain};
use super::super::sample;
use super::super::sight::View;
use super::super::situation::Mode;
use super::*;
use crate::situation::Pose;
use fastrand::Rng;

/// One of these.
fn pick<T: Copy>(rng: &mut Rng, from: &[T]) -> T {
    from[usize::from(rng.u8(..u8::try_from(from.len()).expect("few")))]
}

/// Ground of all kinds, mostly flat so that much is seen.
fn random_map(rng: &mut Rng) -> Map {
    let cells = (0..12 * 12).map(|_| {
        let level = pick(rng, &[0, 0, 0, 0, 0, 0, 1, 1, 2, -1]);
        let terrain = if level < 0 { Terrain::Water } else { pick(rng, &[Terrain::Open, Terrain::Swamp]) };
        let objects =
            [None, None, None, None, Some(Object::LightWoods), Some(Object::HeavyWoods), Some(Object::Rubble)];
        let object = if level < 0 { None } else { pick(rng, &objects) };
        Cell { level, terrain, object, smoke: rng.u8(..20) == 0, ..Cell::OPEN }
    });
    Map::new(12, 12, cells.collect()).expect("as many hexes as it says")
}

/// A mech somewhere, with damage here and there.
fn random_mech(rng: &mut Rng) -> Mech {
    let mut mech = sample::mech();
    let condition = &mut mech.condition;
    condition.hex = Hex::new(rng.u8(..12), rng.u8(..12));
    condition.facing = pick(rng, &Side::ALL);
    condition.torso = condition.facing.turned(rng.i8(-1..=1));
    condition.prone = rng.u8(..4) == 0;
    condition.stuck = rng.u8(..8) == 0;
    condition.shut_down = rng.u8(..12) == 0;
    condition.heat = rng.u16(..32);
    condition.operative = rng.u8(..20) != 0;
    if rng.u8(..6) == 0 {
        condition.structure[usize::from(rng.u8(..8))] = 0;
    }
    if let Some(own) = &mut condition.own {
        own.conscious = rng.u8(..20) != 0;
    }
    mech.mode = pick(rng, &Mode::ALL);
    mech.moved = rng.u8(..13);
    for _ in 0..rng.u8(..4) {
        let place = usize::from(rng.u8(..u8::try_from(mech.definition.actuators.len()).expect("few")));
        let part = &mut mech.definition.actuators[place];
        (part.hits, part.operative) = (part.hits + 1, false);
    }
    for component in &mut mech.definition.components {
        component.operative = rng.u8(..12) != 0;
        component.rounds = pick(rng, &[0, 1, 5, component.rounds, component.rounds]);
        component.modifier = pick(rng, &[0, 0, component.modifier, -2, 1]);
    }
    mech
}

/// Two or three such mechs on different hexes; the player is the first.
fn random_situation(rng: &mut Rng) -> Situation {
    let mut situation = sample::duel();
    situation.map = random_map(rng);
    situation.mechs = (0..3).map(|_| random_mech(rng)).collect();
    while (1..3)
        .any(|mech| (0..mech).any(|other| situation.mechs[mech].condition.hex == situation.mechs[other].condition.hex))
    {
        situation.mechs.iter_mut().for_each(|mech| mech.condition.hex = Hex::new(rng.u8(..12), rng.u8(..12)));
    }
    // The player knows its own mech only.
    situation.mechs[1..].iter_mut().for_each(|mech| mech.condition.own = None);
    situation
}

/// Any shot, most of them sensible.
fn random_shot(rng: &mut Rng, situation: &Situation) -> Shot {
    let parts = &situation.mechs[0].definition;
    let place = usize::from(rng.u8(..9));
    let location = parts.components[place].location;
    let fed = (0..parts.components.len()).filter(|&load| parts.components[load].feeds == parts.components[place].code);
    let load = pick(rng, &fed.chain([15]).collect::<Vec<_>>());
    let at = |component: usize| {
        let location = parts.components[component].location;
        (location, parts.slot_of(component, location).expect("it is listed"))
    };
    let needs = parts.components[place].kind != WeaponKind::Energy || rng.u8(..20) == 0;
    Shot {
        location,
        slot: at(place).1,
        double: rng.u8(..5) == 0,
        ammunition: (needs && rng.u8(..20) != 0).then(|| at(load)),
        target: Some(situation.mechs[usize::from(1 + rng.u8(..2))].condition.hex),
        aim: if rng.u8(..6) == 0 { Aim::Hex } else { Aim::Mech },
    }
}

/// Whether a hex lies in the closed third around a direction, by trying all ways of walking there.
fn is_ahead(from: [i16; 3], direction: Side, to: [i16; 3]) -> bool {
    let step = |side: Side| {
        let start = Hex::new(50, 50).cube();
        let next = Hex::new(50, 50).neighbour(side).expect("far from the edge").cube();
        [next[0] - start[0], next[1] - start[1], next[2] - start[2]]
    };
    let ahead = step(direction);
    [-1, 1].into_iter().any(|turn| {
        let aside = step(direction.turned(turn));
        let walks = (0..30).flat_map(|a| (0..30).map(move |b| (a, b)));
        walks.into_iter().any(|(a, b)| (0..3).all(|i| from[i] + a * ahead[i] + b * aside[i] == to[i]))
    })
}

fn plain_arc(at: Hex, facing: Side, target: Hex) -> Arc {
    let behind = at.cube();
    let next = Hex::new(50, 50).neighbour(facing.opposite()).expect("far from the edge").cube();
    let start = Hex::new(50, 50).cube();
    let behind = [0, 1, 2].map(|i| behind[i] + next[i] - start[i]);
    if is_ahead(at.cube(), facing, target.cube()) {
        Arc::Front
    } else if is_ahead(behind, facing.opposite(), target.cube()) {
        Arc::Rear
    } else if is_ahead(at.cube(), facing.turned(2), target.cube())
        && !is_ahead(at.cube(), facing.turned(-2), target.cube())
    {
        Arc::Right
    } else {
        Arc::Left
    }
}

/// Whether an actuator of a mech has been hit, in a limb that is there.
fn broken(mech: &Mech, code: i32, location: Location) -> bool {
    mech.definition.actuators.iter().any(|part| part.code == code && part.location == location && part.hits > 0)
}

fn lost(mech: &Mech, location: Location) -> bool {
    let structure = mech.condition.structure;
    match location {
        Location::LeftArm => structure[0] == 0 || structure[1] == 0,
        Location::RightArm => structure[5] == 0 || structure[4] == 0,
        other => structure[other.index()] == 0,
    }
}

/// All rules that a single shot breaks.
fn plain_faults(
    situation: &Situation,
    shot: &Shot,
    weapon: &Component,
    load: Option<&Component>,
    view: View,
) -> Vec<Rule> {
    let mech = &situation.mechs[0];
    let target = shot.target.expect("it has one");
    let mut rules = Vec::new();
    let mut breaks = |broken: bool, rule: Rule| {
        if broken {
            rules.push(rule);
        }
    };
    let condition = &mech.condition;
    let awake = condition.own.as_ref().is_some_and(|own| own.conscious);
    breaks(!condition.operative || condition.shut_down || !awake, Rule::Means);
    let sensors = mech.definition.actuators.iter().find(|part| part.code == part::SENSORS).expect("it has some");
    breaks(sensors.hits >= 2, Rule::Means);
    let is_weapon = weapon.kind != WeaponKind::Nothing;
    breaks(!is_weapon || !weapon.operative || lost(mech, shot.location), Rule::Means);
    breaks(shot.double && !weapon.name.contains("Ultra"), Rule::Means);
    breaks(condition.prone && shot.location.is_leg(), Rule::Means);
    let arms = [Location::LeftArm, Location::RightArm];
    breaks(condition.prone && shot.location.is_arm() && arms.into_iter().any(|arm| lost(mech, arm)), Rule::Means);
    if weapon.kind == WeaponKind::Energy {
        breaks(load.is_some(), Rule::Means);
    } else {
        let rounds = if shot.double { 2 } else { 1 };
        let fits = load.is_some_and(|load| load.feeds == weapon.code && load.operative && load.rounds >= rounds);
        breaks(!fits || load.is_some_and(|load| lost(mech, load.location)), Rule::Means);
    }
    let stands = situation.mechs[1..].iter().any(|mech| mech.condition.hex == target && mech.condition.operative);
    breaks(shot.aim == Aim::Mech && !stands, Rule::Target);
    breaks(!view.seen, Rule::Sight);
    breaks(i16::from(condition.hex.distance(target)) > weapon.long, Rule::Range);
    let facing = if shot.location.is_leg() { condition.facing } else { condition.torso };
    let arc = plain_arc(condition.hex, facing, target);
    let bears = match shot.location {
        _ if weapon.rear => arc == Arc::Rear,
        Location::LeftArm => arc == Arc::Front || arc == Arc::Left,
        Location::RightArm => arc == Arc::Front || arc == Arc::Right,
        _ => arc == Arc::Front,
    };
    breaks(!bears, Rule::Arc);
    let wades = situation.map.cell(condition.hex).level < 0;
    breaks(shot.location.is_leg() && (view.cover_first || wades), Rule::Sight);
    rules
}

/// The sum of the manual's table.
fn plain_needed(
    situation: &Situation,
    shot: &Shot,
    primary: Option<Hex>,
    weapon: &Component,
    load: Option<&Component>,
    view: View,
) -> i16 {
    let (map, mech) = (&situation.map, &situation.mechs[0]);
    let hex = shot.target.expect("it has one");
    let distance = i16::from(mech.condition.hex.distance(hex));
    let mut rows = vec![4];
    let mut row = |holds: bool, value: i16| {
        if holds {
            rows.push(value);
        }
    };
    row(distance > weapon.short && distance <= weapon.medium, 2);
    row(distance > weapon.medium, 4);
    row(weapon.minimum > 0 && distance <= weapon.minimum, weapon.minimum - distance + 1);
    row(mech.mode == Mode::Walk, 1);
    row(mech.mode == Mode::Run, 2);
    row(mech.mode == Mode::Jump, 3);
    row(mech.condition.prone, 2);
    let arms = [Location::LeftArm, Location::RightArm].into_iter().filter(|&arm| lost(mech, arm)).count();
    row(mech.condition.prone && arms == 1, 1);
    row(true, i16::from(view.light) + 2 * i16::from(view.heavy));
    row(map.cell(mech.condition.hex).level < 0, 1);
    row((8..=12).contains(&mech.condition.heat), 1);
    row((13..=16).contains(&mech.condition.heat), 2);
    row((17..=23).contains(&mech.condition.heat), 3);
    row(mech.condition.heat >= 24, 4);
    row(broken(mech, part::SENSORS, Location::Head), 2);
    if shot.location.is_arm() {
        let shoulder = broken(mech, part::SHOULDER, shot.location);
        row(shoulder, 4);
        row(!shoulder && broken(mech, part::UPPER_ARM, shot.location), 1);
        row(!shoulder && broken(mech, part::FOREARM, shot.location), 1);
    }
    row(true, weapon.modifier + load.map_or(0, |load| load.modifier));
    let ahead = plain_arc(mech.condition.hex, mech.condition.torso, hex) == Arc::Front;
    row(primary != Some(hex) && ahead, 1);
    row(primary != Some(hex) && !ahead, 2);
    if shot.aim == Aim::Hex {
        row(true, -4);
        return rows.iter().sum();
    }
    let target = situation.mechs[1..].iter().find(|mech| mech.condition.hex == hex && mech.condition.operative);
    let target = target.expect("a mech is there");
    row((3..=4).contains(&target.moved), 1);
    row((5..=6).contains(&target.moved), 2);
    row((7..=9).contains(&target.moved), 3);
    row(target.moved >= 10, 4);
    row(target.mode == Mode::Jump, 1);
    row(map.cell(hex).object == Some(Object::LightWoods), 1);
    row(map.cell(hex).object == Some(Object::HeavyWoods), 2);
    row(map.cell(hex).level == -1, -1);
    row(!target.condition.prone && (view.cover_second || map.cell(hex).level == -1), 3);
    row(target.condition.prone && distance == 1, -2);
    row(target.condition.prone && distance > 1, 1);
    row(target.condition.shut_down, -4);
    row(target.condition.stuck, -2);
    rows.iter().sum()
}

#[test]
fn checks_agree_with_the_table_read_row_by_row() {
    let mut rng = Rng::with_seed(2_009);
    let (mut allowed, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let situation = random_situation(&mut rng);
        let shot = random_shot(&mut rng, &situation);
        let primary = pick(&mut rng, &[shot.target, shot.target, None, Some(Hex::new(0, 0))]);
        let mech = &situation.mechs[0];
        let component = |location, slot| {
            mech.definition.component_in(location, slot).map(|place| &mech.definition.components[place])
        };
        let weapon = component(shot.location, shot.slot).expect("it is listed");
        let load = shot.ammunition.and_then(|(location, slot)| component(location, slot));
        let target = shot.target.expect("it has one");
        let standing = |mech: &&Mech| mech.condition.hex == target && mech.condition.operative;
        let stands =
            shot.aim == Aim::Mech && situation.mechs.iter().find(standing).is_some_and(|mech| !mech.condition.prone);
        let view = sight::view(
            &situation.map,
            Post::new(mech.condition.hex, !mech.condition.prone),
            Post::new(target, stands),
        );
        let faults = plain_faults(&situation, &shot, weapon, load, view);
        match check(&situation, 0, &Weapons::Fire { primary, shots: vec![shot] }) {
            Ok(aimed) => {
                assert_eq!(faults, [], "{shot:?}");
                let needed = plain_needed(&situation, &shot, primary, weapon, load, view);
                assert_eq!(i16::from(aimed[0].needed), needed, "{shot:?}");
                allowed += 1;
            }
            Err(fault) => {
                assert!(faults.contains(&fault.rule), "{fault}: {faults:?}");
                refused += 1;
            }
        }
    }
    assert!(allowed > 1_000 && refused > 1_000, "{allowed} allowed, {refused} refused");
}

#[test]
fn what_is_imagined_is_what_is_declared() {
    let mut rng = Rng::with_seed(7);
    let mut compared = 0;
    for _ in 0..3_000 {
        let situation = random_situation(&mut rng);
        let [shooter, target] = [0, 1].map(|mech| situation.mechs[mech].pose());
        let mech = &situation.mechs[0];
        let post = |pose: &Pose| Post::new(pose.hex, !pose.prone);
        let view = sight::view(&situation.map, post(&shooter), post(&target));
        let handicap = aim::handicap(mech, shooter.prone);
        for weapon in arms::arsenal(mech) {
            let load = weapon.loads.last();
            let shot = Shot {
                location: weapon.location,
                slot: weapon.slot,
                double: false,
                ammunition: load.map(|load| (load.location, load.slot)),
                target: Some(target.hex),
                aim: Aim::Mech,
            };
            let fire = Weapons::Fire { primary: Some(target.hex), shots: vec![shot] };
            let Ok(declared) = check(&situation, 0, &fire) else { continue };
            let own = weapon.to_hit(shooter.hex.distance(target.hex), load).expect("in range");
            let imagined = aim::common(&situation.map, &shooter, &target, view) + handicap.expect("it sees") + own;
            assert_eq!(declared[0].needed, imagined);
            assert!(view.seen && weapon.is_loaded());
            assert!(aim::bears(weapon.location, weapon.rear, &shooter, target.hex));
            compared += 1;
        }
    }
    assert!(compared > 1_000, "{compared} shots");
}
