use super::super::definition::{Class, part};
use super::super::hex::{Hex, Side};
use super::super::map::{Cell, Object, Terrain};
use super::super::sample::{self, place};
use super::super::situation::{Mech, Mode};
use super::*;

const THERE: Hex = Hex::new(5, 4);

fn blow(limb: Location, means: Means) -> Blow {
    Blow { limb, means, target: THERE, aim: Aim::Mech }
}

/// The blows of the sample mech: punches, kicks, the club, the axe in its right arm.
fn all() -> [Blow; 6] {
    [
        blow(Location::LeftArm, Means::Punch),
        blow(Location::RightArm, Means::Punch),
        blow(Location::LeftLeg, Means::Kick),
        blow(Location::RightLeg, Means::Kick),
        blow(Location::LeftArm, Means::Club),
        blow(Location::RightArm, Means::Blade(5)),
    ]
}

/// What the first mech is told when it strikes the second, right before it.
fn strike(blows: &[Blow], change: impl Fn(&mut Situation)) -> Result<Vec<Struck>, Rule> {
    let mut situation = sample::duel();
    situation.mechs[1].condition.hex = THERE;
    change(&mut situation);
    check(&situation, 0, blows).map_err(|fault| fault.rule)
}

/// Needed roll and damage of each blow alone.
fn each(change: impl Fn(&mut Situation)) -> [Result<(i8, u16), Rule>; 6] {
    all().map(|blow| strike(&[blow], &change).map(|struck| (struck[0].needed, struck[0].damage)))
}

fn first(situation: &mut Situation) -> &mut Mech {
    &mut situation.mechs[0]
}

fn holding(situation: &mut Situation) {
    first(situation).condition.club = true;
}

const OUT: Result<(i8, u16), Rule> = Err(Rule::Means);

#[test]
fn bases_and_damage() {
    assert_eq!(each(holding), [Ok((4, 7)), Ok((4, 7)), Ok((3, 13)), Ok((3, 13)), Ok((4, 13)), Ok((4, 13))]);
    assert_eq!(each(|_| ())[4], OUT);
    let sword = |situation: &mut Situation| first(situation).definition.components[place::AXE].name = "Espada".into();
    assert_eq!(each(sword)[5], Ok((2, 8)));
    let light = |situation: &mut Situation| first(situation).definition.tons = 41;
    assert_eq!(each(light)[..3], [Ok((4, 5)), Ok((4, 5)), Ok((3, 9))]);
}

#[test]
fn modifiers_of_all_attacks() {
    let kick = |change: &dyn Fn(&mut Situation)| each(change)[2].map(|(needed, _)| needed);
    assert_eq!(kick(&|situation| first(situation).mode = Mode::Run), Ok(5));
    assert_eq!(kick(&|situation| situation.mechs[1].moved = 5), Ok(5));
    assert_eq!(kick(&|situation| situation.mechs[1].condition.shut_down = true), Ok(-1));
    assert_eq!(kick(&|situation| situation.mechs[1].condition.prone = true), Ok(1));
    assert_eq!(kick(&|situation| situation.map.cell_mut(THERE).object = Some(Object::HeavyWoods)), Ok(5));
    // Neither heat nor sensors.
    assert_eq!(kick(&|situation| first(situation).condition.heat = 29), Ok(3));
    assert_eq!(kick(&|situation| sample::hit(first(situation), part::SENSORS, Location::Head)), Ok(3));
    let pond = |situation: &mut Situation| {
        for hex in [THERE, Hex::new(5, 5)] {
            *situation.map.cell_mut(hex) = Cell { level: -1, terrain: Terrain::Water, ..Cell::OPEN };
        }
    };
    assert_eq!(kick(&pond), Ok(6));
}

#[test]
fn damaged_arms() {
    let with = |codes: &[i32]| {
        each(|situation| {
            holding(situation);
            for &code in codes {
                sample::hit(first(situation), code, Location::RightArm);
            }
        })
    };
    let of = |codes: &[i32]| [with(codes)[1], with(codes)[4], with(codes)[5]];
    assert_eq!(of(&[part::UPPER_ARM]), [Ok((6, 3)), Ok((6, 13)), Ok((4, 13))]);
    assert_eq!(of(&[part::UPPER_ARM, part::FOREARM]), [Ok((8, 1)), Ok((8, 13)), Ok((4, 13))]);
    assert_eq!(of(&[part::HAND]), [Ok((5, 7)), OUT, OUT]);
    assert_eq!(of(&[part::SHOULDER]), [OUT, OUT, OUT]);
    assert_eq!(with(&[part::SHOULDER])[0], Ok((4, 7)));
    // Built without a hand.
    let stump = each(|situation| {
        first(situation).definition.actuators.retain(|part| part.code != part::HAND);
        first(situation).definition.actuators.retain(|part| part.code != part::FOREARM);
    });
    assert_eq!(stump[0], Ok((7, 3)));
}

#[test]
fn damaged_legs() {
    let with = |codes: &[i32]| {
        let kicks = each(|situation| {
            for &code in codes {
                sample::hit(first(situation), code, Location::LeftLeg);
            }
        });
        [kicks[2], kicks[3]]
    };
    assert_eq!(with(&[part::FOOT]), [Ok((4, 13)), Ok((3, 13))]);
    assert_eq!(with(&[part::THIGH]), [Ok((5, 6)), Ok((3, 13))]);
    assert_eq!(with(&[part::THIGH, part::LEG, part::FOOT]), [Ok((8, 3)), Ok((3, 13))]);
    assert_eq!(with(&[part::HIP]), [OUT, OUT]);
    let gone = each(|situation| first(situation).condition.structure[Location::LeftLeg.index()] = 0);
    assert_eq!([gone[2], gone[3]], [OUT, OUT]);
}

#[test]
fn limbs_that_fired() {
    let fired = |location: Location| {
        each(move |situation| {
            holding(situation);
            first(situation).condition.own.as_mut().expect("its own").fired = 1 << location.index();
        })
        .map(|result| result.is_ok())
    };
    assert_eq!(fired(Location::RightArm), [true, false, true, true, false, false]);
    assert_eq!(fired(Location::LeftLeg), [true, true, false, true, true, true]);
    assert_eq!(fired(Location::Head), [true; 6]);
}

#[test]
fn elevations() {
    use Table::{Body, Kick, Punch};
    let tables = |level, prone| {
        let tables = all().map(|blow| {
            let change = |situation: &mut Situation| {
                holding(situation);
                situation.map.cell_mut(THERE).level = level;
                situation.mechs[1].condition.prone = prone;
            };
            strike(&[blow], change).ok().map(|struck| struck[0].table)
        });
        [tables[0], tables[2], tables[4], tables[5]]
    };
    assert_eq!(tables(0, false), [Some(Punch), Some(Kick), Some(Body), Some(Body)]);
    assert_eq!(tables(1, false), [Some(Kick), None, Some(Kick), Some(Kick)]);
    assert_eq!(tables(-1, false), [None, Some(Punch), Some(Punch), Some(Punch)]);
    assert_eq!(tables(1, true), [Some(Punch), None, Some(Body), Some(Body)]);
    assert_eq!(tables(0, true), [None, Some(Kick), None, None]);
    assert_eq!([tables(-1, true), tables(2, false), tables(-2, true)], [[None; 4]; 3]);
}

#[test]
fn arcs() {
    let reached = |torso: i8, legs: i8| {
        each(|situation| {
            holding(situation);
            first(situation).condition.torso = Side::NORTH.turned(torso);
            first(situation).condition.facing = Side::NORTH.turned(legs);
        })
        .map(|result| result.is_ok())
    };
    assert_eq!(reached(1, 0), [true; 6]);
    // The target is to the left of the torso; then to its right; then behind.
    assert_eq!(reached(2, 1), [true, false, true, true, false, false]);
    assert_eq!(reached(-2, -1), [false, true, true, true, false, false]);
    assert_eq!(reached(3, 2), [false; 6]);
}

#[test]
fn blows_that_go_together() {
    let [left, right, kick, other, club, axe] = all();
    let allowed = |blows: &[Blow]| strike(blows, holding).is_ok();
    assert!(allowed(&[left, right]) && allowed(&[left, axe]));
    for pair in [[left, left], [left, kick], [kick, other], [left, club], [kick, club], [right, axe], [axe, axe]] {
        assert!(!allowed(&pair), "{pair:?}");
    }
    assert_eq!(strike(&[left, right], |_| ()).map(|struck| struck.len()), Ok(2));
}

#[test]
fn who_strikes_and_whom() {
    let rule = |change: &dyn Fn(&mut Situation)| strike(&all()[..1], change).err();
    assert_eq!(rule(&|situation| first(situation).condition.prone = true), Some(Rule::Means));
    assert_eq!(rule(&|situation| first(situation).condition.shut_down = true), Some(Rule::Means));
    assert_eq!(rule(&|situation| situation.settings.physical = false), Some(Rule::Means));
    assert_eq!(rule(&|situation| situation.mechs[1].condition.hex = Hex::new(5, 3)), Some(Rule::Target));
    let mut far = all()[0];
    far.target = Hex::new(5, 3);
    let away = |situation: &mut Situation| situation.mechs[1].condition.hex = far.target;
    assert_eq!(strike(&[far], away).err(), Some(Rule::Range));
    far.aim = Aim::Nothing;
    assert_eq!(strike(&[far], away).err(), Some(Rule::Target));
    let ground = Blow { aim: Aim::Hex, ..all()[2] };
    assert_eq!(
        strike(&[ground], |_| ()).map(|struck| (struck[0].needed, struck[0].target)),
        Ok((-1, Target::Hex(THERE)))
    );
    assert_eq!(strike(&[], |situation| first(situation).condition.prone = true), Ok(Vec::new()));
}

#[test]
fn triple_strength_doubles_when_hot() {
    let kick = |heat, name: &str| {
        each(|situation| {
            let mech = first(situation);
            mech.condition.heat = heat;
            let mut extra = mech.definition.components[place::AXE].clone();
            (extra.class, extra.name) = (Class::Equipment, name.into());
            mech.definition.components.push(extra);
        })[2]
    };
    assert_eq!(kick(9, "Músculo de Triple Fuerza"), Ok((3, 26)));
    assert_eq!(kick(8, "Músculo de Triple Fuerza"), Ok((3, 13)));
    assert_eq!(kick(9, "Sonda"), Ok((3, 13)));
}

#[test]
fn poses_reach_as_the_check_says() {
    let mut situation = sample::duel();
    holding(&mut situation);
    for facing in Side::ALL {
        for (level, prone) in [(0, false), (0, true), (1, false), (1, true), (-1, false), (-1, true), (2, false)] {
            situation.map.cell_mut(THERE).level = level;
            let target = &mut situation.mechs[1].condition;
            (target.hex, target.prone) = (THERE, prone);
            (situation.mechs[0].condition.facing, situation.mechs[0].condition.torso) = (facing, facing);
            let (attacker, target) = (situation.mechs[0].pose(), situation.mechs[1].pose());
            for strike in strikes(&situation.mechs[0], 0) {
                let declared = check(&situation, 0, &[blow(strike.limb, strike.means)]);
                let imagined = strike.reaches(&situation.map, &attacker, &target);
                assert_eq!(declared.as_ref().ok().map(|struck| struck[0].table), imagined);
                if let Ok(struck) = declared {
                    assert_eq!(struck[0].needed, strike.needed(&situation.map, &attacker, &target));
                }
            }
        }
    }
}
