//! What several bots need in one process, and in a process each: the built program plays against the built program's
//! arena, over loopback.
//!
//! `cargo bench --bench squad -- --bots 64 --games 63 --depth 2`; `-- --quick` plays a game with eight bots. Bots play
//! as many games each as told, four at a table; with `--games` over 1 the processes play one all the same. Memory is
//! what Linux says of it: of the squad the most that was ever resident, of processes the most that all together
//! were seen with, pages that several share counted once (PSS).

#![allow(clippy::cast_precision_loss, missing_docs)]

#[path = "common/goals.rs"]
mod goals;

use goals::{Wanted, head, median, row};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

/// Most that 64 bots may take.
const MOST_MIB: f64 = 64.0;
/// Time between two looks at the memory of processes.
const LOOK: Duration = Duration::from_millis(200);

/// The program with these words.
fn boardbots(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.args(words).env("RUST_LOG", "error").env_remove("CREDENTIALS_DIRECTORY");
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command
}

/// The arena in a process of its own.
struct Arena(Child, String);

impl Arena {
    fn start() -> Self {
        let words = ["arena", "--listen", "0", "--players-per-address", "1000", "--fill", "3s=miner,miner,miner"];
        let mut child = boardbots(&words).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
        Self(child, line.trim().trim_end_matches('/').to_owned())
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What bots came to.
#[derive(Default)]
struct Played {
    games: BTreeSet<String>,
    seats: usize,
    lost: usize,
    slowest: Vec<f64>,
}

impl Played {
    /// Reads lines of JSON.
    fn read(&mut self, lines: &str) {
        for line in lines.lines() {
            let game: Value = serde_json::from_str(line).expect("a line of JSON");
            self.games.insert(game["game"].as_str().expect("a name").to_owned());
            self.seats += 1;
            self.lost += usize::from(game["timed_out"] == true || game["vanished"] == true);
            self.slowest.push(game["slowest_ms"].as_f64().expect("a number"));
        }
    }

    fn show(&self, who: &str, wanted: Wanted) {
        row(&format!("{who}: games"), self.games.len() as f64, &[self.seats as f64], Wanted::Nothing);
        row(&format!("{who}: games lost by time-out"), self.lost as f64, &[self.lost as f64], wanted);
        row(&format!("{who}: slowest decision of a game, ms"), median(&self.slowest), &self.slowest, Wanted::Nothing);
    }
}

/// A line of a file of a process in MiB; 0 where the system does not tell.
fn mib(process: &Child, file: &str, line: &str) -> f64 {
    let text = std::fs::read_to_string(Path::new("/proc").join(process.id().to_string()).join(file));
    let kib = text.unwrap_or_default().lines().find_map(|of| {
        let value = of.strip_prefix(line)?;
        value.split_whitespace().next()?.parse().ok()
    });
    kib.map_or(0.0, |kib: f64| kib / 1024.0)
}

fn drain(mut from: ChildStdout) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut text = String::new();
        from.read_to_string(&mut text).expect("text");
        text
    })
}

/// Waits for processes; what they played, and the most of `memory` that all had at a time.
fn watch(mut all: Vec<Child>, memory: impl Fn(&Child) -> f64) -> (Played, Vec<f64>) {
    let outputs: Vec<_> = all.iter_mut().map(|child| drain(child.stdout.take().expect("piped"))).collect();
    let mut seen = Vec::new();
    loop {
        seen.push(all.iter().map(&memory).sum());
        sleep(LOOK);
        if all.iter_mut().all(|child| child.try_wait().expect("a child").is_some()) {
            break;
        }
    }
    let mut played = Played::default();
    for output in outputs {
        played.read(&output.join().expect("a reader"));
    }
    (played, seen)
}

fn most(seen: &[f64]) -> f64 {
    seen.iter().copied().fold(0.0, f64::max)
}

fn main() {
    let (mut bots, mut games, mut depth) = (64_usize, 1_usize, 2_usize);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || args.next().and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("{arg} needs a number"));
        match arg.as_str() {
            "--bots" => bots = number(),
            "--games" => games = number(),
            "--depth" => depth = number(),
            "--quick" => (bots, games, depth) = (8, 1, 1),
            // cargo adds it.
            "--bench" => {}
            other => panic!("no option {other}"),
        }
    }
    let home = tempfile::tempdir().expect("a folder");
    let names: Vec<String> = (1..=bots).map(|bot| format!("bot-{bot}")).collect();
    let mut keys = String::new();
    for name in &names {
        writeln!(keys, "{name} = {name}").expect("a text grows");
        std::fs::write(home.path().join(name), name).expect("a file");
    }
    let arena = Arena::start();
    let path = |name: &str| home.path().join(name).display().to_string();
    let file = format!(
        "run = squad\nbots = {}\nkey-file = {}\nserver = {}\ngames = {games}\ndepth = {depth}\n",
        names.join(", "),
        path("keys"),
        arena.1
    );
    std::fs::write(path("keys"), keys).expect("a file");
    std::fs::write(path("squad.conf"), file).expect("a file");

    let began = Instant::now();
    let squad = boardbots(&["squad", &path("squad.conf"), "--json"]).spawn().expect("the program starts");
    let (played, resident) = watch(vec![squad], |squad| mib(squad, "status", "VmHWM:"));
    println!("{bots} bots at depth {depth}, the squad's games in {:.0} s", began.elapsed().as_secs_f64());

    let depth = depth.to_string();
    let alone = names.iter().map(|name| {
        let words = ["vindinium", "--json", "--server", &arena.1, "--depth", &depth, "--key-file"];
        boardbots(&words).arg(path(name)).spawn().expect("the program starts")
    });
    let (lone, shared) = watch(alone.collect(), |bot| mib(bot, "smaps_rollup", "Pss:"));

    head();
    row("squad: most memory, MiB", most(&resident), &resident, Wanted::AtMost(MOST_MIB));
    row("processes: most memory, MiB", most(&shared), &shared, Wanted::Nothing);
    let times = most(&shared) / most(&resident).max(0.1);
    row("processes: memory in that of the squad", times, &[times], Wanted::AtLeast(2.0));
    played.show("squad", Wanted::AtMost(0.0));
    lone.show("processes", Wanted::Nothing);
    assert!(played.seats >= bots * games && played.lost == 0, "{} of {} games were lost", played.lost, played.seats);
}
