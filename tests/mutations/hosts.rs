//! A host to whose answers something happens: the Vindinium client plays on, or says why not.

use crate::accident::mutated;
use crate::http::{heed_panics, panics};
use crate::{seed, setting};
use boardbots_base::credentials::Key;
use boardbots_client::{ClientLimits, Config, Mode, Session};
use boardbots_vindinium::board::Dir;
use boardbots_vindinium::generator;
use boardbots_vindinium::kind::Kind;
use boardbots_vindinium::map::Map;
use boardbots_vindinium::notation::{Game, Seat};
use boardbots_vindinium::rules::{Order, State};
use fastrand::Rng;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Inputs of all readers for each answer here.
const SHARE: u64 = 1_000;
/// Without an answer for so long something hangs.
const HANGS: Duration = Duration::from_mins(1);

const fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

/// A client that does not wait long for anything.
fn hasty(url: &str) -> Config {
    let limits = ClientLimits {
        turn: ms(50),
        connect: ms(500),
        send: ms(500),
        answer: ms(200),
        training: ms(200),
        lobby: ms(200),
        body: ms(50),
        game_pause: (ms(1), ms(4)),
        lobby_pause: (ms(1), ms(4)),
        not_yet: ms(1),
        patience: ms(30),
        ..ClientLimits::default()
    };
    Config {
        server: url.parse().expect("an address"),
        key: Key::from_bytes(b"abcd1234").expect("a key"),
        mode: Mode::Arena,
        games: None,
        give_up: None,
        deadline: ms(30),
        limits,
        seed: 1,
        pulse: boardbots_base::pulse::Pulse::default(),
    }
}

/// A game at a host, whose first hero is the client.
struct Hosted {
    map: Map,
    state: State,
    seats: [Seat; 4],
    url: String,
    rng: Rng,
}

impl Hosted {
    fn new(url: String, mut rng: Rng) -> Self {
        let map = generator::generate(&mut rng).expect("a map");
        let state = map.start(rng.i32(1..20) * 4, false);
        let seats = ["a", "b", "c", "d"].map(|name| Seat { name: name.into(), user_id: None, rating: None });
        Self { map, state, seats, url, rng }
    }

    /// Whatever is asked: the next turn of the client, or a new game.
    fn answer(&mut self, request: &str) -> Vec<u8> {
        if request.contains("/play") && !self.state.finished() {
            for _ in 0..4 {
                self.state.play(&self.map.board, Order::Go(Dir::ALL[self.rng.usize(..5)]));
            }
        } else {
            *self = Self::new(self.url.clone(), self.rng.fork());
        }
        let game = Game { id: "abcdefgh", board: &self.map.board, state: &self.state, seats: &self.seats };
        let body = game.reply_json(0, "abcd", &self.url);
        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json";
        format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).into_bytes()
    }
}

/// The head of a request, with its body taken.
fn request(from: &mut BufReader<TcpStream>) -> Option<String> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if from.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    let length = head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok());
    from.read_exact(&mut vec![0; length.unwrap_or(0)]).ok()?;
    Some(head)
}

/// Half of all answers are as they should be; the others are not, and end the connection.
fn serve(stream: &TcpStream, hosted: &mut Hosted, told: &AtomicU64) {
    stream.set_read_timeout(Some(HANGS)).expect("a socket");
    stream.set_nodelay(true).expect("a socket");
    let mut from = BufReader::new(stream.try_clone().expect("a socket"));
    let mut out = Vec::new();
    while let Some(head) = request(&mut from) {
        let whole = hosted.answer(&head);
        told.fetch_add(1, Ordering::Relaxed);
        if hosted.rng.bool() {
            if (&*stream).write_all(&whole).is_err() {
                return;
            }
            continue;
        }
        let body = whole.windows(4).position(|window| window == b"\r\n\r\n").expect("a head") + 4;
        if hosted.rng.u8(..4) == 0 {
            mutated(&[whole], &mut hosted.rng, &mut out);
        } else {
            mutated(&[whole[body..].to_vec()], &mut hosted.rng, &mut out);
            let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", out.len());
            out.splice(0..0, head.bytes());
        }
        // The client may have had enough.
        let _ = (&*stream).write_all(&out);
        return;
    }
}

#[test]
fn clients_live_with_any_host() {
    heed_panics();
    let total = (setting("BOARDBOTS_MUTATIONS", 20_000) / SHARE).max(60);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let (told, over) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
    let host = {
        let (told, over, url) = (Arc::clone(&told), Arc::clone(&over), url.clone());
        thread::spawn(move || {
            let mut hosted = Hosted::new(url, Rng::with_seed(seed()));
            for stream in listener.incoming().flatten() {
                if over.load(Ordering::Relaxed) {
                    return;
                }
                serve(&stream, &mut hosted, &told);
            }
        })
    };
    let begin = Instant::now();
    let (mut sessions, mut last) = (0, (0, Instant::now()));
    while told.load(Ordering::Relaxed) < total {
        let stop = Arc::new(AtomicBool::new(false));
        let (config, own) = (hasty(&url), Arc::clone(&stop));
        let session = thread::Builder::new().name("session".into());
        let session = session.spawn(move || drop(Session::new(config, Kind::Default.player(2), own).run(&mut |_| ())));
        let session = session.expect("a thread");
        sessions += 1;
        // What is told may end it; then there is another.
        while !session.is_finished() && told.load(Ordering::Relaxed) < total {
            let now = told.load(Ordering::Relaxed);
            if now > last.0 {
                last = (now, Instant::now());
            }
            assert!(last.1.elapsed() < HANGS, "nothing is asked after answer {now}");
            thread::sleep(ms(5));
        }
        stop.store(true, Ordering::Relaxed);
        let ended = session.join();
        let panicked = panics();
        assert!(ended.is_ok() && panicked.is_empty(), "before answer {}: {panicked:#?}", told.load(Ordering::Relaxed));
    }
    over.store(true, Ordering::Relaxed);
    let _ = TcpStream::connect(url.trim_start_matches("http://"));
    host.join().expect("the host ends");
    println!("{total} answers to {sessions} sessions in {:.1} s", begin.elapsed().as_secs_f64());
}
