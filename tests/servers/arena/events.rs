//! Event streams: replayed, then live, then closed.

use crate::arena::client::{Client, open, serve};
use crate::arena::seat::Seat;
use boardbots_server::arena::{ArenaLimits, Config};
use boardbots_server::web::{self, Server};
use serde_json::Value;
use std::thread::sleep;
use std::time::Duration;

/// Opens a stream; checks its head.
pub fn subscribe(arena: &Server, path: &str) -> Client {
    let mut client = Client::new(arena.addr());
    client.send(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"));
    let head = client.until(b"\r\n\r\n").expect("a head");
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
    assert!(head.contains("content-type: text/event-stream\r\n"), "{head}");
    client
}

/// The next event's data; `None` at the end. Comments and chunk sizes are passed over.
pub fn next(client: &mut Client) -> Option<Value> {
    loop {
        let line = client.until(b"\n")?;
        if let Some(data) = line.strip_prefix("data: ") {
            return Some(serde_json::from_str(data).expect("JSON"));
        }
        if line == "0\r\n" {
            return None;
        }
    }
}

fn slow_clock() -> Config {
    Config { turn_limit: Duration::from_secs(30), ..Config::default() }
}

#[test]
fn a_game_is_replayed_then_followed_to_its_end() {
    let arena = serve(slow_clock());
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=3");
    seat.play("North");
    let mut stream = subscribe(&arena, &format!("/events/{}", seat.game()));
    let mut states: Vec<Value> = (1..=4).map(|_| next(&mut stream).expect("a past move")).collect();
    assert_eq!(states[3], seat.state["game"]);
    assert!(stream.silent_for(Duration::from_millis(50)));
    seat.play_out();
    while let Some(state) = next(&mut stream) {
        states.push(state);
    }
    let turns: Vec<i64> = states.iter().map(|state| state["turn"].as_i64().unwrap()).collect();
    assert_eq!(turns, (1..=12).collect::<Vec<i64>>());
    assert_eq!(states[11], seat.state["game"]);
    assert_eq!(states[10]["finished"], false);
}

#[test]
fn finished_games_are_replayed_from_the_database() {
    let limits = ArenaLimits { kept_games: 0, ..ArenaLimits::default() };
    let arena = serve(Config { limits, ..slow_clock() });
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=5&map=m3");
    let before = seat.state["game"].clone();
    seat.play_out();
    let mut stream = subscribe(&arena, &format!("/events/{}", seat.game()));
    let mut states = Vec::new();
    while let Some(state) = next(&mut stream) {
        states.push(state);
    }
    assert_eq!(states.len(), 20);
    assert_eq!(states[19], seat.state["game"]);
    let head = Client::new(arena.addr()).get(&format!("/{}.json", seat.game()));
    assert_eq!(head.json()["game"], before);
    assert!(head.body.contains(&format!("{{\"id\":\"{}\",\"turn\":0,\"maxTurns\":20", seat.game())));
}

#[test]
fn the_crash_that_ends_a_game_is_no_event() {
    let grace = Duration::from_secs(30);
    let arena = serve(Config { turn_limit: Duration::from_millis(100), first_turn_grace: grace, ..Config::default() });
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=3");
    let mut stream = subscribe(&arena, &format!("/events/{}", seat.game()));
    seat.play("North");
    let mut turns = Vec::new();
    while let Some(state) = next(&mut stream) {
        turns.push(state["turn"].as_i64().unwrap());
        assert_eq!(state["finished"], false);
    }
    assert_eq!(turns, [1, 2, 3, 4]);
}

#[test]
fn running_arena_games_are_announced() {
    let fill = "0s=random,random,random".parse().unwrap();
    let arena = serve(Config { fill: Some(fill), turn_limit: Duration::from_millis(300), ..Config::default() });
    let mut stream = subscribe(&arena, "/now-playing");
    assert_eq!(next(&mut stream), Some(Value::Array(vec![])));
    // Training games are not shown.
    Seat::train(arena.addr(), "key=abc");
    let mut client = Client::new(arena.addr());
    client.ask_post("/api/arena", "key=abc");
    let seat = Seat::first(client);
    assert_eq!(next(&mut stream), Some(serde_json::json!([seat.game()])));
    // He never moves; the game ends without him.
    assert_eq!(next(&mut stream), Some(Value::Array(vec![])));
}

#[test]
fn who_does_not_read_delays_nobody() {
    let arena = serve(slow_clock());
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=600&map=m3");
    let idle: Vec<Client> = (0..20)
        .map(|_| {
            let mut client = Client::new(arena.addr());
            client.send(format!("GET /events/{} HTTP/1.1\r\nHost: localhost\r\n\r\n", seat.game()));
            client
        })
        .collect();
    sleep(Duration::from_millis(50));
    seat.play_out();
    assert_eq!(seat.turn(), 2400);
    drop(idle);
}

#[test]
fn streams_outlast_idle_time_but_not_readers_asleep() {
    let http = web::HttpLimits {
        idle_time: Duration::from_secs(2),
        head_time: Duration::from_secs(2),
        write_time: Duration::from_millis(300),
        ..web::HttpLimits::default()
    };
    let arena = open(http, slow_clock()).expect("an arena starts");
    // The largest board and the longest game: more than the system keeps for a connection.
    let mut rows = vec!["  ".repeat(28); 28];
    rows[0].replace_range(..8, "@1@2@3@4");
    let map = rows.join("%0A").replace(' ', "+");
    let mut seat = Seat::train(arena.addr(), &format!("key=abc&turns=600&map={map}"));
    let mut awake = subscribe(&arena, &format!("/events/{}", seat.game()));
    sleep(Duration::from_secs(3));
    seat.client = Client::new(arena.addr());
    seat.play("North");
    assert_eq!(next(&mut awake).map(|state| state["turn"].as_i64()), Some(Some(1)));
    drop(awake);
    seat.play_out();
    let mut asleep = subscribe(&arena, &format!("/events/{}", seat.game()));
    sleep(Duration::from_secs(5));
    let mut seen = 0;
    while let Some(state) = asleep.until(b"\n\n") {
        seen += 1;
        assert!(!state.contains("\"finished\":true"), "nothing waits for a client that does not read");
    }
    assert!(seen < 2400, "{seen}");
}

#[test]
fn unknown_games_have_no_events() {
    let arena = serve(Config::default());
    for path in ["/events/abcdefgh", "/abcdefgh.json"] {
        let reply = Client::new(arena.addr()).get(path);
        assert_eq!(reply.status, 404);
        assert_eq!(reply.json()["error"], "there is no such game");
    }
}
