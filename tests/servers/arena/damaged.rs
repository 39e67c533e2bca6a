//! Databases that something else has changed: what is damaged is set aside, and all else is there.

use crate::arena::client::{Client, PATIENCE, calm, open, serve};
use crate::arena::process::run;
use crate::arena::seat::Seat;
use boardbots_server::StartError;
use boardbots_server::arena::Config;
use boardbots_server::web::HttpLimits;
use rusqlite::Connection;
use serde_json::Value;
use std::path::{Path, PathBuf};

fn on(db: &Path) -> Config {
    Config { db: Some(db.to_path_buf()), ..calm() }
}

/// A database with three games, and their names.
fn games() -> (tempfile::TempDir, PathBuf, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("arena.db");
    let arena = serve(on(&db));
    let games = (0..3).map(|_| {
        let mut seat = Seat::train(arena.addr(), "key=abc&turns=3&map=m1");
        seat.play_out();
        seat.game()
    });
    let games = games.collect();
    arena.stop();
    (folder, db, games)
}

fn change(db: &Path, statement: &str) {
    let connection = Connection::open(db).unwrap();
    connection.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON").unwrap();
    connection.execute_batch(statement).unwrap_or_else(|error| panic!("{statement}: {error}"));
}

#[test]
fn a_damaged_game_is_set_aside_and_all_others_are_there() {
    for (statement, why, listed) in [
        ("DELETE FROM seats WHERE game = 2 AND hero = 3", "3 seats of 4", 2),
        ("UPDATE seats SET hero = 9 WHERE game = 2 AND hero = 3", "3 seats of 4", 2),
        ("UPDATE seats SET gold = -1 WHERE game = 2", "", 2),
        ("UPDATE seats SET name = X'ff' WHERE game = 2", "", 2),
        ("UPDATE games SET kind = 'war' WHERE number = 2", "no kind of game", 2),
        ("UPDATE games SET size = 'x' WHERE number = 2", "", 2),
        ("UPDATE games SET map = 'x' WHERE number = 2", "its map", 3),
        ("UPDATE games SET map = '@1@2@3@4' WHERE number = 2", "its map is another", 3),
        ("UPDATE games SET map = printf('%.*c', 100000000, '#') WHERE number = 2", "its map", 3),
        ("UPDATE games SET moves = X'0107' WHERE number = 2", "move 2 is none", 3),
        ("UPDATE games SET moves = X'01' WHERE number = 2", "its 1 moves do not lead", 3),
        ("UPDATE games SET moves = zeroblob(100000000) WHERE number = 2", "move 13 comes after the end", 3),
        ("UPDATE games SET moves = 'text' WHERE number = 2", "", 3),
        ("UPDATE games SET max_turns = -2147483648 WHERE number = 2", "move 2 comes after the end", 3),
        ("UPDATE games SET max_turns = 2147483647 WHERE number = 2", "its 12 moves do not lead", 3),
        ("UPDATE games SET max_turns = 9223372036854775807 WHERE number = 2", "", 3),
        ("UPDATE games SET turns = 5 WHERE number = 2", "its 12 moves do not lead", 3),
        ("UPDATE games SET started = 'x' WHERE number = 2", "", 3),
    ] {
        let (_folder, db, games) = games();
        change(&db, statement);
        let arena = serve(on(&db));
        let mut client = Client::new(arena.addr());
        let recent = client.get("/games.json").json();
        assert_eq!(recent["recent"].as_array().unwrap().len(), listed, "{statement}");
        assert_eq!(client.get("/leaderboard.json").json().as_array().unwrap().len(), 1, "{statement}");
        for (number, game) in games.iter().enumerate() {
            let found = client.get(&format!("/{game}.json"));
            let page = client.get(&format!("/{game}"));
            if number == 1 {
                let told = found.json();
                assert_eq!((found.status, &told["aside"]), (503, &Value::Bool(true)), "{statement}: {told}");
                assert!(told["error"].as_str().unwrap().contains(why), "{statement}: {told}");
                assert!(page.status == 503 && page.body.contains("set aside"), "{statement}: {page:?}");
                let events = client.get(&format!("/events/{game}"));
                assert_eq!(events.status, 503, "{statement}");
                let export = run(&["export", game, "--db", db.to_str().unwrap()]);
                assert_eq!(export.status.code(), Some(7), "{statement}");
            } else {
                assert_eq!((found.status, page.status), (200, 200), "{statement}: {found:?}");
            }
        }
        // What comes next is kept.
        let mut seat = Seat::train(arena.addr(), "key=abc&turns=1&map=m1");
        seat.play_out();
        assert_eq!(client.get(&format!("/{}.json", seat.game())).status, 200);
        arena.stop();
        assert_eq!(Client::new(serve(on(&db)).addr()).get(&format!("/{}.json", seat.game())).status, 200);
    }
}

#[test]
fn a_damaged_user_costs_nobody_his_game() {
    for statement in [
        "DELETE FROM users WHERE name = 'a'",
        "UPDATE users SET rating = 'x' WHERE name = 'a'",
        "UPDATE users SET rating = 9223372036854775807, games = 9223372036854775807 WHERE name = 'a'",
        "UPDATE users SET rating = -2147483648 WHERE name = 'a'; UPDATE users SET rating = 2147483647 WHERE name = 'b'",
        "UPDATE users SET last_seen = X'ff'",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let db = folder.path().join("arena.db");
        let arena = serve(Config { turn_limit: PATIENCE, ..on(&db) });
        let keys = ["a", "b", "c", "d"];
        let ask = |key: &&str| {
            let mut client = Client::new(arena.addr());
            client.ask_post("/api/arena", &format!("key={key}"));
            client
        };
        let clients: Vec<Client> = keys.iter().map(ask).collect();
        let play = |(number, client): (usize, Client)| {
            let db = db.clone();
            std::thread::spawn(move || {
                // The first player to move has the first state; all users are there then.
                let mut seat = Seat::first(client);
                if number == 0 {
                    change(&db, statement);
                }
                seat.play_out();
                seat.game()
            })
        };
        let players: Vec<_> = clients.into_iter().enumerate().map(play).collect();
        let played: Vec<String> = players.into_iter().map(|player| player.join().unwrap()).collect();
        let game = &played[0];
        let mut client = Client::new(arena.addr());
        assert_eq!(client.get("/leaderboard.json").status, 200, "{statement}");
        arena.stop();
        let arena = serve(on(&db));
        assert_eq!(Client::new(arena.addr()).get(&format!("/{game}.json")).status, 200, "{statement}");
    }
}

#[test]
fn a_salt_that_is_none_is_said() {
    for statement in [
        "UPDATE meta SET value = X'00'",
        "UPDATE meta SET value = 'text'",
        "UPDATE meta SET value = 5",
        "DELETE FROM meta",
    ] {
        let (_folder, db, _) = games();
        change(&db, statement);
        let error = open(HttpLimits::default(), on(&db)).err().unwrap_or_else(|| panic!("{statement}: it starts"));
        assert!(matches!(error, StartError::Store(_)) && error.to_string().contains("salt"), "{error}");
    }
}
