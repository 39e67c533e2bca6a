//! The load that tables bear: the built program serves, this one is all clients, over loopback.
//!
//! `cargo bench --bench tables -- --seconds 30`; `-- --quick` for a second of each.
//!
//! Thirty people play against bots at a table each (10 Desconecta4-BOOM, 8 TRON, 8 Dragon Slayer,
//! 4 BattleTech), each with a spectator, and choose 300 to 700 ms after they are asked.
//! Reported are how long a choice takes to be shown, how long until a bot has answered it, and the
//! server's memory; then the same while four others have finished games analysed, and beside 10,000
//! requests a second, 200 half-open connections and bodies of 1 GB, each from an address of its own.

#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, missing_docs)]

mod analyst;
mod client;
mod hostile;
mod person;

use client::Client;
use person::{HOME, Waits, Wish};
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

/// Tables of each game.
const TABLES: [(&str, usize); 4] = [("desconecta4", 10), ("tron", 8), ("dragon-slayer", 8), ("battletech", 4)];
/// A choice is to be shown so soon, in ms, for 95 of 100.
const SOON: f64 = 50.0;
/// An attack is to make that later by less than this, in ms.
const LATER: f64 = 100.0;
/// The memory that the server is to need at most, in MiB.
const ROOM: f64 = 64.0;
/// How long the people have been sitting when the attack begins.
const SETTLED: Duration = Duration::from_secs(2);

/// The tables in a process of their own.
struct Server {
    child: Child,
    addr: SocketAddr,
}

impl Server {
    fn start(db: &std::path::Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_boardbots"))
            .args(["tables", "--listen", "0", "--made", "1000", "--db"])
            .arg(db)
            .env("RUST_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
        let addr = line.trim().trim_start_matches("http://").trim_end_matches('/').parse().expect("an address");
        Self { child, addr }
    }

    /// A line of its status in MiB, where the system tells.
    fn memory(&self, name: &str) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with(name))?;
        let kib: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kib / 1024.0)
    }

    fn show_memory(&self) {
        if let (Some(now), Some(most)) = (self.memory("VmRSS"), self.memory("VmHWM")) {
            println!("  resident memory: {now:.1} MiB, at most {most:.1} MiB (wanted: at most {ROOM} MiB)");
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The thirty tables; bots take turns.
fn wishes(addr: SocketAddr) -> Vec<Wish> {
    let mut client = Client::new(HOME, addr).expect("the server accepts");
    let mut wishes = Vec::new();
    for (game, count) in TABLES {
        let bots = client.bots(game).expect("it has bots");
        for table in 0..count {
            let mut seats = vec![json!({ "kind": "me", "name": "Ada" })];
            // Dragon Slayer is for several; the others are played against the usual bot.
            let others = if game == "dragon-slayer" { table..table + 3 } else { 0..1 };
            seats.extend(others.map(|bot| json!({ "kind": "bot", "player": bots[bot % bots.len()] })));
            wishes.push(Wish { game: game.into(), seats: seats.into() });
        }
    }
    wishes
}

/// Lets all sit down.
fn people(addr: SocketAddr, wishes: &[Wish], until: Instant) -> Vec<JoinHandle<Waits>> {
    let person = |wish: &Wish| {
        let wish = wish.clone();
        thread::spawn(move || person::play(addr, &wish, until))
    };
    wishes.iter().map(person).collect()
}

/// How long all waited, by games and together; the 95th percentile of what was shown, in ms.
fn show(wishes: &[Wish], people: Vec<JoinHandle<Waits>>) -> f64 {
    let mut games: Vec<(&str, Waits)> = TABLES.iter().map(|(game, _)| (*game, Waits::default())).collect();
    for (wish, person) in wishes.iter().zip(people) {
        let waits = person.join().expect("people do not panic");
        games.iter_mut().filter(|(game, _)| *game == wish.game).for_each(|(_, of)| of.shown.extend(&waits.shown));
        games.iter_mut().filter(|(game, _)| *game == wish.game).for_each(|(_, of)| of.answered.extend(&waits.answered));
        games[0].1.refused += waits.refused;
    }
    let mut all = Waits::default();
    for (game, waits) in games {
        percentiles(&format!("{game}: a choice is shown after"), waits.shown.clone());
        percentiles(&format!("{game}: a bot has answered after"), waits.answered.clone());
        all.add(waits);
    }
    percentiles("all: a bot has answered after", all.answered);
    let p95 = percentiles("all: a choice is shown after", all.shown);
    println!("  wanted: 95 of 100 within {SOON} ms; choices refused or cut off: {}", all.refused);
    p95
}

/// Prints them; the 95th, in ms.
fn percentiles(what: &str, mut waits: Vec<Duration>) -> f64 {
    waits.sort_unstable();
    let last = waits.len().saturating_sub(1) as f64;
    let at = |share: f64| waits.get((last * share) as usize).map_or(f64::NAN, |wait| wait.as_secs_f64() * 1000.0);
    println!(
        "  {what}: median {:.1} ms, p95 {:.1} ms, p99 {:.1} ms, most {:.1} ms ({})",
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0),
        waits.len()
    );
    at(0.95)
}

fn main() {
    let mut seconds = 30;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--seconds" => seconds = args.next().and_then(|n| n.parse().ok()).expect("--seconds needs a number"),
            "--quick" => seconds = 1,
            // cargo adds it.
            "--bench" => {}
            other => panic!("no option {other}"),
        }
    }
    let time = Duration::from_secs(seconds);
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&folder.path().join("tables.db"));
    let wishes = wishes(server.addr);
    println!("{} tables against bots, watched, for {seconds} s:", wishes.len());
    let before = show(&wishes, people(server.addr, &wishes, Instant::now() + time));
    server.show_memory();
    println!("the same while {} others have finished games analysed:", analyst::ANALYSTS);
    let until = Instant::now() + time;
    let analysts = analyst::analyse(server.addr, until);
    show(&wishes, people(server.addr, &wishes, until));
    let analysed: usize = analysts.into_iter().map(|analyst| analyst.join().expect("they do not panic")).sum();
    println!("  {analysed} choices of finished games analysed");
    server.show_memory();
    println!(
        "the same beside {} requests/s, {} half-open connections, 1 GB bodies:",
        hostile::FLOOD,
        hostile::HALF_OPEN
    );
    let began = Instant::now() + SETTLED;
    let people = people(server.addr, &wishes, began + time);
    sleep(SETTLED);
    let attack = hostile::attack(server.addr, began + time);
    let beside = show(&wishes, people);
    attack().show(time);
    server.show_memory();
    println!("  95 of 100 were shown {:.1} ms later than without (wanted: less than {LATER} ms)", beside - before);
}
