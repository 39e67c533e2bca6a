//! A player: makes legal choices soon after being asked, and has a spectator.

use crate::client::Client;
use serde_json::{Value, json};
use std::io::{self, ErrorKind, Read};
use std::net::{Shutdown, SocketAddr};
use std::thread;
use std::time::{Duration, Instant};

/// The address of all who mean well, 127.0.0.1.
pub const HOME: u8 = 1;
/// How long a player thinks, in ms.
const LOOKS: std::ops::Range<u64> = 300..700;

/// How long a player waited.
#[derive(Default)]
pub struct Waits {
    /// From the choice to the state that shows it.
    pub shown: Vec<Duration>,
    /// From the choice to the state that shows what a bot chose after it.
    pub answered: Vec<Duration>,
    /// Choices that were refused, and connections that broke.
    pub refused: usize,
}

impl Waits {
    pub fn add(&mut self, other: Self) {
        self.shown.extend(other.shown);
        self.answered.extend(other.answered);
        self.refused += other.refused;
    }
}

/// A table as it is made anew whenever its match has ended.
#[derive(Clone)]
pub struct Wish {
    pub game: String,
    pub seats: Value,
}

/// Plays at tables of this kind until then.
pub fn play(addr: SocketAddr, wish: &Wish, until: Instant) -> Waits {
    let mut waits = Waits::default();
    while Instant::now() < until {
        if let Err(error) = sit(addr, wish, until, &mut waits) {
            waits.refused += 1;
            println!("  at {} a player was cut off: {error}", wish.game);
            thread::sleep(Duration::from_millis(LOOKS.end));
        }
    }
    waits
}

/// Makes a table, sits down, adds a spectator, and plays to the end.
fn sit(addr: SocketAddr, wish: &Wish, until: Instant, waits: &mut Waits) -> io::Result<()> {
    let mut client = Client::new(HOME, addr)?;
    let made = client.table(json!({ "game": wish.game, "seats": wish.seats }))?;
    let (Some(id), Some(token)) = (made["id"].as_str(), made["seats"][0]["token"].as_str()) else {
        return Err(io::Error::other(made.to_string()));
    };
    let path = format!("/api/tables/{id}");
    let mut watched = Client::new(HOME, addr)?;
    watched.listen(&format!("{path}/events"))?;
    let end = watched.stream.try_clone()?;
    let watcher = thread::spawn(move || while watched.stream.read(&mut [0; 16 * 1024]).is_ok_and(|count| count > 0) {});
    let outcome = choose(&mut client, addr, &path, token, until, waits);
    let _ = end.shutdown(Shutdown::Both);
    let _ = watcher.join();
    outcome
}

fn choose(
    client: &mut Client,
    addr: SocketAddr,
    path: &str,
    token: &str,
    until: Instant,
    waits: &mut Waits,
) -> io::Result<()> {
    let mut events = Client::new(HOME, addr)?;
    events.listen(&format!("{path}/events?token={token}"))?;
    let mut state = events.event()?;
    while Instant::now() < until && state["outcome"].is_null() {
        let choices = state["choices"].as_array().map(Vec::as_slice).unwrap_or_default();
        let Some(choice) = fastrand::choice(choices).map(|choice| choice["choice"].clone()) else {
            state = events.event()?;
            continue;
        };
        thread::sleep(Duration::from_millis(fastrand::u64(LOOKS)));
        let n = state["n"].as_u64().ok_or(ErrorKind::InvalidData)?;
        let sent = Instant::now();
        let said = json!({ "n": n, "choice": choice });
        let (status, _) = client.ask(&format!("{path}/choose"), token, Some(&said))?;
        if status != 200 {
            waits.refused += 1;
            continue;
        }
        while state["n"].as_u64() <= Some(n) {
            state = events.event()?;
        }
        waits.shown.push(sent.elapsed());
        // A bot's answer may have come with it.
        while !is_answered(&state, n + 1) && state["asked"].is_u64() && state["choices"].is_null() {
            state = events.event()?;
        }
        if is_answered(&state, n + 1) {
            waits.answered.push(sent.elapsed());
        }
    }
    Ok(())
}

/// Whether another player has chosen after this number of choices.
fn is_answered(state: &Value, n: u64) -> bool {
    let steps = state["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
    steps.iter().any(|step| step["n"].as_u64() > Some(n) && step["seat"] != state["you"])
}
