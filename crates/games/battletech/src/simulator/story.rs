//! The story of a battle, in plain words.

use crate::battle::{Change, Event, Hit};
use crate::hex::Hex;
use crate::physical::Kind;
use crate::situation::{Mode, Rule, Situation};

/// The names of mechs in a story, with their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    long: Vec<String>,
    short: Vec<String>,
}

impl Names {
    /// The names of all mechs of a situation.
    #[must_use]
    pub fn of(situation: &Situation) -> Self {
        let definitions = situation.mechs.iter().map(|mech| &mech.definition).enumerate();
        let long = |(number, mech): (usize, &crate::definition::Definition)| {
            let separator = if mech.model.is_empty() { "" } else { " " };
            format!("{number} {}{separator}{}, {} t", mech.name, mech.model, mech.tons)
        };
        let short = definitions.clone().map(|(number, mech)| format!("{}#{number}", mech.name)).collect();
        Self { long: definitions.map(long).collect(), short }
    }

    /// Number, name, model and weight.
    #[must_use]
    pub fn long(&self, mech: usize) -> &str {
        self.long.get(mech).map_or("?", String::as_str)
    }

    /// Name and number.
    #[must_use]
    pub fn short(&self, mech: usize) -> &str {
        self.short.get(mech).map_or("?", String::as_str)
    }
}

/// `TC 5, BI 3`, with `a` for the rear.
fn places(hits: &[Hit]) -> String {
    let place = |hit: &Hit| format!("{}{} {}", hit.location, if hit.rear { "a" } else { "" }, hit.damage);
    hits.iter().map(place).collect::<Vec<_>>().join(", ")
}

/// A roll and what it needed: `(7 for 5)`.
fn dice(roll: u8, needed: i8) -> String {
    if roll == 0 { format!("(no roll for {needed})") } else { format!("({roll} for {needed})") }
}

pub(super) fn way(mode: Mode) -> &'static str {
    ["stays", "walks", "runs", "jumps"][mode as usize]
}

/// One line for an event; `None` for those that say nothing to people.
#[must_use]
pub fn tell(event: &Event, names: &Names) -> Option<String> {
    let who = |mech: &usize| names.short(*mech);
    Some(match event {
        Event::Turn { turn } => format!("turn {turn}"),
        Event::Initiative { rolls, order } => {
            let each = order.iter().map(|mech| format!("{} {}", who(mech), rolls.get(*mech).unwrap_or(&0)));
            format!("initiative: {}", each.collect::<Vec<_>>().join(", "))
        }
        Event::Fault { mech, phase, rule, message } => {
            let kind = if *rule == Rule::Hopeless { "warned" } else { "refused" };
            format!("{} {kind} in {phase}: {}: {message}", who(mech), rule.word())
        }
        Event::Move { mech, mode, path, facing, prone, points } => {
            let hexes = path.first().zip(path.last()).filter(|(from, to)| from != to);
            let route = hexes.map_or(String::new(), |(from, to)| format!(" from {from} to {to}"));
            let lies = if *prone { ", prone" } else { "" };
            format!("{} {}{route}, faces {facing}{lies}, {points} MP", who(mech), way(*mode))
        }
        Event::Check { mech, reason, needed, roll, passed } => {
            let ends = if *passed { "passes" } else { "fails" };
            format!("{} {ends} a check for {reason} {}", who(mech), dice(*roll, *needed))
        }
        Event::Fall { mech, hex, levels, damage, .. } => {
            let far = if *levels > 0 { format!(" {levels} levels") } else { String::new() };
            format!("{} falls{far} on {hex}: {damage}", who(mech))
        }
        Event::Stuck { mech, stuck } => {
            format!("{} {}", who(mech), if *stuck { "is stuck in the swamp" } else { "gets free" })
        }
        Event::Masc { mech, needed, roll, passed } => {
            let ends = if *passed { "holds" } else { "breaks both hips" };
            format!("{}'s MASC {ends} {}", who(mech), dice(*roll, *needed))
        }
        Event::Torso { mech, torso } => format!("{} turns its torso to {torso}", who(mech)),
        Event::Shot { .. } | Event::Blow { .. } | Event::Jam { .. } | Event::Narc { .. } => attack(event, names)?,
        Event::Club { .. } | Event::ClubLost { .. } | Event::Sinks { .. } | Event::Dumped { .. } => gear(event, names)?,
        Event::Ground { hex, change } => ground(*hex, *change),
        Event::Over { winner, limit } => {
            let how = if *limit { "at the last turn" } else { "no other mech is left" };
            winner.as_ref().map_or_else(|| "it is a tie".to_string(), |mech| format!("{} wins: {how}", who(mech)))
        }
        _ => harm(event, names)?,
    })
}

/// Shots, blows and what weapons do.
fn attack(event: &Event, names: &Names) -> Option<String> {
    let who = |mech: &usize| names.short(*mech);
    let at = |target: &Option<usize>, hex: &Option<Hex>| match (target, hex) {
        (Some(mech), _) => format!(" at {}", who(mech)),
        (None, Some(hex)) => format!(" at {hex}"),
        (None, None) => String::new(),
    };
    let ends = |hit: &bool, hits: &[Hit]| match (hit, hits.is_empty()) {
        (false, _) => "misses".to_string(),
        (true, true) => "hits".to_string(),
        (true, false) => format!("hits {}", places(hits)),
    };
    Some(match event {
        Event::Shot { mech, weapon, target, hex, needed, roll, hit, hits, .. } => {
            format!("{} fires {weapon}{} {}: {}", who(mech), at(target, hex), dice(*roll, *needed), ends(hit, hits))
        }
        Event::Blow { mech, means, limb, target, needed, roll, hit, hits } => {
            let verb = match means {
                Kind::Punch => "punches",
                Kind::Kick => "kicks",
                Kind::Club => "swings its club",
                Kind::Axe => "swings its axe",
                Kind::Sword => "thrusts its sword",
            };
            let target = at(target, &None);
            format!("{} {verb}{target} with {limb} {}: {}", who(mech), dice(*roll, *needed), ends(hit, hits))
        }
        Event::Jam { mech, component } => format!("{}'s weapon {component} jams", who(mech)),
        Event::Narc { mech, target, .. } => format!("{}'s beacon sticks to {}", who(mech), who(target)),
        _ => return None,
    })
}

/// Clubs, sinks, ammunition.
fn gear(event: &Event, names: &Names) -> Option<String> {
    Some(match event {
        Event::Club { mech, found, tree } => {
            let what = match (found, tree) {
                (true, true) => "takes a tree as a club",
                (true, false) => "takes a club",
                (false, _) => "finds no club",
            };
            format!("{} {what}", names.short(*mech))
        }
        Event::ClubLost { mech } => format!("{} has no club any more", names.short(*mech)),
        Event::Sinks { mech, on, off } => format!("{} has {on} heat sinks on, {off} off", names.short(*mech)),
        Event::Dumped { mech, rounds, .. } => format!("{} dumps {rounds} rounds", names.short(*mech)),
        _ => return None,
    })
}

/// The harm to mechs and pilots.
fn harm(event: &Event, names: &Names) -> Option<String> {
    let who = |mech: &usize| names.short(*mech);
    Some(match event {
        Event::Damage { mech, location, rear, armour, structure, .. } => {
            let rear = if *rear { "a" } else { "" };
            format!("{} loses {armour}+{structure} in {location}{rear}", who(mech))
        }
        Event::Lost { mech, location, .. } => format!("{} loses {location}", who(mech)),
        Event::CriticalRoll { hits: 0, .. } => return None,
        Event::CriticalRoll { mech, location, roll, hits } => {
            format!("{}: {hits} critical in {location} (roll {roll})", who(mech))
        }
        Event::Critical { mech, location, slot, name } => format!("{}: {name} hit ({location} {slot})", who(mech)),
        Event::Explosion { mech, location, name, damage, .. } => {
            format!("{}: {name} explodes in {location}: {damage}", who(mech))
        }
        Event::Wound { mech, wounds, total, cause } => {
            format!("{}'s pilot takes {wounds} by {cause}, {total} in all", who(mech))
        }
        Event::Consciousness { mech, needed, roll, awake } => {
            let ends = if *awake { "is conscious" } else { "is unconscious" };
            format!("{}'s pilot {ends} {}", who(mech), dice(*roll, *needed))
        }
        Event::Heat { mech, before, movement, weapons, engine, fire, sunk, after } => format!(
            "{}'s heat: {before} + {movement} moving + {weapons} firing + {engine} engine + {fire} fire - {sunk} = {after}",
            who(mech)
        ),
        Event::HeatCheck { mech, danger, needed, roll, avoided } => {
            let ends = if *avoided { "avoids" } else { "does not avoid" };
            format!("{} {ends} {danger} {}", who(mech), dice(*roll, *needed))
        }
        Event::Power { mech, on } => format!("{} {}", who(mech), if *on { "runs again" } else { "shuts down" }),
        Event::Destroyed { mech, why } => {
            format!("{} is destroyed: {why}", who(mech))
        }
        _ => return None,
    })
}

fn ground(hex: Hex, change: Change) -> String {
    let what = match change {
        Change::Fire => "burns".to_string(),
        Change::Smoke => "is full of smoke".to_string(),
        Change::Clear => "is clear of smoke".to_string(),
        Change::Thinned => "has light woods left".to_string(),
        Change::Felled => "has no woods left".to_string(),
        Change::Battered { strength } => format!("has a building that bears {strength} t"),
        Change::Collapsed => "lies in ruins".to_string(),
    };
    format!("hex {hex} {what}")
}
