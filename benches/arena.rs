//! What the arena bears: the built program serves, this one is all its clients, over
//! loopback.
//!
//! `cargo bench --bench arena -- --games 50 --seconds 15`; `-- --quick` runs everything once.
//!
//! First as many arena games at once as told, four keep-alive connections each: moves per
//! second and memory of the arena. Then one game after another for as many seconds as told,
//! without and with 500 idle connections and 50 that write a byte a second: how long a
//! player waits for its answer, which is one round of four moves. The last answer of a game
//! is counted apart: it waits until the database is on disk.

#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, missing_docs)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

/// Connections that only exist.
const IDLE: usize = 500;
/// Connections that write a byte a second.
const SLOW: usize = 50;
/// Room for the largest answer: a state on 28 by 28 tiles.
const ANSWER: usize = 8 * 1024;

/// The arena in a process of its own.
struct Arena {
    child: Child,
    addr: SocketAddr,
}

impl Arena {
    fn start(db: &std::path::Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_boardbots"))
            .args(["arena", "--listen", "0", "--turn-limit", "30s", "--players-per-address", "1000", "--db"])
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

    /// A line of its status in KiB, where the system tells.
    fn memory(&self, name: &str) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        status.lines().find(|line| line.starts_with(name))?.split_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How long answers took.
#[derive(Default)]
struct Waits {
    /// Those within a game.
    turns: Vec<Duration>,
    /// The last of each game, after its commit.
    last: Vec<Duration>,
}

impl Waits {
    fn add(&mut self, other: Self) {
        self.turns.extend(other.turns);
        self.last.extend(other.last);
    }

    fn show(self, what: &str) {
        show(what, self.turns);
        show("  the last answer of a game", self.last);
    }
}

/// A player on one connection that reads no more of an answer than it must.
struct Player {
    stream: TcpStream,
    buffer: Vec<u8>,
    path: String,
}

impl Player {
    fn join(addr: SocketAddr, key: &str) -> Self {
        let mut stream = TcpStream::connect(addr).expect("the arena accepts");
        stream.set_nodelay(true).expect("a socket");
        let form = format!("key={key}");
        write!(stream, "POST /api/arena HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{form}", form.len())
            .expect("the arena reads");
        Self { stream, buffer: vec![0; ANSWER], path: String::new() }
    }

    /// Reads an answer; whether the game is over.
    fn answer(&mut self) -> bool {
        let mut filled = 0;
        loop {
            let count = self.stream.read(&mut self.buffer[filled..]).expect("the arena answers");
            assert!(count > 0, "the arena closed a connection");
            filled += count;
            let text = std::str::from_utf8(&self.buffer[..filled]).expect("names are ASCII here");
            let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
            let length = head.split_once("content-length: ").expect("a length").1;
            let length: usize = length.lines().next().and_then(|n| n.parse().ok()).expect("a number");
            if body.len() < length {
                continue;
            }
            assert!(head.starts_with("HTTP/1.1 200 "), "{text}");
            if self.path.is_empty() {
                let url = body.split_once("\"playUrl\":\"http://localhost").expect("an address").1;
                self.path = url.split('"').next().expect("its end").to_string();
            }
            return body.contains("\"finished\":true");
        }
    }

    fn play(&mut self, dir: &str) {
        let request = format!(
            "POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\ndir={dir}",
            self.path,
            dir.len() + 4
        );
        self.stream.write_all(request.as_bytes()).expect("the arena reads");
    }

    /// Plays to the end; how long the answers took, but for the first.
    fn game(mut self) -> Waits {
        let mut waits = Waits::default();
        let mut over = self.answer();
        let mut rng = fastrand::Rng::new();
        while !over {
            let asked = Instant::now();
            self.play(["North", "East", "South", "West"][rng.usize(..4)]);
            over = self.answer();
            if over { waits.last.push(asked.elapsed()) } else { waits.turns.push(asked.elapsed()) }
        }
        waits
    }
}

/// Lets this many games of four begin; their players.
fn games(addr: SocketAddr, count: usize) -> Vec<JoinHandle<Waits>> {
    let player = |index: usize| {
        let player = Player::join(addr, &format!("bot{}", index % 40));
        thread::Builder::new().stack_size(128 * 1024).spawn(move || player.game()).expect("a thread")
    };
    (0..4 * count).map(player).collect()
}

fn throughput(arena: &Arena, count: usize) {
    let began = Instant::now();
    let mut waits = Waits::default();
    for player in games(arena.addr, count) {
        waits.add(player.join().expect("a player ends"));
    }
    let took = began.elapsed().as_secs_f64();
    let moves = waits.turns.len() + waits.last.len();
    println!("{count} games at once: {moves} moves in {took:.1} s, {:.0} moves/s", moves as f64 / took);
    waits.show("a player waits");
    if let (Some(now), Some(most)) = (arena.memory("VmRSS"), arena.memory("VmHWM")) {
        println!("  resident memory: {:.1} MiB, at most {:.1} MiB", now as f64 / 1024.0, most as f64 / 1024.0);
    }
}

fn show(what: &str, mut waits: Vec<Duration>) {
    waits.sort_unstable();
    let at = |share: f64| waits[((waits.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    println!(
        "  {what}: median {:.2} ms, p99 {:.2} ms, most {:.2} ms ({} answers)",
        at(0.5),
        at(0.99),
        at(1.0),
        waits.len()
    );
}

/// One game after another; how long each answer took.
fn alone(addr: SocketAddr, time: Duration) -> Waits {
    let until = Instant::now() + time;
    let mut waits = Waits::default();
    loop {
        for player in games(addr, 1) {
            waits.add(player.join().expect("a player ends"));
        }
        if Instant::now() >= until {
            return waits;
        }
    }
}

/// Writes a byte a second on each of many connections, half of them in a head, half in a
/// body; those that the arena cuts are opened again.
fn slow_writers(addr: SocketAddr, stop: Arc<AtomicBool>) -> JoinHandle<usize> {
    thread::spawn(move || {
        let open = |index: usize| {
            let mut stream = TcpStream::connect(addr).expect("the arena accepts");
            if index % 2 == 1 {
                let head = "POST /api/training HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000\r\n\r\n";
                stream.write_all(head.as_bytes()).expect("the arena reads");
            }
            stream.set_nonblocking(true).expect("a socket");
            stream
        };
        let mut writers: Vec<TcpStream> = (0..SLOW).map(open).collect();
        let mut cut = 0;
        while !stop.load(Ordering::Relaxed) {
            for (index, writer) in writers.iter_mut().enumerate() {
                let closed = writer.read(&mut [0; 512]).is_ok();
                if closed || writer.write_all(b"G").is_err() {
                    cut += 1;
                    *writer = open(index);
                }
                sleep(Duration::from_secs(1) / u32::try_from(SLOW).expect("few"));
            }
        }
        cut
    })
}

fn main() {
    let (mut count, mut seconds) = (50, 15);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || args.next().and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("{arg} needs a number"));
        match arg.as_str() {
            "--games" => count = number(),
            "--seconds" => seconds = number(),
            "--quick" => (count, seconds) = (2, 0),
            // cargo adds it.
            "--bench" => {}
            other => panic!("no option {other}"),
        }
    }
    let time = Duration::from_secs(seconds as u64);
    let folder = tempfile::tempdir().expect("a folder");
    let arena = Arena::start(&folder.path().join("arena.db"));
    if let Some(idle) = arena.memory("VmRSS") {
        println!("at rest: resident memory {:.1} MiB", idle as f64 / 1024.0);
    }
    throughput(&arena, count);
    println!("one game at a time:");
    alone(arena.addr, time).show("alone");
    let idle: Vec<TcpStream> = (0..IDLE).map(|_| TcpStream::connect(arena.addr).expect("the arena accepts")).collect();
    let stop = Arc::new(AtomicBool::new(false));
    let writers = slow_writers(arena.addr, Arc::clone(&stop));
    sleep(Duration::from_secs(2));
    alone(arena.addr, time).show("beside 500 idle connections and 50 slow writers");
    stop.store(true, Ordering::Relaxed);
    println!("  slow writers cut: {}", writers.join().expect("the writers end"));
    drop(idle);
}
