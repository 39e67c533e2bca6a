//! Events of a game, as data for pages and other programs.
//!
//! Each event has the seat that it is about (but `round`), and under `kind`:
//!
//! | kind | beside the seat |
//! |---|---|
//! | `fight` | `dragon`, `warriors`: it begins |
//! | `roll` | `number` from 1, `throw`: see [`throw`] |
//! | `slain` | `dragon`, its `points`, warriors `lost` in the fight, points of the `turn`, warriors `left`, whether `all` dragons come back |
//! | `defeated` | `dragon`, the `points` that are lost; the turn is over |
//! | `stopped` | `points` |
//! | `offered` | `points`, and the `rival` who may challenge |
//! | `passed`, `challenged` | `rival`, the player who has stopped |
//! | `accepted` | `rival`, the challenger; `doubling` |
//! | `refused` | `rival`, `points` that are kept, `score`; the turn is over |
//! | `kept` | `points`, `score`, whether a challenge was `met`; the turn is over |
//! | `bonus` | `points`, `score` of a challenger |
//! | `round` | its number `round`, whether it may be the `last` |
//! | `turn` | `round`, `last`: it begins |
//! | `said` | `text`, in English; its name `line`, and the `rival`, `points` and `dragon` it is about, for other languages |
//! | `win` | `score` |

use super::table::{Step, Table};
use crate::chatter::Said;
use crate::dice::{Alive, Dragon, Scale};
use crate::fight::{PARTS, ScaleDie, Throw, WarriorDie};
use crate::rules::{Action, Event, Game, Seat};
use serde_json::{Value, json};

/// A roll: the face of each die, by its place. It is null for a warrior lost before, and for a dragon die set aside
/// before; `lost` are the places of the warriors lost now.
pub fn throw(dragon: Dragon, throw: &Throw) -> Value {
    let warrior = |die: &WarriorDie| match die {
        WarriorDie::Gone => None,
        WarriorDie::Lost(face) | WarriorDie::Shows(face) => Some(face.name()),
    };
    let scale = |(part, die): (&'static str, &ScaleDie)| match die {
        ScaleDie::Aside => None,
        ScaleDie::Shows(Scale::Part) => Some(part),
        ScaleDie::Shows(face) => Some(face.name()),
    };
    let lost = |(place, die): (usize, &WarriorDie)| matches!(die, WarriorDie::Lost(_)).then_some(place);
    json!({
        "dragon": dragon.name(),
        "warriors": throw.warriors.iter().map(warrior).collect::<Vec<_>>(),
        "lost": throw.warriors.iter().enumerate().filter_map(lost).collect::<Vec<_>>(),
        "scales": PARTS.into_iter().zip(&throw.scales).map(scale).collect::<Vec<_>>(),
    })
}

/// A remark.
pub fn said(Said { seat, line, rival, points, dragon, text }: &Said) -> Value {
    let (line, dragon) = (line.to_string(), dragon.map(Dragon::name));
    json!({
        "kind": "said", "seat": seat, "text": text, "line": line, "rival": rival, "points": points, "dragon": dragon,
    })
}

/// The events of the last choice: the choice, its result, and the remarks; `after` is the game after it.
pub fn of(table: &Table, after: &Game) -> Vec<Value> {
    let Some(step) = &table.last else { return Vec::new() };
    let mut events = choice(step, after);
    events.extend(table.said.iter().map(said));
    events.extend(turn(step, after));
    events.extend(table.turn.iter().map(said));
    events
}

fn choice(step: &Step, after: &Game) -> Vec<Value> {
    let (seat, active, turn) = (step.seat, step.before.active(), step.before.turn());
    let mut events = Vec::new();
    match step.action {
        Action::Fight(dragon) => {
            let warriors = turn.warriors;
            events.push(json!({ "kind": "fight", "seat": seat, "dragon": dragon.name(), "warriors": warriors }));
            let throws = step.battle.iter().flat_map(|battle| &battle.throws);
            events.extend((1..).zip(throws).map(|(number, dice)| {
                json!({ "kind": "roll", "seat": seat, "number": number, "throw": throw(dragon, dice) })
            }));
        }
        Action::Stop => events.push(json!({ "kind": "stopped", "seat": seat, "points": turn.points })),
        Action::Challenge => events.push(json!({ "kind": "challenged", "seat": seat, "rival": active })),
        Action::Pass => events.push(json!({ "kind": "passed", "seat": seat, "rival": active })),
        Action::Accept => {
            let (rival, doubling) = (after.turn().challenger, after.variant().doubling);
            events.push(json!({ "kind": "accepted", "seat": seat, "rival": rival, "doubling": doubling }));
        }
        Action::Refuse => {}
    }
    events.extend(result(step, after));
    if let Some(winner) = after.winner() {
        events.push(json!({ "kind": "win", "seat": winner, "score": after.players()[winner].score }));
    }
    events
}

/// The events of an action's result, where it needs any.
fn result(step: &Step, after: &Game) -> Vec<Value> {
    let (active, score) = (step.before.active(), |seat: Seat| after.players()[seat].score);
    let bonus = |challenger: Option<Seat>| {
        let points = after.variant().bonus;
        challenger.map(|seat| json!({ "kind": "bonus", "seat": seat, "points": points, "score": score(seat) }))
    };
    match step.event {
        Event::Slain { dragon, points, lost } => {
            let turn = after.turn();
            vec![json!({
                "kind": "slain", "seat": active, "dragon": dragon.name(), "points": points, "lost": lost,
                "turn": turn.points, "left": turn.warriors, "all": turn.alive == Alive::ALL,
            })]
        }
        Event::Defeated { dragon, points, challenger } => {
            let lost = json!({ "kind": "defeated", "seat": active, "dragon": dragon.name(), "points": points });
            [Some(lost), bonus(challenger)].into_iter().flatten().collect()
        }
        Event::Kept { points, challenger } => {
            let (score, met) = (score(active), challenger.is_some());
            vec![json!({ "kind": "kept", "seat": active, "points": points, "score": score, "met": met })]
        }
        Event::Refused { points, challenger } => {
            let kept = json!({
                "kind": "refused", "seat": active, "rival": challenger, "points": points, "score": score(active),
            });
            [Some(kept), bonus(Some(challenger))].into_iter().flatten().collect()
        }
        Event::Offered => {
            let asked = after.asked().map(|(seat, _)| seat);
            vec![json!({ "kind": "offered", "seat": active, "rival": asked, "points": after.turn().points })]
        }
        Event::Passed | Event::Challenged | Event::Accepted => Vec::new(),
    }
}

/// The events of a round and a turn that begin with the choice, if any do.
fn turn(step: &Step, after: &Game) -> Vec<Value> {
    let (mut events, last) = (Vec::new(), after.last_round());
    if after.round() != step.before.round() {
        events.push(json!({ "kind": "round", "round": after.round(), "last": last }));
    }
    if step.event.ends_turn() && after.winner().is_none() {
        events.push(json!({ "kind": "turn", "seat": after.active(), "round": after.round(), "last": last }));
    }
    events
}
