//! The books of a turn: what the events tell must be what has changed.

use boardbots_battletech::battle::{Battle, Cause, Event};
use boardbots_battletech::condition::Condition;
use boardbots_battletech::definition::Definition;
use boardbots_battletech::health;
use boardbots_battletech::hex::Hex;
use boardbots_battletech::location::Location;
use boardbots_battletech::situation::{Mech, Situation};

/// What the events of a turn say of a mech.
#[derive(Default)]
struct Told {
    armour: [u32; 8],
    structure: [u32; 8],
    wounds: u8,
    rounds: u32,
    shots: u16,
    heat: Option<u16>,
    destroyed: bool,
    hex: Option<Hex>,
    /// Damage that shots and blows were to do it, and that they did.
    meant: u32,
    done: u32,
}

macro_rules! same {
    ($mech:expr, $what:expr, $left:expr, $right:expr) => {{
        let (left, right) = ($left, $right);
        if left != right {
            return Err(format!("mech {}: {} is {left:?} here and {right:?} there", $mech, $what));
        }
    }};
}

/// Compares the events of the turn with the state of all mechs, at any moment of it; `dawn` is how the mechs were
/// when the turn began.
pub(crate) fn audit(battle: &Battle, dawn: &[Mech]) -> Result<(), String> {
    let mut told: Vec<Told> = dawn.iter().map(|_| Told::default()).collect();
    for event in battle.events() {
        note(event, &mut told)?;
    }
    for (number, mech) in battle.situation().mechs.iter().enumerate() {
        balance(number, mech, &dawn[number], &told[number])?;
        check_state(number, mech, battle.situation())?;
    }
    Ok(())
}

/// What must be true of a mech at any moment between two actions.
fn check_state(number: usize, mech: &Mech, situation: &Situation) -> Result<(), String> {
    let condition = &mech.condition;
    same!(number, "armour", mech.definition.armour, condition.armour);
    same!(number, "structure", mech.definition.structure, condition.structure);
    same!(number, "being on the map", situation.map.contains(condition.hex), true);
    if condition.operative {
        same!(number, "its hex's mech", situation.mech_at(condition.hex), Some(number));
        same!(number, "being destroyed", health::is_destroyed(mech), false);
    }
    let twist = condition.facing.turns_to(condition.torso);
    same!(number, "a torso turned too far", twist > u8::from(!condition.prone), false);
    let Some(own) = mech.own() else { return Err(format!("mech {number}: nothing is known of it")) };
    let sinks = own.sinks_on + own.sinks_off;
    same!(number, "having too many sinks", sinks > mech.definition.sinks, false);
    for location in Location::ALL.into_iter().filter(|&location| health::is_gone(mech, location)) {
        let all = (1_u16 << location.slots()) - 1;
        same!(number, "slots hit in what is gone", own.hits[location.index()], all);
    }
    Ok(())
}

/// Takes down what an event says.
fn note(event: &Event, told: &mut [Told]) -> Result<(), String> {
    match *event {
        Event::Damage { mech, by, cause, location, armour, structure, .. } => {
            let books = &mut told[mech];
            books.armour[location.index()] += u32::from(armour);
            books.structure[location.index()] += u32::from(structure);
            if by.is_some() && matches!(cause, Cause::Shot | Cause::Blow) {
                books.done += u32::from(armour) + u32::from(structure);
            }
        }
        Event::Lost { mech, location, armour, structure, .. } => {
            told[mech].armour[location.index()] += u32::from(armour);
            told[mech].structure[location.index()] += u32::from(structure);
        }
        Event::Shot { mech, target, heat, rounds, ref hits, .. } => {
            told[mech].shots = told[mech].shots.saturating_add(heat);
            told[mech].rounds += u32::from(rounds);
            if let Some(target) = target {
                told[target].meant += hits.iter().map(|hit| u32::from(hit.damage)).sum::<u32>();
            }
        }
        Event::Blow { target: Some(target), ref hits, .. } => {
            told[target].meant += hits.iter().map(|hit| u32::from(hit.damage)).sum::<u32>();
        }
        Event::Explosion { mech, rounds, .. } | Event::Dumped { mech, rounds, .. } => {
            told[mech].rounds += u32::from(rounds);
        }
        Event::Move { mech, ref path, .. } => told[mech].hex = path.last().copied(),
        Event::Wound { mech, wounds, .. } => told[mech].wounds += wounds,
        Event::Heat { mech, before, movement, weapons, engine, fire, sunk, after } => {
            let made = [before, movement, weapons, engine, fire].into_iter().fold(0, u16::saturating_add);
            same!(mech, "heat", made.saturating_sub(sunk), after);
            same!(mech, "heat of weapons", told[mech].shots, weapons);
            told[mech].heat = Some(after);
        }
        Event::Destroyed { mech, .. } => told[mech].destroyed = true,
        _ => {}
    }
    Ok(())
}

/// Compares what was told of a mech with what it was at the start of the turn and is now.
fn balance(number: usize, mech: &Mech, dawn: &Mech, told: &Told) -> Result<(), String> {
    let Condition { armour, structure, heat, operative, .. } = mech.condition;
    let (before, wounds) = (&dawn.condition, |mech: &Mech| mech.own().map_or(0, |own| own.wounds));
    for location in Location::ALL {
        let of = |armour: &[u16; 11]| {
            u32::from(armour[location.index()]) + location.rear().map_or(0, |rear| u32::from(armour[rear]))
        };
        let index = location.index();
        same!(number, location, of(&before.armour), of(&armour) + told.armour[index]);
        same!(
            number,
            location,
            u32::from(before.structure[index]),
            u32::from(structure[index]) + told.structure[index]
        );
    }
    same!(number, "heat", heat, told.heat.unwrap_or(before.heat));
    same!(number, "its hex", mech.condition.hex, told.hex.unwrap_or(before.hex));
    same!(number, "wounds", wounds(mech), wounds(dawn) + told.wounds);
    same!(number, "rounds", rounds(&mech.definition) + told.rounds, rounds(&dawn.definition));
    same!(number, "being in the game", operative, before.operative && !told.destroyed);
    same!(number, "more damage than there were hits", told.done > told.meant, false);
    Ok(())
}

/// All rounds of ammunition left.
fn rounds(definition: &Definition) -> u32 {
    definition.components.iter().map(|component| u32::from(component.rounds.max(0).unsigned_abs())).sum()
}
