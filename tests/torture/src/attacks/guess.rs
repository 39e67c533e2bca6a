//! Tokens that are guessed, and tokens that belong elsewhere.

use super::flood::flood;
use crate::client::Client;
use crate::ground::Front;
use crate::person::{Opponent, wish};
use crate::request::{form, get, json, json_as, random_text};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Bits that a token has at least, and the letters and digits that are needed for them.
const BITS: f64 = 128.0;
/// Wrong tokens that one arm may try in an attack: the allowance of an address, and what flows
/// back in the meantime.
const ALLOWANCE: (u64, u64) = (2000, 200);
/// How often the attacker looks which games run.
const LOOK: Duration = Duration::from_millis(500);

/// The games, or tables, that a list shows as running; the old ones if there is no answer.
struct Targets {
    path: &'static str,
    ids: Vec<String>,
    seen: Option<Instant>,
    client: Client,
}

impl Targets {
    fn new(front: &Front<'_>, path: &'static str) -> Self {
        Self { path, ids: Vec::new(), seen: None, client: Client::patient(front.link, Duration::from_secs(2)) }
    }

    fn one(&mut self) -> String {
        if self.seen.is_none_or(|seen| seen.elapsed() > LOOK) {
            self.seen = Some(Instant::now());
            if let Ok(answer) = self.client.ask(&get(self.path)) {
                let lists = answer.json();
                let running = lists["running"].as_array().map(Vec::as_slice).unwrap_or_default();
                self.ids = running.iter().filter_map(|game| Some(game["id"].as_str()?.to_string())).collect();
            }
        }
        fastrand::choice(&self.ids).cloned().unwrap_or_else(|| random_text(8))
    }
}

/// Random tokens for the games that run, of the length that tokens have.
pub fn games(front: &Front<'_>) {
    let length = own_game(front).map_or(4, |(_, token)| token.len());
    let bits = f64::log2(36.0) * f64::from(u32::try_from(length).unwrap_or(u32::MAX));
    if front.lane == 0 && bits < BITS {
        front.fault(format!("tokens have {bits:.1} bits"));
    }
    let mut targets = Targets::new(front, "/games.json");
    let begun = Instant::now();
    let tried = flood(front, || form(&format!("/api/{}/{}/play", targets.one(), random_text(length)), "dir=Stay"));
    let most = ALLOWANCE.0 + ALLOWANCE.1 * begun.elapsed().as_secs();
    if tried > most {
        front.fault(format!("{tried} wrong tokens were looked at, {most} are allowed"));
    }
}

/// Random tokens for the tables that run, and for seats.
pub fn tables(front: &Front<'_>) {
    let mut targets = Targets::new(front, "/api/tables");
    flood(front, || {
        let token = format!("{:032x}", fastrand::u128(..));
        match fastrand::u8(..3) {
            0 => json(&format!("/api/seats/{}/move", random_text(24)), &json!({ "turn": 0, "dir": "North" })),
            1 => json(&format!("/api/seats/{}/leave", random_text(24)), &json!({})),
            _ => json_as(&format!("/api/tables/{}/choose", targets.one()), &token, &json!({ "n": 1, "choice": "1" })),
        }
    });
}

/// Id and token of a game of the attacker's own.
fn own_game(front: &Front<'_>) -> Option<(String, String)> {
    let mut client = Client::patient(front.link, Duration::from_secs(3));
    let request = form("/api/training", &format!("key={}&turns=300", random_text(12)));
    for _ in 0..5 {
        let state = client.ask(&request).map(|answer| answer.json()).unwrap_or_default();
        let text = |value: &Value| value.as_str().map(str::to_string);
        if let Some(own) = text(&state["game"]["id"]).zip(text(&state["token"])) {
            return Some(own);
        }
        if !front.stop.sleep(Duration::from_millis(300)) {
            break;
        }
    }
    None
}

/// The token of the own game in others' games, in all its forms.
pub fn foreign_games(front: &Front<'_>) {
    let mut tokens = vec![String::new(), "%00".into(), "a".repeat(4000), "..".into(), "%".into()];
    for _ in 0..4 {
        if let Some((id, token)) = own_game(front) {
            let (half, upper) = (token[..token.len() / 2].to_string(), token.to_uppercase());
            tokens.extend([format!("{token}{token}"), half, upper, format!("{token}%00"), id, token]);
        }
    }
    let mut targets = Targets::new(front, "/games.json");
    flood(front, || {
        let token = &tokens[fastrand::usize(..tokens.len())];
        form(&format!("/api/{}/{token}/play", targets.one()), "dir=Stay&key=x")
    });
}

/// The tokens of own tables in others' tables, and those of one seat for another.
pub fn foreign_tables(front: &Front<'_>) {
    let mut tokens = vec![String::new(), "null".into(), "x".repeat(4000)];
    let mut client = Client::patient(front.link, Duration::from_secs(3));
    for _ in 0..4 {
        let made = client.ask(&json("/api/tables", &wish("Mallory", Opponent::Person)));
        let made = made.map(|answer| answer.json()).unwrap_or_default();
        let seats = made["seats"].as_array().map(Vec::as_slice).unwrap_or_default();
        for token in seats.iter().filter_map(|seat| seat["token"].as_str()) {
            tokens.extend([token.to_string(), token.to_uppercase(), token[..token.len() / 2].to_string()]);
        }
    }
    let mut targets = Targets::new(front, "/api/tables");
    flood(front, || {
        let token = &tokens[fastrand::usize(..tokens.len())];
        let what = ["choose", "undo", "hint", "join"][fastrand::usize(..4)];
        let said = json!({
            "n": fastrand::u8(..20), "choice": "1", "invitation": token, "name": "Mallory", "claim": random_text(20),
        });
        json_as(&format!("/api/tables/{}/{what}", targets.one()), token, &said)
    });
}
