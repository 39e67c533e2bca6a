//! `kill -9` in the middle of tables: all go on where they were.

use crate::tables::client::{Client, Seat, games};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running `boardbots tables`; killed when dropped.
struct Process {
    child: Child,
    addr: SocketAddr,
}

impl Process {
    fn start(db: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_boardbots"))
            .args(["tables", "--listen", "0", "--think", "20ms", "--db"])
            .arg(db)
            .env("RUST_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
        let addr = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
        let addr = addr.unwrap_or_else(|| panic!("it says {line:?}")).parse().expect("an address");
        Self { child, addr }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Makes some choices at a table that has no bots; what is seen then by all.
fn advance(client: &mut Client, seats: &[Seat], choices: u64) -> Vec<Value> {
    for _ in 0..choices {
        let state = seats[0].state(client);
        let Some(asked) = state["asked"].as_u64().and_then(|asked| usize::try_from(asked).ok()) else { break };
        let state = seats[asked].state(client);
        let choice = &state["choices"][0]["choice"];
        if !choice.is_string() {
            break;
        }
        let (status, told) = seats[asked].choose(client, &state["n"], choice);
        assert_eq!(status, 200, "{told}");
    }
    seats.iter().map(|seat| seat.state(client)).collect()
}

#[test]
fn killed_tables_go_on_where_they_were() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    let process = Process::start(&db);
    let mut client = Client::new(process.addr);
    let games = games(&mut client);
    let mut tables = Vec::new();
    for round in 0..3 {
        for (game, seats, _) in &games {
            let all = vec![json!({ "kind": "me", "name": "Ada" }); *seats];
            let made = client.table(game, &all.into(), &json!({ "hints": true }));
            let seats: Vec<Seat> = (0..*seats).map(|seat| Seat::of(&made, seat)).collect();
            let before = advance(&mut client, &seats, 2 + round);
            tables.push((seats, before));
        }
    }
    drop(process);
    let process = Process::start(&db);
    let mut client = Client::new(process.addr);
    for (seats, before) in &tables {
        let after: Vec<Value> = seats.iter().map(|seat| seat.state(&mut client)).collect();
        for (before, after) in before.iter().zip(&after) {
            for key in ["game", "n", "options", "you", "asked", "view", "choices", "steps", "outcome", "created"] {
                assert_eq!(before[key], after[key], "{key}");
            }
        }
        let n = after[0]["n"].as_u64();
        let on = advance(&mut client, seats, 1);
        assert!(on[0]["n"].as_u64() > n || on[0]["asked"].is_null() || !on[0]["choices"][0]["choice"].is_string());
    }
}

#[test]
fn bots_among_themselves_go_on_by_themselves() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    let process = Process::start(&db);
    let mut client = Client::new(process.addr);
    let mut tables = Vec::new();
    for (game, seats, bot) in games(&mut client) {
        let bots = vec![json!({ "kind": "bot", "player": bot }); seats];
        // Slow enough that no match is over before it is killed.
        let made = client.table(&game, &bots.into(), &json!({ "pace": 500 }));
        let path = format!("/api/tables/{}", made["id"].as_str().expect("an id"));
        let mut events = Client::new(process.addr);
        events.listen(&format!("{path}/events"), None);
        let before = events.event_that(|state| state["n"].as_u64() >= Some(1));
        assert!(before["ended"].is_null(), "{game}");
        tables.push((path, before));
    }
    drop(process);
    let process = Process::start(&db);
    for (path, before) in tables {
        let mut events = Client::new(process.addr);
        events.listen(&format!("{path}/events"), None);
        let first = events.event();
        let (n, was) = (first["n"].as_u64().expect("a number"), before["n"].as_u64().expect("a number"));
        assert!(n >= was, "choices were lost");
        for (step, same) in
            before["steps"].as_array().expect("a list").iter().zip(first["steps"].as_array().expect("a list"))
        {
            assert_eq!(step, same);
        }
        events.event_that(|state| state["n"].as_u64() > Some(n));
    }
}

/// What another does to the log of a database.
type Change<'a> = (&'a str, &'a dyn Fn(&Path));

#[test]
fn choices_survive_what_others_do_to_the_log() {
    let file = |db: &Path, ending| db.with_file_name(format!("tables.db{ending}"));
    let cut =
        |db: &Path, bytes| fs::File::options().write(true).open(file(db, "-wal")).unwrap().set_len(bytes).unwrap();
    let changes: [Change<'_>; 5] = [
        ("deleted", &|db| fs::remove_file(file(db, "-wal")).unwrap()),
        ("emptied", &|db| cut(db, 0)),
        ("cut", &|db| cut(db, 10_000)),
        ("replaced", &|db| {
            fs::write(file(db, "-other"), "another").unwrap();
            fs::rename(file(db, "-other"), file(db, "-wal")).unwrap();
        }),
        ("deleted with its index, and opened by another program", &|db| {
            fs::remove_file(file(db, "-wal")).unwrap();
            fs::remove_file(file(db, "-shm")).unwrap();
            let other = rusqlite::Connection::open(db).unwrap();
            // Before the first checkpoint it does not even find a table.
            let _ = other.query_row("SELECT count(*) FROM tables", [], |_| Ok(()));
        }),
    ];
    for (what, change) in changes {
        let folder = tempfile::tempdir().expect("a folder");
        let db = folder.path().join("tables.db");
        let process = Process::start(&db);
        let mut client = Client::new(process.addr);
        let made = client.table("connect-four", &vec![json!({ "kind": "me", "name": "Ada" }); 2].into(), &json!({}));
        let seats = [Seat::of(&made, 0), Seat::of(&made, 1)];
        let mut n = 0;
        for _ in 0..3 {
            for _ in 0..2 {
                let state = seats[n % 2].state(&mut client);
                let (status, told) = seats[n % 2].choose(&mut client, &json!(n), &state["choices"][n % 3]["choice"]);
                // What is not acknowledged need not be kept.
                assert!(status == 503 || status == 200, "{what}: {status}: {told}");
                n += usize::from(status == 200);
            }
            change(&db);
        }
        let state = seats[n % 2].state(&mut client);
        let (status, _) = seats[n % 2].choose(&mut client, &json!(n), &state["choices"][0]["choice"]);
        n += usize::from(status == 200);
        drop(process);
        let process = Process::start(&db);
        let state = seats[0].state(&mut Client::new(process.addr));
        assert!(n >= 6 && state["n"].as_u64() == Some(n as u64), "{what}: {n} were acknowledged: {state}");
    }
}
