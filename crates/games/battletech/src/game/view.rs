//! The view of a seat: all that is public, and the rest of its own mech.
//!
//! The map is a list of rows, each with its hexes from left to right and spaces between. A hex is
//! its level and a letter, as the catalogue draws maps: `.` open, `=` paved, `~` water, `%` swamp,
//! `:` rubble, `f` and `F` light and heavy woods, `L`, `M`, `H`, `D` a light, medium, heavy or
//! hardened building, `B` a bunker. Behind that may stand `r` and `w` with the sides over which
//! roads and rivers lead as a sum of 1 (north), 2, 4, …; `s` and what a building bears; `*` fire,
//! `^` smoke, `!` a club on the ground, `x` a building that collapsed.

use super::fight::Fight;
use super::ways;
use crate::battle::Order;
use crate::catalogue::map::letter;
use crate::condition::Own;
use crate::definition::{Class, Component};
use crate::hex::Hex;
use crate::location::Location;
use crate::map::{Cell, Map};
use crate::situation::Mech;
use serde_json::{Value, json};
use std::fmt::Write;

/// The view of a fight for this viewer. Nothing is hidden when it is over.
pub fn of(fight: &Fight, viewer: Option<usize>) -> Value {
    let (battle, watch) = (&fight.battle, fight.watch.as_ref());
    let situation = battle.situation();
    let over = battle.outcome().is_some();
    let mechs = situation.mechs.iter().enumerate();
    let mechs: Vec<Value> =
        mechs.map(|(number, seen)| mech(fight, number, seen, over || viewer == Some(number))).collect();
    // Who is asked now, and who comes after in the order of the phase.
    let waiting: Order = battle.due().map_or_else(Order::new, |(seat, phase)| {
        battle.order(phase).into_iter().skip_while(|&mech| mech != seat).collect()
    });
    let phase = if over { None } else { battle.phase() };
    json!({
        "turn": battle.turn(), "rounds": battle.options().turns, "phase": phase,
        "waiting": waiting.as_slice(), "initiative": situation.initiative,
        "map": {"name": fight.map, "width": situation.map.width(), "height": situation.map.height(),
            "rows": rows(&situation.map)},
        "mechs": mechs, "attacks": watch.map_or(&[][..], |watch| &watch.attacks),
    })
}

fn rows(map: &Map) -> Vec<String> {
    let row = |row: u8| {
        let cells = (0..map.width()).map(|column| cell(map.cell(Hex::new(column, row))));
        cells.collect::<Vec<_>>().join(" ")
    };
    (0..map.height()).map(row).collect()
}

fn cell(cell: &Cell) -> String {
    let mut text = format!("{}{}", cell.level, letter(cell));
    // Writing to a text does not fail.
    for (letter, number) in [('r', cell.roads.into()), ('w', cell.rivers.into()), ('s', cell.strength)] {
        if number > 0 {
            let _ = write!(text, "{letter}{number}");
        }
    }
    for (letter, is) in [('*', cell.fire), ('^', cell.smoke), ('!', cell.clubs > 0), ('x', cell.collapsed)] {
        if is {
            text.push(letter);
        }
    }
    text
}

/// A mech, with what only its player knows if `mine`.
fn mech(fight: &Fight, number: usize, mech: &Mech, mine: bool) -> Value {
    let (definition, condition) = (&mech.definition, &mech.condition);
    let components = || definition.components.iter().enumerate();
    let weapon = |(id, part): (usize, &Component)| {
        json!({
            "id": id, "name": part.name, "at": part.location, "rear": part.rear, "works": part.operative,
            "heat": part.heat, "damage": part.damage, "shots": part.shots,
            "ranges": [part.minimum, part.short, part.medium, part.long],
        })
    };
    let load = |(id, part): (usize, &Component)| {
        json!({
            "id": id, "name": part.name, "at": part.location, "works": part.operative, "rounds": part.rounds,
        })
    };
    let hit = definition.actuators.iter().filter(|part| part.hits > 0 || !part.operative);
    let hit: Vec<Value> =
        hit.map(|part| json!({"name": part.name, "code": part.code, "at": part.location, "hits": part.hits})).collect();
    let (left, whole) = fight.battle.kept(number);
    let watch = fight.watch.as_ref();
    let mut seen = json!({
        "name": definition.name, "model": definition.model, "tons": definition.tons,
        "walk": definition.walk, "run": definition.run, "jump": definition.jump,
        "sinks": definition.sinks, "double": definition.double_sinks,
        "hex": condition.hex, "facing": condition.facing, "torso": condition.torso,
        "operative": condition.operative, "prone": condition.prone, "stuck": condition.stuck,
        "shut": condition.shut_down, "burning": condition.burning, "club": condition.club,
        "mode": ways::word(mech.mode), "moved": mech.moved, "heat": condition.heat,
        "armour": condition.armour, "structure": condition.structure,
        "whole": watch.map(|watch| watch.whole[number]), "kept": [left, whole],
        "weapons": components().filter(|(_, part)| part.class == Class::Weapon).map(weapon).collect::<Vec<_>>(),
        "loads": components().filter(|(_, part)| part.class == Class::Ammunition).map(load).collect::<Vec<_>>(),
        "hit": hit,
    });
    if let Some(trace) = watch.and_then(|watch| watch.traces[number].as_ref()) {
        seen["trace"] = json!({"mode": ways::word(trace.mode), "path": trace.path});
    }
    if let Some(own) = mech.own().filter(|_| mine) {
        seen["own"] = known(own);
    }
    seen
}

/// The part of a mech that only its player knows.
fn known(own: &Own) -> Value {
    let slots = |location: Location| own.hits[location.index()].count_ones();
    json!({
        "walk": own.walk, "run": own.run, "jump": own.jump, "on": own.sinks_on, "off": own.sinks_off,
        "wounds": own.wounds, "awake": own.conscious, "slots": Location::ALL.map(slots),
    })
}
