//! What can be chosen in each phase; damage is told in tenths of a point, chances in percent.

use super::{blows, volley, ways};
use crate::action::Action;
use crate::definition::{Class, Component};
use crate::phase::Phase;
use crate::player::memory::Memory;
use crate::situation::Situation;
use serde_json::{Value, json};

/// The only thing that a mech can do in a phase, if there is but one.
pub fn forced(seen: &Situation, seat: usize, phase: Phase, memory: &Memory) -> Option<Action> {
    let none = match phase {
        Phase::Movement => ways::none(seen, seat),
        Phase::Reaction => seen.mechs[seat].condition.prone,
        Phase::Weapons => volley::none(seen, seat) && !volley::club(seen, seat),
        Phase::Physical => memory.takes_club() || blows::none(seen, seat),
        Phase::End => ending(seen, seat).is_none(),
    };
    none.then(|| Action::idle(phase))
}

/// What a mech can choose, as its player sees the situation.
pub fn of(seen: &Situation, seat: usize, phase: Phase, memory: &Memory) -> Value {
    Value::Array(match phase {
        Phase::Movement => ways::list(seen, seat, memory),
        Phase::Reaction => volley::turns(seen, seat, memory),
        Phase::Weapons => volley::list(seen, seat, memory),
        Phase::Physical => blows::list(seen, seat),
        Phase::End => ending(seen, seat).into_iter().collect(),
    })
}

/// What can be done at the end of a turn, if anything.
fn ending(seen: &Situation, seat: usize) -> Option<Value> {
    let mech = &seen.mechs[seat];
    let own = mech.own()?;
    let off = if seen.settings.sinks_off { own.sinks_on } else { 0 };
    let load = |(id, load): (usize, &Component)| {
        let there = load.class == Class::Ammunition && load.operative && load.rounds > 0;
        let slot = mech.definition.slot_of(id, load.location).filter(|_| there)?;
        let waits = own.dumping.contains(&(load.location, slot));
        (!waits).then(|| json!({"id": id, "name": load.name, "at": load.location, "rounds": load.rounds}))
    };
    let dump: Vec<Value> = mech.definition.components.iter().enumerate().filter_map(load).collect();
    let (on, drop) = (own.sinks_off, mech.condition.club);
    let any = on > 0 || off > 0 || drop || !dump.is_empty();
    any.then(|| {
        json!({
            "choice": "end", "form": "end [on N] [off N] [drop] [dump ID,…]",
            "on": on, "off": off, "drop": drop, "dump": dump,
        })
    })
}
