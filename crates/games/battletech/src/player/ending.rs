//! The end of a turn: heat sinks, the club, ammunition that endangers its own mech.

use crate::action::EndOfTurn;
use crate::arms::feeds;
use crate::club;
use crate::definition::{Class, Component, WeaponKind};
use crate::location::Location;
use crate::situation::{Mech, Situation};

/// The declaration of the end phase: switches all heat sinks on, drops a club that the hands can no longer swing, and
/// dumps ammunition that is useless, or in danger of being hit without CASE to contain it.
pub fn best(situation: &Situation, me: usize) -> EndOfTurn {
    let mech = &situation.mechs[me];
    let Some(own) = mech.own() else { return EndOfTurn::default() };
    let mut dump = Vec::new();
    for (place, load) in mech.definition.components.iter().enumerate() {
        let there = load.class == Class::Ammunition && load.operative && load.rounds > 0;
        if !there || !(is_useless(mech, load) || is_in_danger(mech, load)) {
            continue;
        }
        let slot = mech.definition.slot_of(place, load.location).map(|slot| (load.location, slot));
        let waits = |at: &(Location, u8)| !own.dumping.contains(at) && !own.is_hit(at.0, at.1);
        dump.extend(slot.filter(waits));
    }
    EndOfTurn { sinks_off: 0, sinks_on: own.sinks_off, drop_club: mech.condition.club && !club::has_hands(mech), dump }
}

/// True if no weapon is left that could fire it.
fn is_useless(mech: &Mech, load: &Component) -> bool {
    let fires = |weapon: &Component| {
        let works = weapon.class == Class::Weapon && weapon.operative && weapon.kind != WeaponKind::Nothing;
        works && feeds(mech, load, weapon)
    };
    !mech.definition.components.iter().any(fires)
}

/// True if it can explode without CASE to hold the blast, and the armour over it and most of the structure are gone.
fn is_in_danger(mech: &Mech, load: &Component) -> bool {
    let definition = &mech.definition;
    let place = load.location.index();
    let bare = mech.condition.armour[place] == 0 && mech.condition.structure[place] <= definition.tons / 12;
    bare && load.explodes() && !definition.contains_blast(load.location)
}
