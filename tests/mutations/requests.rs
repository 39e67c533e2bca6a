//! HTTP requests that something happened to, over real sockets: after each batch the server still
//! answers what is asked properly, and nothing has panicked.

use crate::accident::mutated;
use crate::http::{PATIENCE, ask, exchange, form, get, heed_panics, panics, post};
use crate::servers::{self, Made};
use crate::watch::Watch;
use crate::{seed, setting};
use boardbots_server::web::Server;
use fastrand::Rng;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

/// Requests between two looks whether all is well.
const BATCH: u64 = 250;
/// Requests of one server; then a new one begins, with room for games and tables.
const ROUND: u64 = 10_000;
/// Clients at once.
const CLIENTS: u64 = 4;
/// What does not answer in this time waits for something: more bytes, a turn, opponents.
const WAITS: Duration = Duration::from_millis(30);

/// An arena with tables, all in memory, and what is there.
struct Stage {
    server: Server,
    made: Vec<Made>,
    game: String,
}

impl Stage {
    fn set_up() -> Self {
        let server = servers::arena(None).expect("an arena");
        let made = servers::set_up(server.addr());
        let game = servers::train(server.addr(), 3);
        Self { server, made, game }
    }

    /// Requests as they should be, now.
    fn samples(&self, rng: &mut Rng) -> Vec<Vec<u8>> {
        let (addr, game) = (self.server.addr(), &self.game);
        let mut samples: Vec<Vec<u8>> = [
            "/",
            "/games.json",
            "/leaderboard.json?days=7",
            "/now-playing",
            "/seat",
            "/register",
            "/tables",
            "/assets/style.css",
            "/api/games",
            "/api/tables",
            "/api/tables/events",
            "/api/statistics",
        ]
        .map(|path| get(path, ""))
        .to_vec();
        samples.extend(["/{}", "/{}.json", "/events/{}"].map(|path| get(&path.replace("{}", game), "")));
        samples.push(form("/register", &format!("name=Ada{}", rng.u16(..))));
        samples.push(form("/api/training", "key=abc&turns=3&map=m1"));
        samples.push(form("/api/arena", &format!("key=abc{}", rng.u16(..))));
        samples.push(post("/api/training", "", &json!({ "key": "abc", "turns": 3 })));
        let seat = form("/api/seats", "name=Ada&kind=training&turns=20&opponents=miner,random,default,depth=2");
        if let Some(sat) = exchange(addr, &seat, PATIENCE).filter(|answer| answer.status == 201) {
            let path = format!("/api/seats/{}", sat.json()["token"].as_str().expect("a token"));
            samples.extend([get(&path, ""), get(&format!("{path}/events"), "")]);
            samples.extend(["move", "leave"].map(|what| form(&format!("{path}/{what}"), "turn=0&dir=North")));
        }
        samples.extend([seat, get("/api/seats", ""), form("/api/seats", "name=Ada&kind=arena")]);
        // A game that waits for its first move.
        let training = exchange(addr, &form("/api/training", "key=abc&turns=2"), PATIENCE);
        if let Some(url) = training.filter(|answer| answer.status == 200).and_then(|answer| path_of(&answer.json())) {
            samples.extend(["North", "Stay", "0"].map(|dir| form(&url, &format!("key=abc&dir={dir}"))));
        }
        let claim = |rng: &mut Rng| std::iter::repeat_with(|| rng.alphanumeric()).take(32).collect::<String>();
        for (name, bot) in [
            ("tron", "tron:strong,depth=1"),
            ("dragon-slayer", "dragon-slayer:abel"),
            ("battletech", "battletech:still"),
        ] {
            let seats = json!([{ "kind": "me", "name": "Ada" }, { "kind": "bot", "player": bot }]);
            let said =
                json!({ "game": name, "claim": claim(rng), "seats": seats, "options": { "clock": 60, "pace": 0 } });
            samples.push(post("/api/tables", "", &said));
        }
        let own = json!({ "name": "Hypatia", "passphrase": "correct horse", "new": "correct horse" });
        samples.extend(["", "/key", "/passphrase"].map(|what| post(&format!("/api/names{what}"), "", &own)));
        for made in &self.made {
            samples.extend(self.table(made, &claim(rng)));
        }
        samples
    }

    /// What can be asked of a table.
    fn table(&self, made: &Made, claim: &str) -> Vec<Vec<u8>> {
        let (addr, path) = (self.server.addr(), format!("/api/tables/{}", made.id));
        let mut samples = vec![
            get(&path, ""),
            get(&format!("{path}/history?from=2&count=3"), ""),
            get(&format!("{path}/evaluation"), ""),
        ];
        samples.push(get(&format!("{path}/events?token={}", made.tokens[0]), ""));
        let said = json!({ "invitation": claim, "name": "Eve", "claim": claim });
        samples.push(post(&format!("{path}/join"), "", &said));
        let state = ask(addr, &get(&path, &made.tokens[0])).json();
        let Some(asked) = state["asked"].as_u64().and_then(|asked| usize::try_from(asked).ok()) else { return samples };
        let token = &made.tokens[asked];
        let state = ask(addr, &get(&path, token)).json();
        samples.push(get(&path, token));
        for choice in state["choices"].as_array().into_iter().flatten().take(6) {
            let said = json!({ "n": state["n"], "choice": choice["choice"] });
            samples.push(post(&format!("{path}/choose"), token, &said));
        }
        for what in ["undo", "hint"] {
            samples.push(post(&format!("{path}/{what}"), token, &json!({ "n": state["n"] })));
        }
        samples
    }

    /// Whether it answers as it should.
    fn look(&self, number: u64) {
        let addr = self.server.addr();
        for path in ["/games.json", "/api/tables", "/leaderboard.json", "/api/statistics"] {
            assert_eq!(ask(addr, &get(path, "")).status, 200, "{path} after {number}");
        }
        for made in &self.made {
            let path = format!("/api/tables/{}", made.id);
            assert_eq!(ask(addr, &get(&path, &made.tokens[0])).status, 200, "{path} after {number}");
        }
        let panicked = panics();
        assert!(panicked.is_empty(), "before request {number}: {panicked:#?}");
    }
}

/// Where moves go.
fn path_of(state: &Value) -> Option<String> {
    Some(format!("/{}", state["playUrl"].as_str()?.splitn(4, '/').nth(3)?))
}

/// A request to whose body or whose first line something happened, or anywhere.
fn accident(samples: &[Vec<u8>], rng: &mut Rng, out: &mut Vec<u8>) {
    let sample = &samples[rng.usize(..samples.len())];
    let body = sample.windows(4).position(|window| window == b"\r\n\r\n").map_or(sample.len(), |end| end + 4);
    let path = sample.iter().position(|byte| *byte == b' ').map_or(0, |end| end + 1);
    let line = sample.windows(9).position(|window| window == b" HTTP/1.1").unwrap_or(path);
    let (from, until) = match rng.u8(..8) {
        0 => return mutated(samples, rng, out),
        1..=2 => (path, line),
        _ if body < sample.len() => (body, sample.len()),
        _ => (path, line),
    };
    let mut part = Vec::new();
    mutated(&[sample[from..until].to_vec()], rng, &mut part);
    out.clear();
    out.extend([&sample[..from], &part, &sample[until..]].concat());
}

/// Most requests say how long their body is: the others do not come far.
fn measured(request: &[u8], out: &mut Vec<u8>) {
    out.clear();
    let Some(end) = request.windows(4).position(|window| window == b"\r\n\r\n") else {
        return out.extend_from_slice(request);
    };
    let body = request.len() - end - 4;
    for line in request[..end].split_inclusive(|byte| *byte == b'\n') {
        if line.to_ascii_lowercase().starts_with(b"content-length:") {
            out.extend_from_slice(format!("Content-Length: {body}\r\n").as_bytes());
        } else {
            out.extend_from_slice(line);
        }
    }
    while out.last().is_some_and(|byte| matches!(byte, b'\r' | b'\n')) {
        out.pop();
    }
    out.extend_from_slice(b"\r\n\r\n");
    out.extend_from_slice(&request[end + 4..]);
}

/// Sends requests from this number on; what was answered, by status, 0 for nothing.
fn client(addr: SocketAddr, samples: &[Vec<u8>], from: u64, count: u64) -> BTreeMap<u16, u64> {
    let (mut answers, mut request, mut whole) = (BTreeMap::new(), Vec::new(), Vec::new());
    for number in from..from + count {
        let mut rng = Rng::with_seed(seed().wrapping_add(number).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        accident(samples, &mut rng, &mut request);
        let sent = if rng.u8(..4) > 0 {
            measured(&request, &mut whole);
            &whole
        } else {
            &request
        };
        let status = exchange(addr, sent, WAITS).map_or(0, |answer| answer.status);
        *answers.entry(status).or_default() += 1;
    }
    answers
}

#[test]
fn servers_answer_after_any_request() {
    heed_panics();
    let total = setting("BOARDBOTS_MUTATED_REQUESTS", 3_000);
    let (watch, begin) = (Watch::start(), Instant::now());
    let mut answers: BTreeMap<u16, u64> = BTreeMap::new();
    let mut slowest = Duration::ZERO;
    let mut done = 0;
    while done < total {
        let stage = Stage::set_up();
        let addr = stage.server.addr();
        let until = (done + ROUND).min(total);
        while done < until {
            let samples = stage.samples(&mut Rng::with_seed(done));
            let count = BATCH.min(until - done);
            let each = count.div_ceil(CLIENTS);
            let batch = || {
                thread::scope(|scope| {
                    let clients: Vec<_> = (0..CLIENTS)
                        .map(|number| {
                            let (from, samples) = (done + number * each, &samples);
                            scope.spawn(move || {
                                client(addr, samples, from, each.min((done + count).saturating_sub(from)))
                            })
                        })
                        .collect();
                    clients.into_iter().map(|client| client.join().expect("a client")).collect::<Vec<_>>()
                })
            };
            let (found, _) = watch.over("requests", done, b"a batch", batch);
            for (status, count) in found.into_iter().flatten() {
                *answers.entry(status).or_default() += count;
            }
            done += count;
            let ((), took) = watch.over("requests", done, b"what is asked properly", || stage.look(done));
            slowest = slowest.max(took);
        }
        stage.server.stop();
        let panicked = panics();
        assert!(panicked.is_empty(), "before the end of request {done}: {panicked:#?}");
    }
    println!(
        "{total} requests in {:.1} s: {answers:?} by status, 0 for none in time; slowest look {:.2} s",
        begin.elapsed().as_secs_f64(),
        slowest.as_secs_f64()
    );
    let good: u64 = answers.range(200..300).map(|(_, count)| count).sum();
    let bad: u64 = answers.range(400..500).map(|(_, count)| count).sum();
    assert!(good > total / 50 && bad > total / 10, "{answers:?}");
    assert!(!answers.contains_key(&500), "{answers:?}");
}
