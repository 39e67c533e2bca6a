//! Movements that are legal, and what is wrong with those that are not.

use super::*;
use crate::definition::part;
use crate::location::Location;
use crate::map::{Object, Terrain};
use crate::pilot::Cause;
use crate::sample;

const WOODS: WoodsCost = WoodsCost::Added;

fn side(number: u8) -> Side {
    Side::from_number(number).expect("a side")
}

fn go(run: bool, to: Hex, facing: u8, steps: &[Step]) -> Movement {
    Movement::Go { run, to, facing: side(facing), masc: false, steps: steps.to_vec() }
}

fn rule(situation: &Situation, movement: &Movement) -> Option<Rule> {
    check(situation, 0, movement, WOODS).err().map(|fault| fault.rule)
}

#[test]
fn a_walk_and_its_paces() {
    // From 0606, facing north, on open ground.
    let situation = sample::duel();
    let walk = go(false, Hex::new(6, 3), 2, &[Step::Forward(2), Step::Right(1), Step::Forward(1)]);
    let journey = check(&situation, 0, &walk, WOODS).expect("legal");
    assert_eq!((journey.spent, journey.moved, journey.heat, journey.mode), (4, 3, 1, Mode::Walk));
    let spent = journey.paces.iter().map(|pace| pace.spent).collect::<Vec<_>>();
    assert_eq!(spent, [1, 2, 3, 4]);
    assert!(journey.paces.iter().all(|pace| pace.trial.is_none() && !pace.prone));
    let back = go(false, Hex::new(5, 7), 1, &[Step::Backward(2)]);
    assert_eq!(rule(&situation, &back), None);
    assert_eq!(rule(&situation, &Movement::Still), None);
}

#[test]
fn what_is_refused() {
    let mut situation = sample::duel();
    let at = Hex::new(5, 5);
    let cases = [
        (go(false, at, 1, &[]), Rule::Form),
        (go(false, at, 1, &[Step::Forward(0)]), Rule::Form),
        (go(false, at, 1, &[Step::Left(5)]), Rule::Points),
        (go(true, at, 1, &[Step::Left(7)]), Rule::Points),
        (go(false, at, 1, &[Step::Right(1)]), Rule::Destination),
        (go(true, Hex::new(5, 6), 1, &[Step::Backward(1)]), Rule::Step),
        (go(false, at, 1, &[Step::Stand(side(1))]), Rule::Step),
        // The other mech is four hexes ahead.
        (go(true, Hex::new(5, 1), 1, &[Step::Forward(4)]), Rule::Step),
        (go(false, at, 1, &[Step::Prone, Step::Forward(1)]), Rule::Step),
        (Movement::Go { run: true, to: at, facing: side(2), masc: true, steps: vec![Step::Right(1)] }, Rule::Means),
        (Movement::Jump { to: Hex::new(5, 4), facing: side(1) }, Rule::Points),
    ];
    for (movement, expected) in cases {
        assert_eq!(rule(&situation, &movement), Some(expected), "{movement:?}");
    }
    situation.mechs[0].condition.shut_down = true;
    assert_eq!(rule(&situation, &go(false, at, 2, &[Step::Right(1)])), Some(Rule::Means));
    assert_eq!(rule(&situation, &Movement::Still), None);
    assert!(check(&situation, 9, &Movement::Still, WOODS).is_err());
}

#[test]
fn rolls_stand_where_they_happen() {
    let mut situation = sample::duel();
    situation.map.cell_mut(Hex::new(5, 4)).object = Some(Object::Rubble);
    situation.map.cell_mut(Hex::new(5, 3)).terrain = Terrain::Swamp;
    situation.map.cell_mut(Hex::new(5, 3)).fire = true;
    situation.mechs[0].condition.stuck = true;
    sample::hit(&mut situation.mechs[0], part::HIP, Location::LeftLeg);
    situation.mechs[0].definition.walk = 10;
    let run = go(true, Hex::new(5, 3), 1, &[Step::Forward(2)]);
    let journey = check(&situation, 0, &run, WOODS).expect("legal");
    let trials = journey.paces.iter().map(|pace| (pace.spent, pace.trial)).collect::<Vec<_>>();
    let expected = [
        (0, Some(Trial::Free)),
        (3, Some(Trial::Keep(Cause::Rubble))),
        (5, Some(Trial::Swamp)),
        (5, Some(Trial::Keep(Cause::Part))),
    ];
    assert_eq!(trials, expected);
    assert_eq!((journey.burning, journey.heat), (1, 2));
}

#[test]
fn standing_up_and_lying_down() {
    let mut situation = sample::duel();
    situation.mechs[0].condition.prone = true;
    let up = go(false, Hex::new(6, 6), 3, &[Step::Stand(side(3)), Step::Forward(1)]);
    let journey = check(&situation, 0, &up, WOODS).expect("legal");
    assert_eq!((journey.prone, journey.spent, journey.heat), (false, 3, 2));
    assert_eq!(journey.paces[0].trial, Some(Trial::Stand));
    let down = go(false, Hex::new(5, 5), 1, &[Step::Stand(side(1)), Step::Prone]);
    assert!(check(&situation, 0, &down, WOODS).expect("legal").prone);
    assert_eq!(rule(&situation, &Movement::Jump { to: Hex::new(5, 4), facing: side(1) }), Some(Rule::Step));
    sample::hit(&mut situation.mechs[0], part::GYRO, Location::CentreTorso);
    sample::hit(&mut situation.mechs[0], part::GYRO, Location::CentreTorso);
    assert_eq!(rule(&situation, &up), Some(Rule::Step));
    assert_eq!(rule(&situation, &go(false, Hex::new(5, 5), 4, &[Step::Right(3)])), None);
}

#[test]
fn who_has_little_can_take_one_step() {
    let mut situation = sample::duel();
    situation.map.cell_mut(Hex::new(5, 4)).object = Some(Object::HeavyWoods);
    situation.mechs[0].condition.heat = 15;
    let step = go(true, Hex::new(5, 4), 1, &[Step::Forward(1)]);
    let journey = check(&situation, 0, &step, WOODS).expect("legal");
    assert_eq!((journey.spent, journey.mode, journey.heat), (2, Mode::Run, 2));
    assert_eq!(rule(&situation, &go(false, Hex::new(5, 4), 1, &[Step::Forward(1)])), Some(Rule::Points));
    situation.mechs[0].condition.heat = 20;
    assert_eq!(rule(&situation, &step), Some(Rule::Points));
}

#[test]
fn jumps() {
    let mut situation = sample::duel();
    situation.mechs[0].definition.jump = 5;
    let to = |column, row| Movement::Jump { to: Hex::new(column, row), facing: side(5) };
    let journey = check(&situation, 0, &to(5, 3), WOODS).expect("legal");
    assert_eq!((journey.moved, journey.heat, journey.facing, journey.spent), (2, 3, side(5), 2));
    assert_eq!(check(&situation, 0, &to(5, 0), WOODS).expect("legal").heat, 5);
    assert_eq!(rule(&situation, &to(5, 1)), Some(Rule::Step));
    assert_eq!(rule(&situation, &to(5, 5)), Some(Rule::Step));
    assert_eq!(rule(&situation, &to(5, 11)), Some(Rule::Points));
    assert_eq!(rule(&situation, &to(90, 90)), Some(Rule::Step));
    situation.map.cell_mut(Hex::new(5, 3)).terrain = Terrain::Swamp;
    let swamp = check(&situation, 0, &to(5, 3), WOODS).expect("legal");
    assert_eq!(swamp.paces.last().and_then(|pace| pace.trial), Some(Trial::Sink));
    situation.map.cell_mut(Hex::new(5, 3)).level = 6;
    assert_eq!(rule(&situation, &to(5, 3)), Some(Rule::Step));
    assert_eq!(rule(&situation, &to(5, 2)), Some(Rule::Step));
}
