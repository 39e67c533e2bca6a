//! Takes as much as can be had, and holds it, or goes away with it.

use super::flood::{exchange, flood};
use crate::client::Client;
use crate::ground::Front;
use crate::link::reset;
use crate::person::{Opponent, wish};
use crate::request::{form, json, random_text};
use serde_json::json;
use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

/// Most connections that one arm holds open.
const OPEN: usize = 900;
/// Pause between two of them.
const PAUSE: Duration = Duration::from_millis(2);

/// Training games in which nobody plays.
pub fn games(front: &Front<'_>) {
    flood(front, || form("/api/training", &format!("key={}&turns=600", random_text(10))));
}

/// Seats of persons, who never move.
pub fn seats(front: &Front<'_>) {
    flood(front, || {
        let kind = if fastrand::bool() { "training" } else { "arena" };
        json("/api/seats", &json!({ "name": random_text(10), "kind": kind }))
    });
}

/// Tables at which nobody sits.
pub fn tables(front: &Front<'_>) {
    flood(front, || json("/api/tables", &wish(&random_text(10), Opponent::Person)));
}

/// Joins of the arena, each on a connection of its own that stays open.
pub fn joins(front: &Front<'_>) {
    let mut held: Vec<TcpStream> = Vec::new();
    while !front.stop.is_over() {
        if held.len() >= OPEN {
            let old = held.remove(0);
            reset(&old);
        }
        if let Ok(mut stream) = front.link.connect_within(Duration::from_secs(1)) {
            if stream.write_all(form("/api/arena", &format!("key={}", random_text(10))).as_bytes()).is_ok() {
                front.count(1);
            }
            held.push(stream);
        }
        front.stop.sleep(PAUSE);
    }
    held.iter().for_each(reset);
}

/// Joins, and is gone at once or as soon as the game has begun.
pub fn vanish(front: &Front<'_>) {
    while !front.stop.is_over() {
        let Ok(mut stream) = front.link.connect_within(Duration::from_secs(1)) else {
            front.stop.sleep(PAUSE);
            continue;
        };
        let key = random_text(10);
        let arena = fastrand::bool();
        let request = form(if arena { "/api/arena" } else { "/api/training" }, &format!("key={key}&turns=600"));
        if arena || fastrand::bool() {
            let _ = stream.write_all(request.as_bytes());
        } else {
            let _ = exchange(&mut stream, request.as_bytes(), 1, front);
        }
        front.count(1);
        reset(&stream);
    }
}

/// Makes one table with this client, as a newcomer would; its status.
pub fn table(client: &mut Client) -> Option<u16> {
    client.ask(&json("/api/tables", &wish("Newcomer", Opponent::Person))).ok().map(|answer| answer.status)
}
