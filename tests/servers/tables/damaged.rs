//! Databases that something else has changed: what is damaged is set aside, and all else goes on.

use crate::tables::client::{self, Client, PATIENCE, Seat, games};
use boardbots_server::StartError;
use boardbots_server::tables::Config;
use boardbots_server::web::{HttpLimits, Server};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

fn open(db: &Path) -> Result<Server, StartError> {
    client::open(HttpLimits::default(), Config { db: Some(db.to_path_buf()), ..Config::default() })
}

/// A table of each game, of people alone, with a choice made.
fn tables(db: &Path) -> Vec<Seat> {
    let server = open(db).expect("tables are served");
    let mut client = Client::new(server.addr());
    let mut made = Vec::new();
    for (game, seats, _) in games(&mut client) {
        let people = vec![json!({ "kind": "me", "name": "Ada" }); seats];
        let told = client.table(&game, &people.into(), &json!({}));
        let all: Vec<Seat> = (0..seats).map(|seat| Seat::of(&told, seat)).collect();
        let asked = all[0].state(&mut client)["asked"].as_u64().expect("a seat");
        let asked = &all[usize::try_from(asked).expect("small")];
        let state = asked.state(&mut client);
        assert_eq!(asked.choose(&mut client, &state["n"], &state["choices"][0]["choice"]).0, 200);
        made.extend(all.into_iter().next());
    }
    made
}

/// What all say of themselves after this was done to the database.
fn after(statement: &str) -> Vec<(u16, Value)> {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    let tables = tables(&db);
    let connection = Connection::open(&db).expect("a database");
    connection.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON").expect("options");
    connection.execute_batch(statement).unwrap_or_else(|error| panic!("{statement}: {error}"));
    drop(connection);
    let server = open(&db).unwrap_or_else(|error| panic!("{statement}: {error}"));
    let mut client = Client::new(server.addr());
    let found = tables.iter().map(|seat| client.try_get(&seat.path(""), &seat.token)).collect::<Vec<_>>();
    // Those that nobody asks for come back, too.
    let sound = found.iter().filter(|(status, told)| *status == 200 && told["ended"].is_null()).count();
    let began = Instant::now();
    while client.get("/api/tables", "")["running"].as_array().map(Vec::len) != Some(sound) {
        assert!(began.elapsed() < PATIENCE, "{statement}: not all have come back");
        std::thread::sleep(Duration::from_millis(20));
    }
    client.get("/api/statistics", "");
    found
}

#[test]
fn a_damaged_table_is_set_aside_and_all_others_go_on() {
    for (statement, why) in [
        ("DELETE FROM chairs WHERE number = 2 AND seat = 1", "1 chairs"),
        ("DELETE FROM chairs WHERE number = 2 AND seat = 0", "no chair 0"),
        ("DELETE FROM chairs WHERE number = 2", "0 chairs"),
        ("INSERT INTO chairs (number, seat, kind, name) VALUES (2, 2, 'human', 'Eve')", "3 chairs"),
        ("UPDATE chairs SET kind = 'bot', player = 'tron:strong' WHERE number = 2 AND seat = 0", ""),
        ("UPDATE chairs SET kind = 7 WHERE number = 2", ""),
        ("UPDATE chairs SET token = 'short' WHERE number = 2", ""),
        ("UPDATE chairs SET name = X'ff' WHERE number = 2", ""),
        ("UPDATE steps SET n = 3 WHERE number = 2", "no choice 1"),
        ("UPDATE steps SET n = -3 WHERE number = 2", "no choice 1"),
        ("UPDATE steps SET seat = 200 WHERE number = 2", "not this seat's turn"),
        ("UPDATE steps SET seat = -1 WHERE number = 2", ""),
        ("UPDATE steps SET made_by = 'fate' WHERE number = 2", "nobody has made"),
        ("UPDATE steps SET made_by = 'undo', seat = 250 WHERE number = 2", "nothing to take back"),
        ("UPDATE steps SET choice = zeroblob(100) WHERE number = 2", ""),
        ("UPDATE steps SET choice = printf('%.*c', 100000, 'x') WHERE number = 2", "more than 8192"),
        ("UPDATE steps SET at = 'noon' WHERE number = 2", ""),
        ("UPDATE tables SET options = '{\"clock\":' WHERE number = 2", "EOF"),
        ("UPDATE tables SET options = '[]' WHERE number = 2", ""),
        ("UPDATE tables SET options = '{\"clock\":-5}' WHERE number = 2", "clock"),
        ("UPDATE tables SET seed = 'x' WHERE number = 2", ""),
        ("UPDATE tables SET game = 'chess' WHERE number = 2", "chess"),
        ("UPDATE tables SET created = 'x' WHERE number = 2", ""),
        ("UPDATE tables SET claim = X'00' WHERE number = 2", ""),
    ] {
        for (number, (status, told)) in (1..).zip(after(statement)) {
            if number == 2 {
                let error = told["error"].as_str().unwrap_or_else(|| panic!("{statement}: {told}"));
                assert_eq!((status, &told["aside"]), (503, &json!(true)), "{statement}: {told}");
                assert!(error.contains(why), "{statement}: {error}");
            } else {
                assert_eq!(status, 200, "{statement}: table {number}: {told}");
            }
        }
    }
}

#[test]
fn odd_times_end_nothing() {
    for statement in [
        "UPDATE tables SET created = -9223372036854775808",
        "UPDATE tables SET created = 9223372036854775807",
        "UPDATE tables SET touched = 'later'",
        "UPDATE steps SET at = -9223372036854775808",
        "UPDATE steps SET at = 9223372036854775807",
    ] {
        assert!(after(statement).iter().all(|(status, _)| *status == 200), "{statement}");
    }
}

#[test]
fn a_list_leaves_out_what_is_damaged() {
    // An ended table with an id that is none, and numbers that overflow in sums.
    let found = after(
        "UPDATE tables SET ended = 5, reason = 'x' WHERE number IN (2, 3);
         UPDATE tables SET id = X'ff' WHERE number = 2;
         UPDATE chairs SET place = 9223372036854775807, won = 9223372036854775807 WHERE number = 3;
         INSERT INTO tables (id, game, options, seed, claim, created, touched) VALUES (X'ff00', 'x', 'x', 0, X'00', 0, 99999999999)",
    );
    assert_eq!((found[0].0, found[1].0, found[3].0), (200, 404, 200));
}

#[test]
fn a_secret_that_is_none_is_said() {
    for statement in [
        "UPDATE meta SET value = X'00'",
        "UPDATE meta SET value = 'text'",
        "UPDATE meta SET value = 5",
        "DELETE FROM meta",
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let db = folder.path().join("tables.db");
        tables(&db);
        Connection::open(&db).expect("a database").execute_batch(statement).expect("a change");
        let error = open(&db).err().unwrap_or_else(|| panic!("{statement}: it starts"));
        assert!(matches!(error, StartError::Store(_)), "{error}");
        assert!(error.to_string().contains("secret"), "{error}");
    }
}
