//! Databases on their way down to the layouts of 0.1.1 and up again.

use crate::http::{get, post};
use crate::program::{Server, file, program, run, told};
use crate::tables::tables;
use rusqlite::Connection;
use serde_json::{Value, json};
use std::fs;
use std::net::SocketAddr;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

fn serve(folder: &Path) -> Server {
    Server::start(folder, &["tables", "--db", "tables.db", "--think", "5s"])
}

/// Asks for a table under a name; the status.
fn sit(addr: SocketAddr, name: &str, key: &Value) -> u16 {
    let claim: String = std::iter::repeat_with(fastrand::alphanumeric).take(24).collect();
    let seats = json!([{ "kind": "me", "name": name, "key": key }, { "kind": "me", "name": "Eve" }]);
    post(addr, "/api/tables", "", &json!({ "game": "desconecta4", "claim": claim, "seats": seats })).status
}

fn number(db: &Path, sql: &str) -> i64 {
    let connection = Connection::open(db).expect("a database");
    connection.query_row(sql, [], |row| row.get(0)).unwrap_or_else(|error| panic!("{sql}: {error}"))
}

/// What 0.1.1 does to a database of tables, in its own words: a table is made and played on, a guest sits down under
/// a name that is protected by now, a table is closed. The layout that it compares is the one that it asks for.
const OLDER: &str = "
    INSERT INTO tables (id, game, options, seed, claim, created, touched) VALUES ('older', 'x', '{}', 1, x'07', 5, 5);
    INSERT INTO chairs (number, seat, kind, player, name, token, invitation)
        VALUES (last_insert_rowid(), 0, 'invited', NULL, '', NULL, x'08');
    UPDATE chairs SET kind = 'human', name = 'Ada', token = x'09'
        WHERE number = (SELECT number FROM tables WHERE id = 'older') AND seat = 0;
    INSERT INTO steps (number, n, seat, made_by, choice, at)
        VALUES ((SELECT number FROM tables WHERE id = 'older'), 1, 0, 'seat', '1', 6);
    UPDATE tables SET touched = 6 WHERE id = 'older';
    UPDATE tables SET ended = 7, reason = NULL, taken_back = 0 WHERE id = 'older';
    UPDATE chairs SET place = 1, won = 1 WHERE number = (SELECT number FROM tables WHERE id = 'older') AND seat = 0;
    INSERT OR REPLACE INTO meta (name, value) VALUES ('swept', 8);
    SELECT number, id, game, substr(options, 1, 9), seed, claim, created, ended FROM tables;
    SELECT kind, player, name, token, invitation, seat FROM chairs;
    SELECT seat, made_by, substr(choice, 1, 9), at, n FROM steps;";

#[test]
fn what_was_acknowledged_survives_the_way_down_and_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    fs::copy(file("tables.db"), &db).expect("a file of this test");
    let steps = number(&db, "SELECT count(*) FROM steps");
    let server = serve(folder.path());
    let protected = post(server.addr, "/api/names", "", &json!({ "name": "Ada", "passphrase": "correct horse" }));
    assert_eq!(protected.status, 201, "{}", protected.body);
    let key = protected.json()["key"].clone();
    assert_eq!((sit(server.addr, "Ada", &key), sit(server.addr, "Ada", &Value::Null)), (201, 403));
    let (_, first) = &tables()[0];
    assert!(first.advance(server.addr, 1));
    drop(server);
    assert_eq!(number(&folder.path().join("tables.db.layout-1"), "SELECT count(*) FROM steps"), steps);

    let owned = "SELECT count(*) FROM chairs JOIN names USING (owner)";
    for round in 0..2 {
        assert_eq!(told(folder.path(), &["database", "tables.db"]), "tables 3\n");
        assert_eq!(told(folder.path(), &["database", "tables.db", "--to", "1"]), "tables 1\n");
        assert_eq!(number(&db, "PRAGMA user_version"), 1);
        assert_eq!(number(&db, "SELECT count(*) FROM steps"), steps + 1 + round);
        if round == 0 {
            let older = Connection::open(&db).expect("a database");
            older.execute_batch(OLDER).expect("it is as 0.1.1 left it");
            // Nor did it leave an owner where another may sit down.
            older.execute_batch("UPDATE chairs SET owner = 1 WHERE kind = 'invited'").expect("a change");
        }
        assert_eq!(told(folder.path(), &["database", "tables.db", "--to", "3"]), "tables 3\n");
        assert_eq!(number(&db, owned), 1);
    }
    assert_eq!(number(&db, "SELECT count(*) FROM chairs WHERE name = 'Ada' AND token = x'09' AND owner IS NULL"), 1);
    assert_eq!(told(folder.path(), &["database", "tables.db", "--to", "1"]), "tables 1\n");
    // At its start, as after a rollback that has been taken back.
    let server = serve(folder.path());
    assert_eq!((sit(server.addr, "Ada", &key), sit(server.addr, "ADA", &Value::Null)), (201, 403));
    for (game, kept) in tables() {
        assert_eq!(get(server.addr, &kept.path(""), "").status, 200, "{game}");
    }
    assert!(first.advance(server.addr, 2));
}

#[test]
fn a_layout_is_said_and_changed_only_where_that_is_known_to_be_right() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["arena.db", "tables.db", "dragon-slayer.db"] {
        fs::copy(file(name), folder.path().join(name)).expect("a file of this test");
        let kind = name.trim_end_matches(".db");
        assert_eq!(told(folder.path(), &["database", name]), format!("{kind} 1\n"));
        let json: Value = serde_json::from_str(&told(folder.path(), &["database", name, "--json"])).expect("JSON");
        assert_eq!(json, json!({ "kind": kind, "layout": 1 }));
    }
    let all = told(folder.path(), &["database", "--layouts"]);
    assert!(all.starts_with("arena ") && all.contains("\ntables ") && all.contains("\ndragon-slayer "), "{all}");
    let says = |arguments: &[&str], code: i32, words: &str| {
        let output = run(folder.path(), &[&["database"], arguments].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(words), "{arguments:?}: {said}");
    };
    says(&["tables.db", "--to", "0"], 2, "1 to 3");
    says(&["tables.db", "--to", "99"], 2, "1 to 3");
    says(&["nothing.db"], 7, "no such database");
    says(&[], 2, "Usage");
    fs::write(folder.path().join("empty.db"), "").expect("a file");
    fs::write(folder.path().join("text.db"), "text ".repeat(1000)).expect("a file");
    for foreign in ["empty.db", "text.db"] {
        says(&[foreign, "--to", "1"], 7, "not a database of");
    }
    let server = serve(folder.path());
    says(&["tables.db", "--to", "1"], 7, "is using this database");
    drop(server);
    Connection::open(folder.path().join("tables.db"))
        .expect("ours")
        .pragma_update(None, "user_version", 77)
        .expect("a change");
    assert_eq!(told(folder.path(), &["database", "tables.db"]), "tables 77\n");
    says(&["tables.db", "--to", "1"], 7, "newer version");
}

#[test]
fn a_database_that_another_made_meanwhile_is_left_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let other = Connection::open(folder.path().join("new.db")).expect("a database");
    let mode: String = other.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)).expect("a mode");
    assert_eq!(mode, "wal");
    other.execute_batch("BEGIN IMMEDIATE").expect("a transaction");
    let play = ["play", "dragon-slayer", "--watch", "--with", "Abel", "--with", "Carla", "--mode", "automatic"];
    let start = |_| {
        let mut game = program(folder.path(), &[&play[..], &["--no-delay", "--database", "new.db"]].concat());
        game.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
    };
    let games = [0, 1].map(start);
    // Time for both to find a new file and to wait; with less, the test sees nothing.
    thread::sleep(Duration::from_millis(700));
    other.execute_batch("COMMIT").expect("nothing was written");
    for game in games {
        let output = game.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", output.status);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("layout"), "{said}");
    }
}

#[test]
fn the_manager_waits_while_a_layout_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(file("tables.db"), folder.path().join("tables.db")).expect("a file of this test");
    let at = folder.path().join("notify");
    let manager = UnixDatagram::bind(&at).expect("a socket");
    let mut change = program(folder.path(), &["database", "tables.db", "--to", "3"]);
    assert!(change.env("NOTIFY_SOCKET", &at).status().expect("the program runs").success());
    let mut message = [0; 100];
    manager.set_nonblocking(true).expect("a socket");
    let length = manager.recv(&mut message).expect("it was told");
    assert!(message[..length].starts_with(b"EXTEND_TIMEOUT_USEC="));
}

#[test]
fn games_of_an_earlier_version_are_kept_beside_those_of_this_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("arena.db");
    fs::copy(file("arena.db"), &db).expect("a file of this test");
    let arena = || Server::start(folder.path(), &["arena", "--db", "arena.db"]);
    drop(arena());
    let games = number(&db, "SELECT count(*) FROM games");
    for round in 0..2 {
        assert_eq!(number(&db, "SELECT count(*) FROM kept"), games + round);
        assert_eq!(told(folder.path(), &["database", "arena.db", "--to", "1"]), "arena 1\n");
        let older = Connection::open(&db).expect("a database");
        // In the words of 0.1.1.
        let insert = format!(
            "INSERT INTO games (id, kind, started, ended, map, size, mines, max_turns, turns, seed, moves, status, bonus)
                 SELECT 'older{round}', kind, started, ended, map, size, mines, max_turns, turns, seed, moves, status, bonus
                 FROM games ORDER BY number LIMIT 1;
             INSERT INTO seats (game, hero, user, name, rating, rating_change, gold, place, crashed)
                 SELECT last_insert_rowid(), hero, user, name, rating, rating_change, gold, place, crashed FROM seats
                 WHERE game = (SELECT min(number) FROM games)"
        );
        older.execute_batch(&insert).expect("it is as 0.1.1 left it");
        drop(older);
        let server = arena();
        for id in (0..=round).map(|round| format!("/older{round}.json")) {
            assert_eq!(get(server.addr, &id, "").status, 200, "{id}");
        }
    }
    assert_eq!(number(&db, "SELECT count(*) FROM kept"), games + 2);
    assert_eq!(
        number(&db, "SELECT sum(bytes) FROM kept"),
        number(&db, "SELECT sum(bytes) FROM stored WHERE node = 'all'")
    );
}

#[test]
fn players_of_an_arena_stay_disabled_over_the_way_down_and_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("arena.db");
    fs::copy(file("arena.db"), &db).expect("a file of this test");
    let arena = || Server::start(folder.path(), &["arena", "--db", "arena.db"]);
    let server = arena();
    let at = format!("http://{}", server.addr);
    let users = |words: &[&str]| {
        told(folder.path(), &[&["arena", "users"], words, &["--server", &at, "--key-file", "arena.admin-key"]].concat())
    };
    let made = users(&["add", "Ada the first"]);
    let key = made.trim().rsplit(',').next().expect("a key").to_string();
    users(&["disable", "Ada the first"]);
    drop(server);
    for layout in ["2", "1"] {
        let below = format!("arena {layout}\n");
        assert_eq!(told(folder.path(), &["database", "arena.db", "--to", layout]), below);
        let older = Connection::open(&db).expect("a database");
        let insert =
            "INSERT INTO users (id, name, key_hash, rating, created, last_seen) VALUES (?1, ?1, ?1, 1200, 5, 5)";
        older.execute(insert, [format!("older{layout}")]).expect("it is as an earlier version writes it");
        drop(older);
        assert_eq!(told(folder.path(), &["database", "arena.db", "--to", "3"]), "arena 3\n");
        assert_eq!(
            number(&db, "SELECT count(*) FROM users WHERE state = 0 AND name LIKE 'older%'"),
            3 - layout.parse::<i64>().expect("a number")
        );
    }
    let server = arena();
    let refused = post(server.addr, "/api/training", "", &json!({ "key": key }));
    assert_eq!(refused.status, 400, "{}", refused.body);
    assert!(refused.body.contains("disabled"), "{}", refused.body);
}
