//! While nothing can be stored: nobody is told what could still be lost.

use crate::arena::client::{Client, get_once, post_once, serve};
use crate::arena::events::{next, subscribe};
use crate::arena::seat::{Seat, join_all};
use boardbots_server::arena::Config;
use boardbots_server::arena::replay;
use boardbots_server::web::Server;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A database that can be taken away, which makes storing fail like a full disk does.
struct Disk {
    _folder: tempfile::TempDir,
    db: PathBuf,
    aside: PathBuf,
}

impl Disk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (db, aside) = (folder.path().join("arena.db"), folder.path().join("aside.db"));
        Self { _folder: folder, db, aside }
    }

    fn arena(&self, turn_limit: Duration) -> Server {
        // Only the end of a game is to depend on it.
        let first_turn_grace = Duration::from_secs(30);
        serve(Config { db: Some(self.db.clone()), turn_limit, first_turn_grace, ..Config::default() })
    }

    fn fail(&self) {
        std::fs::rename(&self.db, &self.aside).unwrap();
    }

    fn work(&self) {
        std::fs::rename(&self.aside, &self.db).unwrap();
    }
}

fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_mins(1);
    while !holds() {
        assert!(Instant::now() < until, "{what}");
        sleep(Duration::from_millis(50));
    }
}

fn stored(db: &Path, id: &str) -> Value {
    serde_json::from_str(&replay(db, id).expect("it is stored")).expect("JSON")
}

#[test]
fn the_end_of_a_game_is_told_when_it_is_stored() {
    let disk = Disk::new();
    let arena = disk.arena(Duration::from_millis(400));
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=1&map=m1");
    let mut waiting = Client::new(arena.addr());
    waiting.ask_post("/api/arena", "key=waiting");
    let mut watcher = subscribe(&arena, &format!("/events/{}", seat.game()));
    disk.fail();
    // Until the first attempt, the disk is merely slow.
    seat.ask("Stay");
    eventually("it is noticed", || get_once(arena.addr(), "/health").status == 503);
    assert_eq!(seat.take().status, 503);
    for _ in 0..3 {
        let reply = seat.play("Stay");
        assert_eq!((reply.status, reply.header("retry-after")), (503, Some("2")), "{reply:?}");
        assert!(reply.body.contains("Nothing can be stored now (the database has been deleted)"), "{reply:?}");
    }
    let health = get_once(arena.addr(), "/health");
    assert_eq!((health.status, &health.json()["status"]), (503, &json!("degraded")));
    assert_eq!(health.json()["reason"], "the database has been deleted");
    assert!(get_once(arena.addr(), "/metrics").body.contains("\nboardbots_store_up{store=\"arena\"} 0\n"));
    // Neither lists nor replays say that it is over, and nothing new begins.
    let games = get_once(arena.addr(), "/games.json").json();
    assert_eq!((&games["running"][0]["id"], &games["recent"]), (&json!(seat.game()), &json!([])));
    assert_eq!(games["trouble"], "the database has been deleted");
    assert_eq!(get_once(arena.addr(), &format!("/{}.json", seat.game())).json()["finished"], false);
    for (path, form) in [
        ("/api/training", "key=abc"),
        ("/api/arena", "key=abc"),
        ("/register", "name=Ada"),
        ("/api/seats", "name=Ada&kind=training"),
    ] {
        let reply = post_once(arena.addr(), path, form);
        assert_eq!((reply.status, reply.header("retry-after")), (503, Some("2")), "{path}: {reply:?}");
    }
    assert_eq!(get_once(arena.addr(), "/leaderboard.json").status, 200, "reading goes on");
    disk.work();
    // The same request gets the true answer.
    let mut reply = seat.play("Stay");
    for _ in 0..50 {
        if reply.status == 503 {
            reply = seat.play("Stay");
        }
    }
    assert_eq!(reply.status, 200, "{reply:?}");
    assert!(seat.finished());
    assert_eq!(seat.play("Stay").status, 200, "once more, if that answer was lost as well");
    let mut seen = Value::Null;
    while let Some(state) = next(&mut watcher) {
        seen = state;
    }
    assert_eq!(seen, seat.state["game"], "the watcher has seen the end now");
    assert_eq!(stored(&disk.db, &seat.game())["final"], seat.state["game"]);
    eventually("all is well again", || get_once(arena.addr(), "/health").status == 200);
    let games = get_once(arena.addr(), "/games.json").json();
    assert_eq!((&games["recent"][0]["id"], &games["trouble"]), (&json!(seat.game()), &Value::Null));
    Seat::train(arena.addr(), "key=abc&turns=1").play_out();
}

#[test]
fn all_four_learn_the_end() {
    let disk = Disk::new();
    let arena = disk.arena(Duration::from_secs(2));
    let mut clients = join_all(arena.addr(), ["a", "b", "c"]);
    let mut last = Client::new(arena.addr());
    last.ask_post("/api/arena", "key=d");
    clients.push(last);
    let addr = arena.addr();
    let (told, ends) = std::sync::mpsc::channel();
    let failed = Arc::new(AtomicBool::new(false));
    let players: Vec<_> = clients
        .into_iter()
        .map(|client| {
            let (told, failed) = (told.clone(), Arc::clone(&failed));
            std::thread::spawn(move || {
                let mut seat = Seat::first(client);
                let mut refused = 0;
                while !seat.finished() {
                    if seat.turn() >= 1190 {
                        let _ = told.send(());
                        // Else the game could be over before anything fails.
                        while !failed.load(Relaxed) {
                            sleep(Duration::from_millis(1));
                        }
                    }
                    let reply = seat.play("Stay");
                    assert!(reply.status == 200 || reply.status == 503, "{reply:?}");
                    refused += usize::from(reply.status == 503);
                    assert!(refused < 100);
                }
                (seat.state, refused)
            })
        })
        .collect();
    ends.recv().expect("the game gets to its end");
    disk.fail();
    failed.store(true, Relaxed);
    eventually("a client is told that it cannot be stored", || get_once(addr, "/health").status == 503);
    sleep(Duration::from_secs(3));
    disk.work();
    let ended: Vec<(Value, usize)> = players.into_iter().map(|player| player.join().expect("it ends")).collect();
    let id = ended[0].0["game"]["id"].as_str().expect("an id").to_string();
    let kept = stored(&disk.db, &id);
    for (state, refused) in &ended {
        assert_eq!(state["game"], kept["final"]);
        assert!(*refused > 0);
    }
}

#[test]
fn what_was_told_before_the_end_is_stored_before_it() {
    let disk = Disk::new();
    let arena = disk.arena(Duration::from_secs(5));
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=1");
    disk.fail();
    seat.ask("Stay");
    eventually("it is noticed", || get_once(arena.addr(), "/health").status == 503);
    disk.work();
    arena.stop();
    assert_eq!(stored(&disk.db, &seat.game())["final"]["finished"], true);
}

#[test]
fn a_game_that_can_never_be_stored_is_not_told_finished() {
    let disk = Disk::new();
    let arena = disk.arena(Duration::from_secs(30));
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=1");
    // As when another program changes the database: no attempt will ever succeed.
    rusqlite::Connection::open(&disk.db).unwrap().execute_batch("DROP TABLE seats").unwrap();
    let reply = seat.play("Stay");
    assert_eq!((reply.status, reply.body.as_str()), (503, "Vindinium - The database does not work"));
    let reply = seat.play("Stay");
    assert_eq!(reply.status, 404, "{reply:?}");
}

#[test]
fn whether_a_server_is_well_is_a_command() {
    let run = |address: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_boardbots"));
        let output = command.args(["health", address]).output().expect("it ends by itself");
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).expect("text"))
    };
    let disk = Disk::new();
    let arena = disk.arena(Duration::from_millis(400));
    let address = format!("http://{}", arena.addr());
    assert_eq!(run(&address), (Some(0), format!("{address} is well\n")));
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=1&map=m1");
    disk.fail();
    seat.ask("Stay");
    eventually("it is noticed", || get_once(arena.addr(), "/health").status == 503);
    let (code, said) = run(&address);
    assert!(code == Some(3) && said.contains("stores nothing: the database has been deleted"), "{said}");
    let (code, said) = run(&format!("{address}/elsewhere"));
    assert!(code == Some(4) && said.contains("is no arena and has no tables (status 404)"), "{said}");
    disk.work();
    drop((seat, arena));
    let (code, said) = run(&address);
    assert!(code == Some(4) && said.contains("refuses the connection; start the server"), "{said}");
}
