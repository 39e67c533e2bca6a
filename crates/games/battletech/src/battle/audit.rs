//! Whether the books of a turn balance: what the events tell must be what has changed.

use super::ledger::{Ledger, rounds};
use super::{Battle, Cause, Event};
use crate::condition::Condition;
use crate::health;
use crate::hex::Hex;
use crate::location::Location;
use crate::situation::Mech;
use boardbots_base::invalid::Invalid;

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
            return Err(Invalid::new(format_args!("mech {}: {} is {left:?} here and {right:?} there", $mech, $what)));
        }
    }};
}

impl Battle {
    /// Compares the events of the turn with the state of all mechs, at any moment of it. For tests
    /// and for matches that want to be sure.
    ///
    /// # Errors
    /// What does not balance, in one line.
    pub fn audit(&self) -> Result<(), Invalid> {
        let mut told: Vec<Told> = self.ledgers.iter().map(|_| Told::default()).collect();
        for event in &self.events {
            note(event, &mut told)?;
        }
        for (number, mech) in self.situation.mechs.iter().enumerate() {
            if self.turn > 0 {
                balance(number, mech, &self.ledgers[number], &told[number])?;
            }
            self.check_state(number, mech)?;
        }
        Ok(())
    }

    /// What must be true of a mech at any moment between two actions.
    fn check_state(&self, number: usize, mech: &Mech) -> Result<(), Invalid> {
        let condition = &mech.condition;
        same!(number, "armour", mech.definition.armour, condition.armour);
        same!(number, "structure", mech.definition.structure, condition.structure);
        same!(number, "being on the map", self.situation.map.contains(condition.hex), true);
        if condition.operative {
            same!(number, "its hex's mech", self.situation.mech_at(condition.hex), Some(number));
            same!(number, "being destroyed", health::is_destroyed(mech), false);
        }
        let twist = condition.facing.turns_to(condition.torso);
        same!(number, "a torso turned too far", twist > u8::from(!condition.prone), false);
        let Some(own) = mech.own() else { return Err(format!("mech {number}: nothing is known of it").into()) };
        let sinks = own.sinks_on + own.sinks_off;
        same!(number, "having too many sinks", sinks > mech.definition.sinks, false);
        for location in Location::ALL.into_iter().filter(|&location| health::is_gone(mech, location)) {
            let all = (1_u16 << location.slots()) - 1;
            same!(number, "slots hit in what is gone", own.hits[location.index()], all);
        }
        Ok(())
    }
}

/// Takes down what an event says.
fn note(event: &Event, told: &mut [Told]) -> Result<(), Invalid> {
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
fn balance(number: usize, mech: &Mech, ledger: &Ledger, told: &Told) -> Result<(), Invalid> {
    let dawn = &ledger.dawn;
    let Condition { armour, structure, heat, operative, .. } = mech.condition;
    for location in Location::ALL {
        let of = |armour: &[u16; 11]| {
            u32::from(armour[location.index()]) + location.rear().map_or(0, |rear| u32::from(armour[rear]))
        };
        let index = location.index();
        same!(number, location, of(&dawn.armour), of(&armour) + told.armour[index]);
        same!(number, location, u32::from(dawn.structure[index]), u32::from(structure[index]) + told.structure[index]);
    }
    same!(number, "heat", heat, told.heat.unwrap_or(dawn.heat));
    same!(number, "its hex", Some(mech.condition.hex), told.hex.or(dawn.hex));
    same!(number, "wounds", mech.own().map_or(0, |own| own.wounds), dawn.wounds + told.wounds);
    same!(number, "rounds", rounds(&mech.definition) + told.rounds, dawn.rounds);
    same!(number, "being in the game", operative, dawn.operative && !told.destroyed);
    same!(number, "more damage than there were hits", told.done > told.meant, false);
    Ok(())
}
