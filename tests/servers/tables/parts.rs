//! Large answers: made in parts as they are taken, and the same as a whole.

use crate::tables::client::{Client, PATIENCE, serve};
use boardbots_server::web::qr;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Instant;

/// Answers about what has been that an address gets at once.
const SHARE: usize = 2;

/// The id of a table of BattleTech that has ended, with a few hundred steps.
fn ended(addr: SocketAddr) -> String {
    let mut client = Client::new(addr);
    let bots = vec![json!({ "kind": "bot", "player": "battletech:still" }); 4];
    let told = client.table("battletech", &Value::from(bots), &json!({ "pace": 0 }));
    let id = told["id"].as_str().expect("an id").to_string();
    client.listen(&format!("/api/tables/{id}/events"), None);
    client.event_that(|state| !state["ended"].is_null());
    id
}

#[test]
fn who_takes_a_history_slowly_gets_all_of_it_and_keeps_nobody_from_the_rest() {
    let tables = serve();
    let id = ended(tables.addr());
    let path = format!("/api/tables/{id}/history?from=0&count=200");
    let whole = {
        let mut client = Client::new(tables.addr());
        client.send("GET", &path, "", "");
        client.answer().1
    };
    let told: Value = serde_json::from_str(&whole).expect("JSON");
    assert_eq!(told["steps"].as_array().map(Vec::len), Some(200));
    assert!(whole.len() > 1_000_000, "{}", whole.len());
    // Written as one value would be.
    assert_eq!(told.to_string(), whole);
    // One reads nothing of many answers; it has asked for one more than an address gets at once.
    let mut slow: Vec<Client> = (0..=SHARE).map(|_| Client::with_buffer(tables.addr(), 4096)).collect();
    for client in &mut slow {
        client.send("GET", &path, "", "");
    }
    let mut last = slow.pop().expect("it has asked");
    // Who asks for anything else is answered.
    let mut other = Client::new(tables.addr());
    assert_eq!(other.get(&format!("/api/tables/{id}"), "")["id"], json!(id));
    // An answer that is given up makes room at once; one that is taken at last is whole.
    slow.pop();
    assert_eq!(last.answer(), (200, whole.clone()));
    for mut client in slow {
        assert_eq!(client.answer(), (200, whole.clone()));
    }
}

#[test]
fn games_are_exported_whole_however_long_they_are() {
    let tables = serve();
    let id = ended(tables.addr());
    let mut client = Client::new(tables.addr());
    let n = client.get(&format!("/api/tables/{id}"), "")["n"].as_u64().expect("a number");
    client.send("GET", &format!("/api/tables/{id}/export"), "", "");
    let (status, text) = client.answer();
    let (head, choices) = text.split_once("\n\n").expect("an empty line");
    assert!(status == 200 && head.starts_with("game: battletech\n"), "{head}");
    let numbers: Vec<u64> = choices.lines().map(|line| line.split('\t').next().unwrap().parse().unwrap()).collect();
    assert_eq!(numbers, (1..=n).collect::<Vec<_>>());
}

#[test]
fn codes_are_drawn_as_before_and_remembered() {
    let tables = serve();
    let mut client = Client::new(tables.addr());
    for n in (0..40).chain([39, 0]) {
        let text = format!("http://192.168.1.20:9000/tables/abc#invite={}&seat=1", "x".repeat(6 * n));
        let due = qr::drawing(&text).expect("short");
        let due = json!({ "side": due.side, "path": due.path });
        assert_eq!(client.post("/api/qr", "", &json!({ "text": text })), (200, due), "{n}");
    }
    assert_eq!(client.post("/api/qr", "", &json!({ "text": "x".repeat(301) })).0, 400);
}

#[test]
fn the_lobby_says_at_once_what_has_changed() {
    let tables = serve();
    let mut client = Client::new(tables.addr());
    let began = Instant::now();
    for made in 1..=4_usize {
        client.table("connect-four", &json!([{ "kind": "me", "name": "Ada" }, { "kind": "invited" }]), &json!({}));
        // Twice: it stays so when it is not made again.
        for _ in 0..2 {
            let lobby = client.get("/api/tables", "");
            assert_eq!(lobby["running"].as_array().map(Vec::len), Some(made));
        }
    }
    assert!(began.elapsed() < PATIENCE);
}
