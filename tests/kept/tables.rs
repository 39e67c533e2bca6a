//! Tables that were kept while they were played go on where they stood.

use crate::http::{get, post};
use crate::program::{Server, file, keeps, same, without};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;

/// What depends on when it is asked.
const TIMES: [&str; 7] = ["at", "now", "here", "away_since", "asked_since", "clock", "created"];

/// A table in the database: who sits there, and how far it was played.
fn wishes() -> Vec<(&'static str, Value, Value, usize)> {
    let me = |name: &str| json!({ "kind": "me", "name": name });
    let bot = |player: &str| json!({ "kind": "bot", "player": player });
    let two = json!([me("Ada"), me("Bo")]);
    vec![
        ("desconecta4", two.clone(), json!({ "hints": true }), 9),
        ("desconecta4", json!([me("Ada"), bot("desconecta4:strong,depth=4")]), json!({}), 3),
        ("tron", two.clone(), json!({ "map": "random", "size": 10, "seed": 4 }), 6),
        ("tron", json!([bot("tron:course,depth=3"), me("Bo")]), json!({ "map": "random", "size": 9 }), 3),
        ("dragon-slayer", two.clone(), json!({ "goal": "30" }), 12),
        (
            "dragon-slayer",
            json!([me("Ada"), bot("dragon-slayer:abel"), bot("dragon-slayer:carla"), me("Bo")]),
            json!({}),
            8,
        ),
        ("battletech", two, json!({}), 6),
        (
            "battletech",
            json!([me("Ada"), bot("battletech:course")]),
            json!({ "map": "poblado", "mech1": "cantera" }),
            4,
        ),
    ]
}

/// A table: its id, and the tokens of its seats, empty for bots.
pub struct Kept {
    id: String,
    tokens: Vec<String>,
}

impl Kept {
    pub fn path(&self, what: &str) -> String {
        format!("/api/tables/{}{what}", self.id)
    }

    /// What each seat and a visitor see, once no bot is asked.
    fn seen(&self, addr: SocketAddr) -> Vec<Value> {
        loop {
            let state = get(addr, &self.path(""), "").json();
            let asked = state["asked"].as_u64().and_then(|seat| usize::try_from(seat).ok());
            if asked.is_none_or(|seat| !self.tokens[seat].is_empty()) {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let people = self.tokens.iter().filter(|token| !token.is_empty());
        people.map(String::as_str).chain([""]).map(|token| get(addr, &self.path(""), token).json()).collect()
    }

    /// Makes a choice that is listed, if there is one; whether there was.
    pub fn advance(&self, addr: SocketAddr, salt: usize) -> bool {
        let state = self.seen(addr).pop().expect("the visitor's");
        let Some(seat) = state["asked"].as_u64().and_then(|seat| usize::try_from(seat).ok()) else { return false };
        let state = get(addr, &self.path(""), &self.tokens[seat]).json();
        let choices: Vec<&Value> = state["choices"].as_array().expect("a list").iter().collect();
        let listed: Vec<&Value> =
            choices.iter().map(|choice| &choice["choice"]).filter(|text| text.is_string()).collect();
        if listed.is_empty() {
            return false;
        }
        let said = json!({ "n": state["n"], "choice": listed[salt * 7 % listed.len()] });
        let reply = post(addr, &self.path("/choose"), &self.tokens[seat], &said);
        assert_eq!(reply.status, 200, "{said}: {}", reply.body);
        true
    }
}

/// Writes the database and the tokens of its seats.
fn keep() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    let server = Server::start(folder.path(), &["tables", "--db", "tables.db", "--think", "5s"]);
    let mut tables = Vec::new();
    for (game, seats, options, choices) in wishes() {
        let claim: String = std::iter::repeat_with(fastrand::alphanumeric).take(24).collect();
        let said = json!({ "game": game, "claim": claim, "seats": seats, "options": options });
        let reply = post(server.addr, "/api/tables", "", &said);
        assert_eq!(reply.status, 201, "{game}: {}", reply.body);
        let made = reply.json();
        let tokens = made["seats"].as_array().expect("a list").iter();
        let tokens = tokens.map(|seat| seat["token"].as_str().unwrap_or_default().to_string()).collect();
        let kept = Kept { id: made["id"].as_str().expect("an id").to_string(), tokens };
        for salt in 0..choices {
            assert!(kept.advance(server.addr, salt), "{game}: it has ended");
        }
        kept.seen(server.addr);
        tables.push(json!({ "game": game, "id": kept.id, "tokens": kept.tokens }));
    }
    // In the midst of everything.
    drop(server);
    let connection = Connection::open(&db).expect("a database");
    connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE").expect("it is ours");
    drop(connection);
    fs::copy(db, file("tables.db")).expect("the folder can be written");
    fs::write(file("tables.json"), format!("{:#}\n", Value::from(tables))).expect("the folder can be written");
}

/// The tables of the database that is kept.
pub fn tables() -> Vec<(String, Kept)> {
    let text = fs::read_to_string(file("tables.json")).expect("a file of this test");
    let all: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    let kept = all.iter().map(|table| {
        let tokens = table["tokens"].as_array().expect("a list").iter().map(text).collect();
        (text(&table["game"]), Kept { id: text(&table["id"]), tokens })
    });
    kept.collect()
}

fn serve(folder: &Path) -> Server {
    fs::copy(file("tables.db"), folder.join("tables.db")).expect("a file of this test");
    Server::start(folder, &["tables", "--db", "tables.db", "--think", "5s"])
}

#[test]
fn kept_tables_go_on() {
    if keeps() {
        keep();
    }
    let folder = tempfile::tempdir().expect("a folder");
    let server = serve(folder.path());
    let mut all = String::new();
    for (game, kept) in tables() {
        writeln!(all, "# {game}").expect("it is a text");
        for state in kept.seen(server.addr) {
            writeln!(all, "{}", without(state, &TIMES)).expect("it is a text");
        }
        let mut salt = 3;
        while salt < 9 && kept.advance(server.addr, salt) {
            salt += 1;
        }
        let last = kept.seen(server.addr).pop().expect("the visitor's");
        let mut steps = last["steps"].as_array().expect("a list").clone();
        // What people chose, what bots decided, and what came of it.
        let steps: Vec<Value> = steps.drain(..).map(|step| without(step, &TIMES)).collect();
        writeln!(all, "{}\n{}", Value::from(steps), last["view"]).expect("it is a text");
        let history = get(server.addr, &kept.path("/history?from=0&count=3"), "").json();
        writeln!(all, "{}", without(history, &TIMES)).expect("it is a text");
    }
    same("tables.txt", &all);
}
