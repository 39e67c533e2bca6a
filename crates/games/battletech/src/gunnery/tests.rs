use super::super::action::Aim;
use super::super::definition::part;
use super::super::hex::Side;
use super::super::map::{Cell, Object, Terrain};
use super::super::sample::{self, place};
use super::*;

/// A shot of a weapon of [`sample::mech`] with its first ammunition, at the mech on a hex.
fn shot(mech: &Mech, weapon: usize, target: Hex) -> Shot {
    let weapon = Weapon::of(mech, weapon).expect("it works");
    let ammunition = weapon.loads.first().map(|load| (load.location, load.slot));
    let (location, slot) = (weapon.location, weapon.slot);
    Shot { location, slot, double: false, ammunition, target: Some(target), aim: Aim::Mech }
}

/// What the first mech of [`sample::duel`] is told when it fires these weapons at the second.
fn fire(
    weapons: &[usize],
    change: impl Fn(&mut Situation),
    declare: impl Fn(&mut Vec<Shot>, &mut Option<Hex>),
) -> Result<Vec<Aimed>, Rule> {
    let mut situation = sample::duel();
    let target = situation.mechs[1].condition.hex;
    let mut shots = weapons.iter().map(|&weapon| shot(&situation.mechs[0], weapon, target)).collect();
    let mut primary = Some(target);
    change(&mut situation);
    declare(&mut shots, &mut primary);
    check(&situation, 0, &Weapons::Fire { primary, shots }).map_err(|fault| fault.rule)
}

fn needs(weapons: &[usize], change: impl Fn(&mut Situation)) -> Result<Vec<i8>, Rule> {
    Ok(fire(weapons, change, |_, _| ())?.iter().map(|aimed| aimed.needed).collect())
}

#[test]
fn a_plain_volley() {
    // Short, medium, minimum 6, short, short, short, medium.
    let all = [place::LARGE, place::MEDIUM, place::LONG, place::LEG, place::ULTRA, place::SCATTER, place::STREAK];
    assert_eq!(needs(&all, |_| ()), Ok(vec![4, 6, 7, 6, 4, 4, 6]));
    let first = fire(&all, |_| (), |_, _| ()).expect("all are allowed")[2];
    assert_eq!((first.ammunition, first.target), (Some(place::LONG_LOADS[0]), Target::Mech(1)));
    assert_eq!((first.side, first.table, first.double, first.warning()), (Arc::Front, Table::Body, false, None));
    assert_eq!(needs(&[], |situation| situation.mechs[0].condition.shut_down = true), Ok(Vec::new()));
}

#[test]
fn weapons_that_cannot_fire() {
    let means = Some(Rule::Means);
    assert_eq!(needs(&[place::LARGE, place::LARGE], |_| ()).err(), means);
    let broken = |situation: &mut Situation| situation.mechs[0].definition.components[place::LARGE].operative = false;
    assert_eq!(needs(&[place::LARGE], broken).err(), means);
    let gone = |situation: &mut Situation| {
        situation.mechs[0].condition.structure[Location::RightTorso.index()] = 0;
    };
    assert_eq!(needs(&[place::LARGE], gone).err(), means);
    assert_eq!(needs(&[place::LARGE], |situation| situation.mechs[0].condition.shut_down = true).err(), means);
    let blind = |situation: &mut Situation| {
        sample::hit(&mut situation.mechs[0], part::SENSORS, Location::Head);
        sample::hit(&mut situation.mechs[0], part::SENSORS, Location::Head);
    };
    assert_eq!(needs(&[place::LARGE], blind).err(), means);
    assert_eq!(fire(&[place::LARGE], |_| (), |shots, _| shots[0].slot = 0).err(), means);
    assert_eq!(fire(&[place::LARGE], |_| (), |shots, _| shots[0].slot = 200).err(), means);
    assert_eq!(fire(&[place::LARGE], |_| (), |shots, _| shots[0].double = true).err(), means);
    let nobody = Weapons::Fire { primary: None, shots: vec![shot(&sample::mech(), 0, Hex::new(5, 1))] };
    assert_eq!(check(&sample::duel(), 7, &nobody).map_err(|fault| fault.rule).err(), means);
}

#[test]
fn ammunition() {
    let means = Some(Rule::Means);
    assert_eq!(fire(&[place::LONG], |_| (), |shots, _| shots[0].ammunition = None).err(), means);
    assert_eq!(
        fire(&[place::LARGE], |_| (), |shots, _| shots[0].ammunition = Some((Location::LeftTorso, 0))).err(),
        means
    );
    let rounds = |component: usize, rounds| {
        move |situation: &mut Situation| situation.mechs[0].definition.components[component].rounds = rounds
    };
    assert_eq!(needs(&[place::LEG], rounds(place::LEG_LOAD, 0)).err(), means);
    assert_eq!(needs(&[place::LEG], rounds(place::LEG_LOAD, 1)), Ok(vec![6]));
    let double = |shots: &mut Vec<Shot>, _: &mut Option<Hex>| shots[0].double = true;
    assert_eq!(fire(&[place::ULTRA], rounds(place::ULTRA_LOAD, 1), double).err(), means);
    let two = fire(&[place::ULTRA], rounds(place::ULTRA_LOAD, 2), double).expect("two rounds are enough");
    assert!(two[0].double);
    // Another weapon's.
    let swap = |shots: &mut Vec<Shot>, _: &mut Option<Hex>| shots[0].ammunition = shots[1].ammunition;
    assert_eq!(fire(&[place::LEG, place::LONG], |_| (), swap).err(), means);
    // Two launchers on one load with a single round.
    let twin = |situation: &mut Situation| {
        let parts = &mut situation.mechs[0].definition.components;
        parts[place::MEDIUM] = parts[place::LONG].clone();
        parts[place::MEDIUM].location = Location::Head;
    };
    let last = |shots: &mut Vec<Shot>, _: &mut Option<Hex>| {
        let mech = sample::mech();
        let slot = mech.definition.slot_of(place::LONG_LOADS[1], Location::LeftTorso).expect("it is there");
        for shot in shots {
            shot.ammunition = Some((Location::LeftTorso, slot));
        }
    };
    assert_eq!(fire(&[place::LONG, place::MEDIUM], twin, last).err(), means);
    assert_eq!(fire(&[place::MEDIUM], twin, last).map(|aimed| aimed[0].needed), Ok(7));
    // Clusters are easier to hit with.
    let cluster = |shots: &mut Vec<Shot>, _: &mut Option<Hex>| {
        let slot =
            sample::mech().definition.slot_of(place::SCATTER_LOADS[1], Location::RightTorso).expect("it is there");
        shots[0].ammunition = Some((Location::RightTorso, slot));
    };
    let clusters = fire(&[place::SCATTER], |_| (), cluster).expect("they fit")[0];
    assert_eq!((clusters.needed, clusters.scatters), (3, true));
}

#[test]
fn targets() {
    let at = |hex, aim| fire(&[place::LARGE], |_| (), move |shots, _| (shots[0].target, shots[0].aim) = (hex, aim));
    let there = Hex::new(5, 1);
    let target = Some(Rule::Target);
    assert_eq!(at(None, Aim::Mech).err(), target);
    assert_eq!(at(Some(there), Aim::Nothing).err(), target);
    assert_eq!(at(Some(Hex::new(4, 1)), Aim::Mech).err(), target);
    assert_eq!(at(Some(Hex::new(90, 90)), Aim::Hex).err(), target);
    assert_eq!(at(Some(Hex::new(5, 5)), Aim::Mech).err(), target);
    assert_eq!(at(None, Aim::Nothing).map(|aimed| aimed[0].target), Ok(Target::Nothing));
    assert_eq!(at(Some(Hex::NOWHERE), Aim::Nothing).map(|aimed| aimed[0].needed), Ok(0));
    // The ground is immobile; it is the primary target's hex.
    assert_eq!(at(Some(there), Aim::Hex).map(|aimed| (aimed[0].target, aimed[0].needed)), Ok((Target::Hex(there), 0)));
    let wreck = |situation: &mut Situation| situation.mechs[1].condition.operative = false;
    assert_eq!(needs(&[place::LARGE], wreck).err(), target);
}

#[test]
fn other_targets_than_the_primary() {
    let third = |situation: &mut Situation| {
        let mut mech = sample::mech();
        mech.condition.hex = Hex::new(10, 4);
        situation.mechs.push(mech);
    };
    let aside = |shots: &mut Vec<Shot>, _: &mut Option<Hex>| shots[1].target = Some(Hex::new(10, 4));
    let needs = |weapons: &[usize], declare: &dyn Fn(&mut Vec<Shot>, &mut Option<Hex>)| {
        let aimed = fire(weapons, third, declare)?;
        Ok::<_, Rule>(aimed.iter().map(|aimed| aimed.needed).collect::<Vec<_>>())
    };
    // To the right of the torso, where the right arm reaches, five hexes away.
    assert_eq!(needs(&[place::MEDIUM, place::LARGE], &aside), Ok(vec![6, 6]));
    let nothing = |_: &mut Vec<Shot>, primary: &mut Option<Hex>| *primary = None;
    assert_eq!(needs(&[place::LARGE], &nothing), Ok(vec![5]));
}

#[test]
fn arcs_and_ranges() {
    assert_eq!(needs(&[place::REAR], |_| ()), Err(Rule::Arc));
    let turned = |situation: &mut Situation| situation.mechs[0].condition.torso = Side::NORTH.opposite();
    assert_eq!(needs(&[place::REAR], turned), Ok(vec![6]));
    assert_eq!(needs(&[place::MEDIUM], turned), Err(Rule::Arc));
    // Legs go by the legs.
    assert_eq!(needs(&[place::LEG], turned), Ok(vec![6]));
    let far = |situation: &mut Situation| situation.mechs[0].condition.hex = Hex::new(5, 16);
    assert_eq!(needs(&[place::MEDIUM], far), Err(Rule::Range));
    assert_eq!(needs(&[place::LARGE], far), Ok(vec![8]));
}

#[test]
fn walls_and_cover() {
    let raised = |row, level| move |situation: &mut Situation| situation.map.cell_mut(Hex::new(5, row)).level = level;
    assert_eq!(needs(&[place::LARGE], raised(3, 4)), Err(Rule::Sight));
    let behind = fire(&[place::LARGE], raised(2, 1), |_, _| ()).expect("it is seen")[0];
    assert_eq!((behind.needed, behind.table), (7, Table::Punch));
    // One's own cover is in the way of one's legs only.
    assert_eq!(needs(&[place::LARGE], raised(4, 1)), Ok(vec![4]));
    assert_eq!(needs(&[place::LEG], raised(4, 1)), Err(Rule::Sight));
    let wading = |situation: &mut Situation| {
        *situation.map.cell_mut(Hex::new(5, 5)) = Cell { level: -1, terrain: Terrain::Water, ..Cell::OPEN };
    };
    assert_eq!(needs(&[place::LARGE], wading), Ok(vec![5]));
    assert_eq!(needs(&[place::LEG], wading), Err(Rule::Sight));
}

#[test]
fn who_lies_fires_one_arm() {
    let prone = |situation: &mut Situation| situation.mechs[0].condition.prone = true;
    assert_eq!(needs(&[place::LARGE, place::MEDIUM], prone), Ok(vec![6, 8]));
    assert_eq!(needs(&[place::LARGE, place::ULTRA], prone), Err(Rule::Means));
    assert_eq!(needs(&[place::LEG], prone), Err(Rule::Means));
    let armless = |situation: &mut Situation| {
        prone(situation);
        situation.mechs[0].condition.structure[Location::LeftArm.index()] = 0;
    };
    assert_eq!(needs(&[place::LARGE], armless), Err(Rule::Means));
    assert_eq!(needs(&[place::MEDIUM], armless), Ok(vec![9]));
}

#[test]
fn hopeless_shots_are_allowed() {
    let hard = |situation: &mut Situation| {
        situation.mechs[0].condition.heat = 25;
        situation.mechs[0].mode = super::super::situation::Mode::Jump;
        situation.mechs[1].moved = 8;
    };
    let aimed = fire(&[place::LARGE], hard, |_, _| ()).expect("it is allowed")[0];
    assert_eq!((aimed.needed, aimed.warning().map(|fault| fault.rule)), (14, Some(Rule::Hopeless)));
}

#[test]
fn clubs_are_taken_where_there_are_some() {
    let take = |change: &dyn Fn(&mut Situation)| {
        let mut situation = sample::duel();
        change(&mut situation);
        check(&situation, 0, &Weapons::TakeClub).map_err(|fault| fault.rule)
    };
    let put = |cell: Cell| move |situation: &mut Situation| *situation.map.cell_mut(Hex::new(5, 5)) = cell;
    assert_eq!(take(&|_| ()), Err(Rule::Means));
    assert_eq!(take(&put(Cell { clubs: 1, ..Cell::OPEN })), Ok(Vec::new()));
    let woods = put(Cell { object: Some(Object::LightWoods), ..Cell::OPEN });
    assert_eq!(take(&woods), Ok(Vec::new()));
    assert_eq!(take(&put(Cell { object: Some(Object::Rubble), collapsed: true, ..Cell::OPEN })), Ok(Vec::new()));
    assert_eq!(take(&put(Cell { object: Some(Object::Rubble), ..Cell::OPEN })), Err(Rule::Means));
    let handless = |situation: &mut Situation| {
        woods(situation);
        sample::hit(&mut situation.mechs[0], part::HAND, Location::LeftArm);
    };
    assert_eq!(take(&handless), Err(Rule::Means));
}
