//! A watcher of games, who holds the server to what it shows.

use crate::client::Client;
use crate::request::{get, listen};
use crate::visitor::Visitor;
use serde_json::Value;
use std::time::Duration;

/// Pause between two looks at the list of games.
const PAUSE: Duration = Duration::from_millis(400);

/// A game in which nothing happens for so long is left: it waits for a person.
const QUIET: Duration = Duration::from_secs(2);

/// Watches until it is enough.
pub fn watch(mut visitor: Visitor) {
    // Nobody waits for a look at a list.
    visitor.content = true;
    while !visitor.house.enough.is_over() && !visitor.house.closing.is_over() {
        if let Some(id) = look(&mut visitor) {
            follow(&visitor, &id);
        }
        visitor.house.enough.sleep(PAUSE);
    }
}

/// Looks at the list: what it calls finished has to be kept. Returns a game that runs.
fn look(visitor: &mut Visitor) -> Option<String> {
    let told = visitor.ask(&get("/games.json"))?;
    let lists = told.answer.json();
    let list = |name: &str| lists[name].as_array().cloned().unwrap_or_default();
    for game in list("recent") {
        if let Some(id) = game["id"].as_str() {
            visitor.house.ledger.finished(id, game["turns"].as_u64(), Vec::new());
        }
    }
    let running = list("running");
    let game = fastrand::choice(&running)?;
    game["id"].as_str().map(str::to_string)
}

/// Follows a game: its turns go on by one each, and an end that is shown has to be kept.
fn follow(visitor: &Visitor, id: &str) {
    let mut client = Client::patient(visitor.link, QUIET);
    if client.listen(&listen(&format!("/events/{id}"))).is_err() {
        return;
    }
    let mut last: Option<u64> = None;
    while !visitor.house.enough.is_over() && !visitor.house.closing.is_over() {
        let Ok(Some(game)) = client.event() else { return };
        let turn = game["turn"].as_u64();
        let finished = game["finished"] == Value::Bool(true);
        // An end by the last crash has the turn of the state before.
        let right = match (last, turn) {
            (Some(last), Some(turn)) => turn == last + 1 || (finished && turn == last),
            (None, turn) => turn.is_some(),
            _ => false,
        };
        if !right {
            visitor.house.ledger.wrong(visitor.remark(format_args!("events of {id}: turn {turn:?} after {last:?}")));
            return;
        }
        last = turn;
        if finished {
            visitor.house.ledger.finished(id, turn, Vec::new());
            return;
        }
    }
}
