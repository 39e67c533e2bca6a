//! Targets of a mech's weapons, and what it can expect of them.

use crate::action::Weapons;
use crate::arc::Arc;
use crate::arms::{Fire, Load, Weapon, arsenal};
use crate::hex::Side;
use crate::odds::{NEVER, chance_of};
use crate::player::fighter::Fighter;
use crate::player::memory::Memory;
use crate::situation::{Mode, Pose, Rule, Situation};
use crate::trace::Post;
use crate::{aim, gunnery, heat, sight};
use serde_json::{Value, json};

/// Chance in whole percent, rounded, and mean damage in tenths of a point of what needs this roll and does this many
/// thousandths when it hits.
pub fn odds(needed: i8, thousandths: u32) -> (u32, u32) {
    let ways = u32::from(chance_of(needed));
    ((ways * 100 + 18) / 36, ways * thousandths / 3600)
}

/// The number that a weapon needs against a mech, or the rule that forbids the shot.
fn needed(seen: &Situation, seat: usize, weapon: &Weapon, enemy: usize) -> Result<i8, Rule> {
    let target = seen.mechs[enemy].condition.hex;
    let shots = vec![weapon.shot(weapon.loads.first(), false, target)];
    let weapons = Weapons::Fire { primary: Some(target), shots };
    let aimed = gunnery::check(seen, seat, &weapons).map_err(|fault| fault.rule)?;
    let needed = aimed.first().map_or(NEVER.cast_signed(), |aimed| aimed.needed);
    if needed >= NEVER.cast_signed() { Err(Rule::Hopeless) } else { Ok(needed) }
}

/// True if no weapon can hit any mech.
pub fn none(seen: &Situation, seat: usize) -> bool {
    let arsenal = arsenal(&seen.mechs[seat]);
    let hits = |weapon: &Weapon| seen.enemies(seat).any(|enemy| needed(seen, seat, weapon, enemy).is_ok());
    !arsenal.iter().any(hits)
}

/// True if there is a club to take.
pub fn club(seen: &Situation, seat: usize) -> bool {
    gunnery::check(seen, seat, &Weapons::TakeClub).is_ok()
}

/// Heat of the turn's end without shots; may be below 0.
fn base_heat(seen: &Situation, seat: usize, memory: &Memory) -> i32 {
    let mech = &seen.mechs[seat];
    Fighter::of(seen, seat, memory).base_heat + i32::from(heat::movement(mech.mode, mech.moved))
}

/// The weapons of a mech and their targets, as its player sees the situation.
pub fn list(seen: &Situation, seat: usize, memory: &Memory) -> Vec<Value> {
    let mut choices = vec![json!({"choice": "pass"})];
    if club(seen, seat) {
        choices.push(json!({"choice": "club"}));
    }
    let pose = seen.mechs[seat].pose();
    let mut example = None;
    let mut weapons = Vec::new();
    for weapon in &arsenal(&seen.mechs[seat]) {
        let mut targets = Vec::new();
        for enemy in seen.enemies(seat) {
            match needed(seen, seat, weapon, enemy) {
                Ok(needed) => {
                    let second = aim::secondary(&pose, seen.mechs[enemy].condition.hex);
                    let (chance, expected) = odds(needed, weapon.mean(weapon.loads.first(), false, 0));
                    let (second_chance, second_expected) =
                        odds(needed + second, weapon.mean(weapon.loads.first(), false, 0));
                    targets.push(json!({
                        "mech": enemy, "needs": needed, "chance": chance, "expected": expected,
                        "second": {"needs": needed + second, "chance": second_chance, "expected": second_expected},
                    }));
                    if example.is_none_or(|(most, _, _)| expected > most) {
                        example = Some((expected, enemy, weapon.component));
                    }
                }
                Err(rule) => targets.push(json!({"mech": enemy, "why": rule.word()})),
            }
        }
        let load = |load: &Load| json!({"id": load.component, "at": load.location, "rounds": load.rounds});
        let component = &seen.mechs[seat].definition.components[usize::from(weapon.component)];
        let double = weapon.fire == Fire::Ultra;
        weapons.push(json!({
            "id": weapon.component, "name": component.name, "at": weapon.location, "rear": weapon.rear,
            "heat": weapon.heat, "double": double, "targets": targets,
            "loads": weapon.loads.iter().map(load).collect::<Vec<_>>(),
        }));
    }
    if let Some((_, enemy, id)) = example {
        choices.push(json!({
            "choice": format!("fire {enemy} {id}"), "form": "fire TARGET ID[@TARGET][*2][/LOAD],…",
            "base": base_heat(seen, seat, memory), "weapons": weapons,
        }));
    }
    choices
}

/// Directions of the torso, with the mean damage, in tenths of a point, of the best weapons that the
/// heat allows at the best target.
pub fn turns(seen: &Situation, seat: usize, memory: &Memory) -> Vec<Value> {
    let mech = &seen.mechs[seat];
    let mine = Fighter::of(seen, seat, memory);
    let pose = mech.pose();
    let barrage = &mine.barrages[usize::from(pose.mode == Mode::Jump)];
    let fire = |torso: Side| {
        let at = |enemy: usize| {
            let target: Pose = seen.mechs[enemy].pose();
            let view = sight::view(&seen.map, Post::new(pose.hex, !pose.prone), Post::new(target.hex, !target.prone));
            let common = aim::common(&seen.map, &pose, &target, view).saturating_add(mine.handicap?);
            let arc = Arc::of(pose.hex, torso, target.hex);
            let distance = pose.hex.distance(target.hex);
            view.seen.then(|| barrage.mean(&mine.arsenal, arc, distance, common))
        };
        seen.enemies(seat).filter_map(at).max().unwrap_or(0) / 100
    };
    [("same", 0), ("left", -1), ("right", 1)]
        .map(|(word, turn)| {
            let torso = pose.facing.turned(turn);
            json!({"choice": format!("torso {word}"), "torso": torso, "expected": fire(torso)})
        })
        .to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_rounded() {
        // 10, 35, 1 and all of 36 ways.
        assert_eq!([9, 3, 12, 2].map(|needed| odds(needed, 5000)), [(28, 13), (97, 48), (3, 1), (100, 50)]);
    }
}
