//! Clients that mean harm, each kind from an address of its own.

use crate::client::{Client, connect, request};
use serde_json::{Value, json};
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

/// Requests a second of the flood.
pub const FLOOD: u32 = 10_000;
/// Connections that are never finished, half of them streams that are never read.
pub const HALF_OPEN: usize = 200;
/// Bytes that a body announces.
const GIANT: usize = 1_000_000_000;
/// Connections over which the flood comes at once.
const LANES: u32 = 4;
/// Requests that are sent before an answer is read.
const BATCH: u32 = 16;
/// Pause between two giants.
const BREATH: Duration = Duration::from_millis(100);

/// What became of the attack.
#[derive(Default)]
pub struct Tally {
    /// Requests of the flood that were sent, and those that were refused with 429.
    pub sent: u32,
    pub too_many: usize,
    /// Connections that were never finished and that the server closed.
    pub cut: usize,
    /// Giants that were sent, refused with 413 or 429, and the bytes of them that the server took.
    pub giants: usize,
    pub refused: usize,
    pub taken: usize,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.sent += other.sent;
        self.too_many += other.too_many;
        self.cut += other.cut;
        self.giants += other.giants;
        self.refused += other.refused;
        self.taken += other.taken;
    }

    pub fn show(&self, took: Duration) {
        let rate = f64::from(self.sent) / took.as_secs_f64();
        println!("  flood: {} requests, {rate:.0} a second, {} refused with 429", self.sent, self.too_many);
        println!("  half-open connections that were cut: {}", self.cut);
        println!("  giants: {}, refused {}, bytes taken {}", self.giants, self.refused, self.taken);
    }
}

/// Everything at once until then; call what comes back to wait for the end.
pub fn attack(addr: SocketAddr, until: Instant) -> impl FnOnce() -> Tally {
    let requests = harm(addr).expect("the server answers");
    let mut attackers: Vec<JoinHandle<io::Result<Tally>>> = Vec::new();
    for _ in 0..LANES {
        let requests = requests.clone();
        attackers.push(thread::spawn(move || flood(addr, &requests, until)));
    }
    attackers.push(thread::spawn(move || half_open(addr, until)));
    attackers.push(thread::spawn(move || giants(addr, until)));
    move || {
        let mut all = Tally::default();
        for attacker in attackers {
            match attacker.join().expect("attackers do not panic") {
                Ok(tally) => all.add(&tally),
                Err(error) => println!("  an attacker gave up: {error}"),
            }
        }
        all
    }
}

/// What the flood sends: others' tables are looked at, played at with foreign tokens, and a choice
/// is made again and again.
fn harm(addr: SocketAddr) -> io::Result<String> {
    let mut client = Client::new(2, addr)?;
    let (_, lobby) = client.ask("/api/tables", "", None)?;
    let tables = lobby["running"].as_array().map(Vec::as_slice).unwrap_or_default();
    let claim: String = std::iter::repeat_with(fastrand::alphanumeric).take(24).collect();
    let seats = json!([{ "kind": "me", "name": "Mallory" }, { "kind": "me", "name": "Trudy" }]);
    let said = json!({ "game": "desconecta4", "claim": claim, "seats": seats });
    let (_, own) = client.ask("/api/tables", "", Some(&said))?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let (own, token) = (text(&own["id"]), text(&own["seats"][0]["token"]));
    let choice = json!({ "n": 0, "choice": "1" }).to_string();
    let mut requests = String::new();
    for index in 0..BATCH as usize {
        let id = tables.get(index % tables.len().max(1)).map_or_else(|| own.clone(), |table| text(&table["id"]));
        requests += &match index % 4 {
            0 | 1 => request("GET", &format!("/api/tables/{id}"), "", ""),
            2 => request("POST", &format!("/api/tables/{id}/choose"), &token, &choice),
            _ => request("POST", &format!("/api/tables/{own}/choose"), &token, &choice),
        };
    }
    Ok(requests)
}

/// A part of the flood, at its pace.
fn flood(addr: SocketAddr, requests: &str, until: Instant) -> io::Result<Tally> {
    let gap = Duration::from_secs(1) * BATCH * LANES / FLOOD;
    let mut tally = Tally::default();
    let mut lane: Option<TcpStream> = None;
    let mut next = Instant::now();
    while Instant::now() < until {
        let mut stream = match lane.take() {
            Some(stream) => stream,
            None => connect(2, addr)?,
        };
        let mut told = Vec::new();
        let mut open = stream.write_all(requests.as_bytes()).is_ok();
        tally.sent += BATCH;
        while open && count(&told, b"HTTP/1.1 ") < BATCH as usize {
            let mut chunk = [0; 16 * 1024];
            match stream.read(&mut chunk) {
                Ok(count) if count > 0 => told.extend_from_slice(&chunk[..count]),
                _ => open = false,
            }
        }
        tally.too_many += count(&told, b"HTTP/1.1 429");
        lane = open.then_some(stream).filter(|_| count(&told, b"connection: close") == 0);
        // A client that has fallen behind hurries, but not without end.
        next = (next + gap).max(Instant::now().checked_sub(Duration::from_secs(1)).unwrap_or(next));
        sleep(next.saturating_duration_since(Instant::now()));
    }
    Ok(tally)
}

fn count(text: &[u8], mark: &[u8]) -> usize {
    text.windows(mark.len()).filter(|window| *window == mark).count()
}

/// Streams that are never read, and heads sent byte by byte; what the server closes is opened again.
fn half_open(addr: SocketAddr, until: Instant) -> io::Result<Tally> {
    let open = |index: usize| -> io::Result<TcpStream> {
        let mut stream = connect(3, addr)?;
        if index % 2 == 1 {
            stream.write_all(request("GET", "/api/tables/events", "", "").as_bytes())?;
        }
        stream.set_nonblocking(true)?;
        Ok(stream)
    };
    let mut held: Vec<TcpStream> = (0..HALF_OPEN).map(open).collect::<io::Result<_>>()?;
    let mut tally = Tally::default();
    let pause = Duration::from_secs(1) * 2 / u32::try_from(HALF_OPEN).expect("few");
    while Instant::now() < until {
        for (index, stream) in held.iter_mut().enumerate().step_by(2) {
            let closed = stream.read(&mut [0; 512]).is_ok();
            if closed || stream.write_all(b"G").is_err() {
                tally.cut += 1;
                *stream = open(index)?;
            }
            sleep(pause);
        }
    }
    Ok(tally)
}

/// Bodies that announce more than the server has room for, and send as much as is taken.
fn giants(addr: SocketAddr, until: Instant) -> io::Result<Tally> {
    let head = format!(
        "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {GIANT}\r\n\r\n"
    );
    let piece = vec![b'['; 64 * 1024];
    let mut tally = Tally::default();
    while Instant::now() < until {
        let mut stream = connect(4, addr)?;
        stream.write_all(head.as_bytes())?;
        let mut taken = 0;
        while taken < GIANT && Instant::now() < until {
            match stream.write(&piece) {
                Ok(count) => taken += count,
                Err(_) => break,
            }
        }
        let mut told = Vec::new();
        let _ = stream.read_to_end(&mut told);
        tally.giants += 1;
        tally.taken += taken;
        tally.refused += count(&told, b"HTTP/1.1 413").max(count(&told, b"HTTP/1.1 429"));
        sleep(BREATH);
    }
    Ok(tally)
}
