//! A turn in a few lines: what each mech did, and what went wrong.

use super::sheet::Sheets;
use super::story::{Names, tell, way};
use crate::battle::{Battle, Event};
use crate::situation::Mode;
use std::fmt::Write;

/// The lines of the turn that a battle has just played.
#[must_use]
pub fn brief(battle: &Battle, names: &Names) -> String {
    let events = battle.events();
    let mut text = format!("turn {}\n", battle.turn());
    let mut sheets = Sheets::of(battle.situation());
    sheets.turn(events);
    // Writing to a text does not fail.
    for (mech, sheet) in sheets.each.iter().enumerate() {
        let moved = events.iter().find_map(|event| route(event, mech));
        let left = events.iter().any(|event| matches!(event, Event::Destroyed { mech: gone, .. } if *gone == mech));
        if !battle.situation().mechs[mech].condition.operative && !left && moved.is_none() {
            continue;
        }
        let _ = write!(text, "  {}: {}", names.short(mech), moved.unwrap_or_else(|| "stays".to_string()));
        if sheet.shots > 0 {
            let _ = write!(text, ", {} of {} shots hit", sheet.shot_hits, sheet.shots);
        }
        if sheet.blows > 0 {
            let _ = write!(text, ", {} of {} blows hit", sheet.blow_hits, sheet.blows);
        }
        if sheet.dealt > 0 {
            let _ = write!(text, ", {} damage dealt", sheet.dealt);
        }
        let (now, whole) = battle.kept(mech);
        let heat = battle.situation().mechs[mech].condition.heat;
        let _ = writeln!(text, "; heat {heat}, {} % whole", now * 100 / whole.max(1));
    }
    for event in events.iter().filter(|event| is_news(event)) {
        if let Some(line) = tell(event, names) {
            let _ = writeln!(text, "    {line}");
        }
    }
    text
}

fn route(event: &Event, who: usize) -> Option<String> {
    let Event::Move { mech, mode, path, prone, .. } = event else { return None };
    if *mech != who || *mode == Mode::Still {
        return None;
    }
    let verb = way(*mode);
    let (from, to) = (path.first()?, path.last()?);
    let lies = if *prone { ", prone" } else { "" };
    Some(if from == to { format!("{verb} on {to}{lies}") } else { format!("{verb} {from} to {to}{lies}") })
}

/// True if a short story tells this event.
fn is_news(event: &Event) -> bool {
    match event {
        Event::HeatCheck { avoided, .. } => !avoided,
        Event::Consciousness { awake, .. } => !awake,
        Event::Fault { .. }
        | Event::Fall { .. }
        | Event::Stuck { .. }
        | Event::Lost { .. }
        | Event::Critical { .. }
        | Event::Explosion { .. }
        | Event::Wound { .. }
        | Event::Power { .. }
        | Event::Destroyed { .. }
        | Event::Jam { .. } => true,
        _ => false,
    }
}
