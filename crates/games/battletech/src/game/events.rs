//! The public part of what happened.

use crate::battle::Event;
use crate::situation::Situation;
use serde_json::Value;

/// An event as the pages have it: an object whose `kind` is the event's name, without prose. `None`
/// of what only the player of a mech knows: its pilot, and which of its heat sinks work.
pub fn public(event: &Event, situation: &Situation) -> Option<Value> {
    match event {
        Event::Wound { .. } | Event::Consciousness { .. } | Event::Sinks { .. } => return None,
        Event::Critical { mech, location, slot, .. } => {
            let slots = &situation.mechs[*mech].definition.slots[location.index()];
            slots.get(usize::from(*slot)).filter(|slot| slot.component.is_some() || slot.actuator.is_some())?;
        }
        _ => {}
    }
    let Ok(Value::Object(mut fields)) = serde_json::to_value(event) else { return None };
    let kind = fields.remove("event")?;
    // The one says in English what the other says by a code.
    fields.remove("message");
    // How many heat sinks are on.
    fields.remove("sunk");
    fields.insert("kind".to_string(), kind);
    Some(Value::Object(fields))
}
