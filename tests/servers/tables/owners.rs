//! Names that belong to their owners, over real sockets, and guesses at their passphrases.

use crate::tables::client::{self, Client, Seat};
use boardbots_server::tables::Config;
use boardbots_server::web::HttpLimits;
use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

const PHRASE: &str = "correct horse";

fn phrase(name: &str, passphrase: &str) -> Value {
    json!({ "name": name, "passphrase": passphrase })
}

/// Asks for a table under a name; the status and what is told.
fn sit(client: &mut Client, name: &str, key: &Value) -> (u16, Value) {
    let claim: String = std::iter::repeat_with(fastrand::alphanumeric).take(24).collect();
    let seats = json!([{ "kind": "me", "name": name, "key": key }, { "kind": "me", "name": "Eve" }]);
    client.post("/api/tables", "", &json!({ "game": "connect-four", "claim": claim, "seats": seats }))
}

#[test]
fn an_owner_comes_back_from_another_browser() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    let open = |db: &Path| {
        client::open(HttpLimits::default(), Config { db: Some(db.to_path_buf()), ..Config::default() }).expect("tables")
    };
    let server = open(&db);
    let mut client = Client::new(server.addr());
    let (status, told) = client.post("/api/names", "", &phrase("Ada", PHRASE));
    assert_eq!(status, 201, "{told}");
    let key = told["key"].clone();
    drop(client);
    drop(server);
    let server = open(&db);
    let mut client = Client::new(server.addr());
    let (status, told) = sit(&mut client, "\u{410}da", &Value::Null);
    assert_eq!((status, &told["protected"]), (403, &json!("Ada")));
    assert_eq!(client.post("/api/names/key", "", &phrase("Ada", PHRASE)), (200, json!({ "name": "Ada", "key": key })));
    assert_eq!(sit(&mut client, "Ada", &key).0, 201);
    // The operator frees the name beside the server.
    assert_eq!(boardbots_server::tables::store::free(&db, "ADA").ok(), Some(1));
    assert_eq!(sit(&mut client, "Ada", &Value::Null).0, 201);
}

#[test]
fn a_database_of_before_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    let open = || client::open(HttpLimits::default(), Config { db: Some(db.clone()), ..Config::default() });
    let seat = {
        let server = open().expect("tables");
        let (status, told) = sit(&mut Client::new(server.addr()), "Ada", &Value::Null);
        assert_eq!(status, 201);
        Seat::of(&told, 0)
    };
    let connection = Connection::open(&db).expect("a database");
    let version = |connection: &Connection| -> i64 {
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).expect("a number")
    };
    // As the first layout was.
    connection
        .execute_batch(
            "DROP INDEX chairs_by_owner; ALTER TABLE chairs DROP COLUMN owner; DROP TABLE names; PRAGMA user_version = 1",
        )
        .expect("a change");
    drop(connection);
    let server = open().expect("tables");
    let mut client = Client::new(server.addr());
    let state = seat.state(&mut client);
    assert_eq!(seat.choose(&mut client, &state["n"], &state["choices"][0]["choice"]).0, 200);
    assert_eq!(client.post("/api/names", "", &phrase("Ada", PHRASE)).0, 201);
    assert_eq!(sit(&mut client, "Ada", &Value::Null).0, 403);
    assert_eq!(version(&Connection::open(&db).expect("a database")), 3);
    drop(server);
    // What a later version has written stays as it is.
    Connection::open(&db).expect("a database").pragma_update(None, "user_version", 4).expect("a change");
    let error = open().err().expect("it is refused").to_string();
    assert!(error.contains("newer version"), "{error}");
}

#[test]
fn odd_requests_about_names_are_refused() {
    let server = client::serve();
    let mut client = Client::new(server.addr());
    let long = "x".repeat(20_000);
    for what in ["", "/key", "/passphrase", "/release"] {
        let path = format!("/api/names{what}");
        for (said, status) in [
            (json!({}), 400),
            (phrase("Ada", "short"), 400),
            (phrase("Ada", &long[..129]), 400),
            (phrase("Ada", &long), 413),
            (phrase(&long[..21], PHRASE), 400),
            (json!({ "name": "Ada", "passphrase": [PHRASE] }), 400),
        ] {
            let (found, told) = client.post(&path, "", &said);
            assert_eq!(found, status, "{path}: {told}");
            assert!(!told.to_string().contains(PHRASE), "{told}");
        }
        assert_eq!(client.try_get(&path, "").0, 405);
    }
}

#[test]
fn a_flood_of_guesses_stops_nobody() {
    // What one address may ask in general is not tried here: all of these share one.
    let limits = HttpLimits { request_burst: 100_000, ..HttpLimits::default() };
    let server = client::open(limits, Config::default()).expect("tables");
    let addr = server.addr();
    let mut client = Client::new(addr);
    let key = client.post("/api/names", "", &phrase("Ada", PHRASE)).1["key"].clone();
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let guessers: Vec<_> = (0..6)
            .map(|number| {
                let over = &over;
                scope.spawn(move || {
                    let mut client = Client::new(addr);
                    let mut found = Vec::new();
                    while !over.load(Ordering::Relaxed) {
                        let wrong = phrase(["Ada", "ADA", "Bob"][number % 3], &format!("wrong horse {number}"));
                        found.push(client.post("/api/names/key", "", &wrong).0);
                    }
                    found
                })
            })
            .collect();
        // The owner, with a key, and everybody else.
        let (status, told) = sit(&mut client, "Ada", &key);
        assert_eq!(status, 201, "{told}");
        let seats = [Seat::of(&told, 0), Seat::of(&told, 1)];
        for n in 0..12 {
            let seat = &seats[n % 2];
            let state = seat.state(&mut client);
            assert_eq!(state["n"], n);
            assert_eq!(seat.choose(&mut client, &json!(n), &state["choices"][n % 3]["choice"]).0, 200);
        }
        assert_eq!(sit(&mut client, "Bob", &Value::Null).0, 201);
        over.store(true, Ordering::Relaxed);
        let found: Vec<u16> = guessers.into_iter().flat_map(|guesser| guesser.join().expect("it ends")).collect();
        assert!(found.iter().all(|status| [403, 429, 503].contains(status)), "{found:?}");
        assert!(found.iter().filter(|status| **status == 403).count() <= 20, "{found:?}");
    });
    assert_eq!(client.get("/health", "")["status"], "ok");
}
