//! An honest person at a table, against a bot or on both seats, who holds the server to its word.

use crate::bot::{Course, MOST_WRONG, shortened};
use crate::ledger::Choice;
use crate::request::{get_as, json, json_as, random_text};
use crate::visitor::Visitor;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// Choices after which a table is left, though it has not ended.
const MOST: u64 = 120;
/// How often a person looks whether a bot has chosen, in milliseconds.
const LOOK: u64 = 120;
/// Steps of a history in one answer.
const PART: usize = 200;

/// Who sits opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// A bot of the server.
    Bot,
    /// Another person, who is played here as well.
    Person,
}

/// Plays tables until it is enough and one is ended at least.
pub fn play(mut visitor: Visitor, opponent: Opponent) -> u64 {
    let (mut ended, mut wrong) = (0, 0);
    while !visitor.is_done(ended) && wrong < MOST_WRONG {
        match sitting(&mut visitor, opponent, ended > 0) {
            Course::Finished => {
                ended += 1;
                visitor.content = true;
            }
            Course::Abandoned => {}
            Course::Wrong => wrong += 1,
        }
    }
    if ended == 0 && !visitor.house.enough.is_interrupted() {
        let remark = visitor.remark(format_args!("no table with a {opponent:?} has ended"));
        visitor.house.ledger.unfinished(remark);
    }
    ended
}

/// A table that is played at.
struct Sitting {
    path: String,
    id: String,
    tokens: Vec<String>,
    /// Choices that were sent, by the number they would get; more than one if answers were lost.
    sent: BTreeMap<u64, Vec<String>>,
}

/// What a new table is asked for.
pub fn wish(name: &str, opponent: Opponent) -> Value {
    let name: String = name.chars().take(20).collect();
    let tron = fastrand::bool();
    let game = if tron { "tron" } else { "desconecta4" };
    let other = match opponent {
        Opponent::Bot => json!({ "kind": "bot", "player": format!("{game}:strong,depth=1") }),
        Opponent::Person => json!({ "kind": "me", "name": "Opposite" }),
    };
    let options = if tron { json!({ "size": 6 }) } else { json!({}) };
    let seats = json!([{ "kind": "me", "name": name }, other]);
    json!({ "game": game, "claim": random_text(32), "seats": seats, "options": options })
}

fn sitting(visitor: &mut Visitor, opponent: Opponent, optional: bool) -> Course {
    let Some(told) = visitor.ask(&json("/api/tables", &wish(&visitor.name, opponent))) else {
        return Course::Abandoned;
    };
    let made = told.answer.json();
    let Some(id) = made["id"].as_str().filter(|_| told.answer.status == 201) else {
        let text = shortened(&told.answer.text());
        visitor.house.ledger.wrong(visitor.remark(format_args!("new table: {} {text}", told.answer.status)));
        visitor.house.closing.sleep(Duration::from_millis(200));
        return Course::Wrong;
    };
    let seats = made["seats"].as_array().map(Vec::as_slice).unwrap_or_default();
    let tokens = seats.iter().filter_map(|seat| Some(seat["token"].as_str()?.to_string())).collect();
    let path = format!("/api/tables/{id}");
    let mut sitting = Sitting { path, id: id.to_string(), tokens, sent: BTreeMap::new() };
    let mut seat = 0;
    loop {
        let enough = optional && visitor.house.enough.is_over();
        let Some(told) = visitor.ask(&get_as(&sitting.path, &sitting.tokens[seat])) else { return Course::Abandoned };
        let state = told.answer.json();
        let Some(n) = state["n"].as_u64().filter(|_| told.answer.status == 200) else {
            return wrong(visitor, &sitting, &format!("{} {}", told.answer.status, told.answer.text()));
        };
        if !state["ended"].is_null() {
            visitor.house.ledger.ended(&sitting.id);
            return look_back(visitor, &sitting).unwrap_or(Course::Finished);
        }
        if n >= MOST || enough {
            return look_back(visitor, &sitting).unwrap_or(Course::Finished);
        }
        let choices = state["choices"].as_array().map(Vec::as_slice).unwrap_or_default();
        let Some(choice) = fastrand::choice(choices).and_then(|choice| choice["choice"].as_str()) else {
            // The other is asked.
            match state["asked"].as_u64().and_then(|asked| usize::try_from(asked).ok()) {
                Some(asked) if asked < sitting.tokens.len() && asked != seat => seat = asked,
                _ => drop(visitor.house.closing.sleep(Duration::from_millis(LOOK))),
            }
            continue;
        };
        visitor.think();
        if let Some(course) = choose(visitor, &mut sitting, seat, n, choice) {
            return course;
        }
    }
}

/// Makes a choice; `None` if the table goes on.
fn choose(visitor: &mut Visitor, sitting: &mut Sitting, seat: usize, n: u64, choice: &str) -> Option<Course> {
    sitting.sent.entry(n + 1).or_default().push(choice.to_string());
    let said = json!({ "n": n, "choice": choice });
    let Some(told) = visitor.ask(&json_as(&format!("{}/choose", sitting.path), &sitting.tokens[seat], &said)) else {
        return Some(Course::Abandoned);
    };
    let ledger = &visitor.house.ledger;
    match told.answer.status {
        200 => {
            let (table, text) = (sitting.id.clone(), choice.to_string());
            ledger.chosen(Choice { table, n: n + 1, seat: seat as u64, text });
            None
        }
        // The first attempt was heeded.
        409 if told.again => None,
        409 => {
            ledger.stolen(visitor.remark(format_args!("table {}: choice {} was made by another", sitting.id, n + 1)));
            Some(Course::Wrong)
        }
        status => Some(wrong(visitor, sitting, &format!("choice {}: {status} {}", n + 1, told.answer.text()))),
    }
}

fn wrong(visitor: &Visitor, sitting: &Sitting, text: &str) -> Course {
    visitor.house.ledger.wrong(visitor.remark(format_args!("table {}: {}", sitting.id, shortened(text))));
    Course::Wrong
}

/// Compares the table's history with what was sent; a course if it is not the same.
fn look_back(visitor: &mut Visitor, sitting: &Sitting) -> Option<Course> {
    let mut from = 0;
    loop {
        let path = format!("{}/history?from={from}&count={PART}", sitting.path);
        let Some(told) = visitor.ask(&get_as(&path, &sitting.tokens[0])) else { return Some(Course::Abandoned) };
        if told.answer.status != 200 {
            return Some(wrong(visitor, sitting, &format!("history: {} {}", told.answer.status, told.answer.text())));
        }
        let history = told.answer.json();
        let steps = history["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
        for step in steps {
            let own = step["seat"].as_u64().is_some_and(|seat| seat < sitting.tokens.len() as u64);
            let n = step["n"].as_u64().unwrap_or_default();
            let sent = sitting.sent.get(&n).map(Vec::as_slice).unwrap_or_default();
            if own && step["by"] == "seat" && !sent.iter().any(|sent| step["choice"] == sent.as_str()) {
                let remark = visitor.remark(format_args!("table {}: {step} was never sent", sitting.id));
                visitor.house.ledger.stolen(shortened(&remark));
                return Some(Course::Wrong);
            }
        }
        from += steps.len();
        if steps.is_empty() || history["total"].as_u64().unwrap_or_default() <= from as u64 {
            return None;
        }
    }
}
