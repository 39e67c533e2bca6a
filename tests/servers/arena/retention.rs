//! A server with little room for its games.

use crate::arena::client::{get_once, post_once};
use crate::arena::process::Process;
use rusqlite::Connection;
use std::fs;
use std::path::Path;

/// The limit of the tests, the smallest one.
const KEEP: u64 = 4 << 20;

/// Bytes of a database and what lies beside it.
fn size(db: &Path) -> u64 {
    let beside = |ending| fs::metadata(format!("{}{ending}", db.display())).map_or(0, |found| found.len());
    ["", "-wal", "-shm"].into_iter().map(beside).sum()
}

/// Adds games of an owner, as the server stores them: trainings, or games that a result is kept of.
fn add(db: &Path, kind: &str, owner: &str, range: std::ops::Range<u32>) {
    let connection = Connection::open(db).expect("a database");
    connection.execute_batch("BEGIN").expect("begun");
    for number in range {
        let game = format!(
            "INSERT INTO games VALUES ({number}, 'g{number}', '{kind}', 1, 2, hex(zeroblob(500)), 10, 4, 4, 4, 1, zeroblob(4),
                 'turns', 0);
             INSERT INTO seats SELECT {number}, column1, NULL, 'miner', NULL, NULL, 5, 1, 0 FROM (VALUES (1), (2), (3), (4));
             INSERT INTO kept VALUES ({number}, {}, '{owner}', 1504, 4000000000);",
            i32::from(kind != "training"),
        );
        connection.execute_batch(&game).expect("it is as the server writes it");
    }
    let sum = "INSERT INTO stored SELECT 0, ?1, ?2, sum(bytes) FROM kept WHERE class = 0
               ON CONFLICT DO UPDATE SET bytes = excluded.bytes";
    if kind == "training" {
        connection.execute(sum, ["", "all"]).expect("ours");
        connection.execute(sum, ["all", owner]).expect("ours");
    }
    connection.execute_batch("COMMIT").expect("committed");
}

fn play(server: &Process, key: &str) -> String {
    let first = post_once(server.addr, "/api/training", &format!("key={key}&turns=1")).json();
    let url = first["playUrl"].as_str().expect("an address");
    let last = post_once(server.addr, &url[url.find("/api/").expect("a path")..], "dir=Stay");
    assert_eq!((last.status, &last.json()["game"]["finished"]), (200, &true.into()));
    first["game"]["id"].as_str().expect("an id").to_string()
}

#[test]
fn the_files_stay_within_their_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("arena.db");
    let options = ["--keep", "90d,4M", "--keys", "open"];
    drop(Process::start(&db, &options));
    // Another network has stored more than there is room for.
    add(&db, "training", "unknown", 1..1600);
    let server = Process::start(&db, &options);
    for game in 0..150 {
        play(&server, &format!("k{}", game % 30));
        let bytes = size(&db);
        assert!(bytes <= KEEP, "{bytes} after {game} games");
    }
    let last = play(&server, "k");
    assert_eq!(get_once(server.addr, &format!("/{last}.json")).status, 200);
    assert_eq!(get_once(server.addr, "/g1.json").status, 404, "the oldest of the other one");
    drop(server);
    let connection = Connection::open(&db).expect("a database");
    let left: i64 = connection
        .query_row("SELECT count(*) FROM games WHERE number >= 1600", [], |row| row.get(0))
        .expect("a number");
    assert_eq!(left, 151, "who stored less loses nothing");
}

#[test]
fn a_game_without_its_replay_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("arena.db");
    drop(Process::start(&db, &[]));
    add(&db, "arena", "unknown", 1..3);
    let strip = "UPDATE games SET map = '', moves = x'' WHERE number = 1";
    Connection::open(&db).expect("a database").execute(strip, []).expect("a change");
    let server = Process::start(&db, &["--keep", "all"]);
    for path in ["/g1", "/g1.json", "/events/g1"] {
        let reply = get_once(server.addr, path);
        assert!(reply.status == 410 && reply.body.contains("--keep"), "{path}: {reply:?}");
    }
    let list = get_once(server.addr, "/games.json").json();
    let replays: Vec<_> = list["recent"].as_array().expect("a list").iter().map(|game| &game["replay"]).collect();
    assert_eq!(replays, [&serde_json::Value::Null, &false.into()]);
}
