//! `kill -9` at any moment loses no game whose end a client was told, and harms nothing. A service that is stopped loses
//! none.

use crate::arena::client::{Client, post_once};
use crate::arena::process::{Process, command};
use rusqlite::{Connection, OpenFlags};
use std::io::Write;
use std::net::SocketAddr;
use std::os::unix::net::UnixDatagram;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

/// How often the arena is killed.
const ROUNDS: usize = 6;
/// Clients that play short training games.
const TRAINING: usize = 3;

/// Plays games until the arena is gone; the ids of those whose end was answered.
fn player(addr: SocketAddr, join: String, finished: Arc<AtomicUsize>) -> JoinHandle<Vec<String>> {
    thread::spawn(move || {
        let mut ended = Vec::new();
        while play_one(addr, &join, &mut ended).is_some() {
            finished.fetch_add(1, Ordering::Relaxed);
        }
        ended
    })
}

/// One game; `None` if the arena went away meanwhile.
fn play_one(addr: SocketAddr, join: &str, ended: &mut Vec<String>) -> Option<()> {
    let mut client = Client::try_new(addr)?;
    let (path, form) = join.split_once('?')?;
    client.stream.write_all(crate::arena::client::post(path, form).as_bytes()).ok()?;
    loop {
        let reply = client.try_reply().filter(|reply| reply.status == 200)?;
        let state: serde_json::Value = serde_json::from_str(&reply.body).ok()?;
        let id = state["game"]["id"].as_str()?;
        if state["game"]["finished"] == true {
            ended.push(id.to_string());
            return Some(());
        }
        let path = format!("/api/{id}/{}/play", state["token"].as_str()?);
        let dir = ["North", "East", "South", "West"][fastrand::usize(..4)];
        client.stream.write_all(crate::arena::client::post(&path, &format!("dir={dir}")).as_bytes()).ok()?;
    }
}

fn integrity(db: &Connection) -> String {
    db.query_row("PRAGMA integrity_check", [], |row| row.get(0)).expect("a verdict")
}

#[test]
fn killed_arenas_lose_no_finished_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.db");
    let mut told = Vec::new();
    let mut arena_games = 0;
    for round in 0..ROUNDS {
        let mut arena = Process::start(&path, &["--turn-limit", "30s"]);
        let (short, long) = (Arc::default(), Arc::default());
        let mut players: Vec<_> = (0..TRAINING)
            .map(|i| player(arena.addr, format!("/api/training?key=t{i}&turns={}&map=m1", i + 1), Arc::clone(&short)))
            .collect();
        players.extend((0..4).map(|i| player(arena.addr, format!("/api/arena?key=a{i}"), Arc::clone(&long))));
        // Every other round waits for arena games to end; the moment is chance in all.
        let until = Instant::now() + Duration::from_mins(1);
        while round % 2 == 0 && long.load(Ordering::Relaxed) < 4 && Instant::now() < until {
            sleep(Duration::from_millis(1));
        }
        sleep(Duration::from_micros(fastrand::u64(..400_000)));
        arena.child.kill().unwrap();
        arena.child.wait().unwrap();
        arena_games += long.load(Ordering::Relaxed) / 4;
        for player in players {
            told.extend(player.join().expect("a player ends with the arena"));
        }
        let db = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        assert_eq!(integrity(&db), "ok", "round {round}");
        for id in &told {
            let seats: i64 = db
                .query_row("SELECT count(*) FROM seats JOIN games ON game = number WHERE id = ?1", [id], |row| {
                    row.get(0)
                })
                .unwrap();
            assert_eq!(seats, 4, "round {round}: game {id} was told to have ended");
        }
    }
    assert!(told.len() > 20 && arena_games > 0, "{} games, {arena_games} of the arena", told.len());
    println!("{} finished games, {arena_games} of the arena, all found", told.len());
    // And it starts again.
    let arena = Process::start(&path, &[]);
    assert_eq!(arena.terminate("TERM"), Some(0));
    let db = Connection::open(&path).unwrap();
    assert_eq!(integrity(&db), "ok");
    // Rated games add up to what the users have, with nothing half done.
    let (ratings, changes): (i64, i64) = db
        .query_row(
            "SELECT (SELECT sum(rating - 1200) FROM users),
                    (SELECT coalesce(sum(change), 0) FROM (SELECT max(rating_change) AS change FROM seats GROUP BY game, user))",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .unwrap();
    assert_eq!(ratings, changes);
}

#[test]
fn a_service_that_is_stopped_lets_its_games_end() {
    let folder = tempfile::tempdir().unwrap();
    let manager = UnixDatagram::bind(folder.path().join("notify")).unwrap();
    manager.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    let mut service = command(&["--turn-limit", "30s", "--listen", "0", "--db"]);
    service.env("NOTIFY_SOCKET", folder.path().join("notify"));
    let mut arena = Process::of(service, &folder.path().join("arena.db"), &[]);
    let (mut player, mut waiting) = (Client::new(arena.addr), Client::new(arena.addr));
    let mut state = player.post("/api/training", "key=one&turns=4&map=m1").json();
    waiting.ask_post("/api/arena", "key=two");
    arena.signal("TERM");
    let mut message = [0; 4096];
    while !message.windows(10).any(|part| part == b"STOPPING=1") {
        manager.recv(&mut message).expect("it says that it stops");
    }
    // Who waits for a game is sent away, and nobody gets another one.
    for reply in [waiting.reply(), post_once(arena.addr, "/api/training", "key=three")] {
        assert!(reply.status == 503 && reply.body.contains("closing"), "{} {}", reply.status, reply.body);
    }
    while state["game"]["finished"] == false {
        let path = format!("/api/{}/{}/play", state["game"]["id"].as_str().unwrap(), state["token"].as_str().unwrap());
        state = player.post(&path, "dir=Stay").json();
    }
    assert_eq!(state["game"]["turn"], 16);
    assert_eq!(arena.child.wait().unwrap().code(), Some(0));
}
