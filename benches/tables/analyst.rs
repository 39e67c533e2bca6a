//! People who have finished games analysed, one after another, as the page does it.

use crate::client::Client;
use serde_json::json;
use std::io;
use std::net::SocketAddr;
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

/// How many do.
pub const ANALYSTS: u8 = 4;
/// Their first address is 127.0.0.HERE.
const HERE: u8 = 200;
/// What they look at, in turn: bots have played it at once.
const GAMES: [&str; 3] = ["tron", "desconecta4", "connect-four"];
/// Between two looks at a game that goes on.
const LOOK: Duration = Duration::from_millis(100);

/// Lets them analyse until then; how many choices each has had analysed.
pub fn analyse(addr: SocketAddr, until: Instant) -> Vec<JoinHandle<usize>> {
    (0..ANALYSTS).map(|number| thread::spawn(move || analyst(addr, number, until))).collect()
}

fn analyst(addr: SocketAddr, number: u8, until: Instant) -> usize {
    let mut analysed = 0;
    for game in GAMES.iter().cycle().skip(number.into()) {
        if Instant::now() >= until {
            break;
        }
        if let Err(error) = one(addr, HERE + number, game, until, &mut analysed) {
            println!("  an analysis of {game} was cut off: {error}");
            sleep(LOOK);
        }
    }
    analysed
}

/// Has two bots play, and all of their choices analysed, a few for each request.
fn one(addr: SocketAddr, home: u8, game: &str, until: Instant, analysed: &mut usize) -> io::Result<()> {
    let mut client = Client::new(home, addr)?;
    let seat = json!({ "kind": "bot", "player": client.bots(game)?[0] });
    let made = client.table(json!({ "game": game, "seats": [seat, seat], "options": { "pace": 0 } }))?;
    let id = made["id"].as_str().ok_or(io::ErrorKind::InvalidData)?;
    while client.ask(&format!("/api/tables/{id}"), "", None)?.1["outcome"].is_null() {
        if Instant::now() >= until {
            return Ok(());
        }
        sleep(LOOK);
    }
    let mut from = Some(0);
    while let Some(next) = from.filter(|_| Instant::now() < until) {
        let (status, part) = client.ask(&format!("/api/tables/{id}/analysis?from={next}"), "", None)?;
        if status != 200 {
            return Err(io::Error::other(part.to_string()));
        }
        *analysed += part["choices"].as_array().map_or(0, Vec::len);
        from = part["next"].as_u64();
    }
    Ok(())
}
