//! Attacks within every limit of an address, that take more than a fair share: of places, of time, of memory.

use super::flood::flood;
use super::slow::open;
use crate::client::Client;
use crate::ground::Front;
use crate::link::reset;
use crate::person::{Opponent, wish};
use crate::request::{form, get, get_as, json, json_as, listen, random_text};
use serde_json::{Value, json};
use std::io::Read;
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Pause between two steps of an attack.
const PAUSE: Duration = Duration::from_millis(5);
/// Bytes that a slow reader takes at once, and how often.
const SIP: (usize, Duration) = (512, Duration::from_millis(400));
/// Longest wait for the table whose history is asked for.
const MADE: Duration = Duration::from_secs(5);

/// Makes a table; its id and the tokens of its seats.
fn table(client: &mut Client, wish: &Value) -> Option<(String, Vec<String>)> {
    let told = client.ask(&json("/api/tables", wish)).ok().filter(|answer| answer.status == 201)?.json();
    let tokens = told["seats"].as_array()?.iter().filter_map(|seat| seat["token"].as_str().map(str::to_string));
    Some((told["id"].as_str()?.to_string(), tokens.collect()))
}

/// Long histories that are read drop by drop.
pub fn sips(front: &Front<'_>) {
    let mut client = Client::new(front.link);
    let still = json!({ "kind": "bot", "player": "battletech:still" });
    let asked = json!({
        "game": "battletech", "claim": random_text(32), "seats": [still, still], "options": { "rounds": 200, "pace": 0 },
    });
    let Some((id, _)) = table(&mut client, &asked) else { return };
    let begun = Instant::now();
    while begun.elapsed() < MADE && !front.stop.is_over() {
        let told = client.ask(&get(&format!("/api/tables/{id}"))).map(|answer| answer.json()).unwrap_or_default();
        if told["n"].as_u64() >= Some(200) {
            break;
        }
        front.stop.sleep(PAUSE * 10);
    }
    let asked = get(&format!("/api/tables/{id}/history?from=0&count=200"));
    let (mut held, mut sipped): (Vec<TcpStream>, _) = (Vec::new(), Instant::now());
    while !front.stop.is_over() {
        if held.len() < 240 {
            held.extend(open(front, &asked));
        }
        if sipped.elapsed() >= SIP.1 {
            sipped = Instant::now();
            held.retain_mut(|stream| !matches!(stream.read(&mut [0; SIP.0]), Ok(0)));
        }
        front.stop.sleep(PAUSE);
    }
    held.iter().for_each(reset);
}

/// The dearest requests of each kind.
pub fn dearest(front: &Front<'_>) {
    let deep = "[".repeat(8000);
    let map: String = std::iter::repeat_n("%23%20", 2000).collect();
    flood(front, || match fastrand::u8(..6) {
        0 | 1 => json("/api/qr", &json!({ "text": random_text(300) })),
        2 => get("/games.json"),
        3 => form("/api/training", &format!("key={}&turns=1&map={map}", random_text(9))),
        4 => json("/api/tables", &json!({ "game": "battletech", "claim": random_text(32), "seats": deep })),
        _ => get(&format!("/leaderboard.json?days={}", fastrand::u16(..))),
    });
}

/// People's games against bots that think as deep as can be asked for.
pub fn deep(front: &Front<'_>) {
    let mut client = Client::new(front.link);
    let mut seats: Vec<String> = Vec::new();
    while !front.stop.is_over() {
        front.count(1);
        if seats.len() < 80 {
            let opponents = "default,depth=64,default,depth=64,default,depth=64";
            let asked = json!({ "name": random_text(9), "kind": "training", "opponents": opponents });
            let told = client.ask(&json("/api/seats", &asked)).map(|answer| answer.json()).unwrap_or_default();
            seats.extend(told["token"].as_str().map(str::to_string));
        }
        if let Some(seat) = seats.get(fastrand::usize(..seats.len().max(1))) {
            let told = client.ask(&get(&format!("/api/seats/{seat}"))).map(|answer| answer.json()).unwrap_or_default();
            if let Some(turn) = told["turn"].as_u64().filter(|_| told["phase"] == "yours") {
                let _ = client.ask(&json(&format!("/api/seats/{seat}/move"), &json!({ "turn": turn, "dir": "Stay" })));
            }
        }
        front.stop.sleep(PAUSE);
    }
}

/// Connections that each show the token of a seat.
pub fn seated(front: &Front<'_>) {
    let mut client = Client::new(front.link);
    let mut held: Vec<TcpStream> = Vec::new();
    while !front.stop.is_over() {
        let me = || json!({ "kind": "me", "name": random_text(9) });
        let seats: Vec<Value> = (0..6).map(|_| me()).collect();
        let asked = json!({ "game": "dragon-slayer", "claim": random_text(32), "seats": seats, "options": {} });
        let Some((id, tokens)) = table(&mut client, &asked) else {
            front.stop.sleep(PAUSE * 10);
            continue;
        };
        for token in tokens.iter().flat_map(|token| [token; 4]) {
            if held.len() >= 600 {
                reset(&held.remove(0));
            }
            held.extend(open(front, &get_as(&format!("/api/tables/{id}"), token)));
        }
    }
    held.iter().for_each(reset);
}

/// Tables with a choice on each, so that none is unused.
pub fn begun(front: &Front<'_>) {
    let mut client = Client::new(front.link);
    while !front.stop.is_over() {
        front.count(2);
        if let Some((id, tokens)) = table(&mut client, &wish(&random_text(9), Opponent::Person)) {
            for token in &tokens {
                let told = client.ask(&get_as(&format!("/api/tables/{id}"), token));
                let choice = told.map(|answer| answer.json()["choices"][0]["choice"].clone()).unwrap_or_default();
                if choice.is_string() {
                    let asked = json!({ "n": 0, "choice": choice });
                    let _ = client.ask(&json_as(&format!("/api/tables/{id}/choose"), token, &asked));
                }
            }
        } else {
            front.stop.sleep(PAUSE);
        }
    }
}

/// Streams of the lobby and of one table.
pub fn spectators(front: &Front<'_>) {
    let mut client = Client::new(front.link);
    let watched =
        table(&mut client, &wish("Watched", Opponent::Person)).map(|(id, _)| format!("/api/tables/{id}/events"));
    let mut held: Vec<TcpStream> = Vec::new();
    while !front.stop.is_over() {
        if held.len() >= 230 {
            reset(&held.remove(0));
        }
        let path = watched.as_deref().filter(|_| fastrand::bool()).unwrap_or("/api/tables/events");
        held.extend(open(front, &listen(path)));
        front.stop.sleep(PAUSE);
    }
    held.iter().for_each(reset);
}
