//! What is too much: too long, too slow, too many.

use crate::arena::client::{Client, open, post_once, serve};
use crate::arena::seat::{Seat, join_all};
use boardbots_server::arena::{ArenaLimits, Config};
use boardbots_server::web::{self, Server};
use std::io::Write;
use std::thread::sleep;
use std::time::{Duration, Instant};

fn limited(limits: ArenaLimits) -> Config {
    Config { limits, turn_limit: Duration::from_secs(30), ..Config::default() }
}

fn of_http(limits: web::HttpLimits) -> Server {
    open(limits, limited(ArenaLimits::default())).expect("an arena starts")
}

#[test]
fn long_heads_and_bodies_are_refused() {
    let arena = serve(Config::default());
    let mut client = Client::new(arena.addr());
    client.send(format!("GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: {}\r\n\r\n", "x".repeat(40_000)));
    assert_eq!(client.reply().status, 431);
    // By its announced length, before a byte of it is sent.
    let mut client = Client::new(arena.addr());
    client.send("POST /api/training HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n");
    let reply = client.reply();
    assert_eq!((reply.status, reply.body.as_str()), (413, "Vindinium - The request is too long"));
    // By what comes, where no length is announced.
    let mut client = Client::new(arena.addr());
    client.send("POST /api/training HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
    client.send(format!("5000\r\n{}\r\n", "x".repeat(0x5000)));
    assert_eq!(client.reply().status, 413);
    // The largest map fits.
    let mut rows = vec!["  ".repeat(28); 28];
    rows[0].replace_range(..16, "@1@2@3@4$-$-$-$-");
    let map = rows.join("%0D%0A").replace(' ', "%20").replace('@', "%40");
    let reply = post_once(arena.addr(), "/api/training", &format!("key=abc&map={map}"));
    assert_eq!(reply.status, 200, "{reply:?}");
}

#[test]
fn slow_writers_are_cut_and_sleepers_are_not() {
    let limits = web::HttpLimits {
        head_time: Duration::from_millis(500),
        body_time: Duration::from_millis(500),
        idle_time: Duration::from_secs(20),
        ..web::HttpLimits::default()
    };
    let arena = of_http(limits);
    let mut idle = Client::new(arena.addr());
    let mut rested = Client::new(arena.addr());
    assert_eq!(rested.get("/games.json").status, 200);
    let began = Instant::now();
    let mut head = Client::new(arena.addr());
    let mut body = Client::new(arena.addr());
    body.send("POST /api/training HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n");
    // A byte now and then, until the arena has had enough.
    let drip = |client: &mut Client, bytes: &[u8]| {
        for &byte in bytes {
            if began.elapsed() < Duration::from_secs(1) {
                let _ = client.stream.write_all(&[byte]);
                sleep(Duration::from_millis(50));
            }
        }
    };
    drip(&mut head, b"GET /games.json HTTP/1.1\r\nHost: localhost\r\n");
    assert_eq!(head.reply().status, 408);
    assert!(head.closes());
    assert_eq!(body.reply().status, 408);
    assert!(began.elapsed() < Duration::from_secs(10));
    sleep(Duration::from_millis(700));
    for client in [&mut idle, &mut rested] {
        assert_eq!(client.get("/games.json").status, 200);
    }
}

#[test]
fn idle_connections_close_but_pending_joins_do_not() {
    let limits = web::HttpLimits {
        idle_time: Duration::from_millis(300),
        head_time: Duration::from_millis(300),
        write_time: Duration::from_millis(300),
        ..web::HttpLimits::default()
    };
    let arena = of_http(limits);
    let mut idle = Client::new(arena.addr());
    let mut waiting = join_all(arena.addr(), ["a", "b", "c"]);
    assert!(idle.closes());
    sleep(Duration::from_millis(900));
    assert_eq!(waiting.len(), 3);
    let mut last = Client::new(arena.addr());
    last.ask_post("/api/arena", "key=d");
    let mut first = Seat::first(waiting.remove(0));
    first.ask("Stay");
    // Neither are moves whose answer is long in coming.
    let _asked = [waiting.remove(0), waiting.remove(0), last].map(|client| {
        let seat = Seat::first(client);
        sleep(Duration::from_millis(900));
        // This connection has rested too long by now.
        let mut client = Client::new(arena.addr());
        client.ask_post(&seat.path(), "dir=Stay");
        client
    });
    assert_eq!((first.take().status, first.turn()), (200, 4));
    assert!(first.state["game"]["heroes"].as_array().unwrap().iter().all(|hero| hero["crashed"] == false));
}

#[test]
fn connections_over_the_limit_take_the_place_of_idle_ones() {
    let arena = of_http(web::HttpLimits { connections: 6, ..web::HttpLimits::default() });
    let mut seats: Vec<Seat> =
        ["abc", "def", "ghi"].map(|key| Seat::train(arena.addr(), &format!("key={key}&turns=100"))).into();
    // Each seat has a connection that is kept for it, and there are no more seats than that.
    let reply = post_once(arena.addr(), "/api/training", "key=jkl");
    assert_eq!((reply.status, reply.body.as_str()), (503, "Vindinium - Too many heroes play, try again later"));
    for _ in 0..3 {
        let mut idle: Vec<Client> = (0..4).map(|_| Client::new(arena.addr())).collect();
        for client in &mut idle {
            assert_eq!(client.get("/games.json").status, 200);
        }
        assert!(idle[0].closes(), "it has been idle for the longest time");
        for seat in &mut seats {
            assert_eq!(seat.play("Stay").status, 200);
        }
    }
}

#[test]
fn a_crowd_is_closed_without_a_stall() {
    let arena = of_http(web::HttpLimits { connections: 4, ..web::HttpLimits::default() });
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=100");
    let crowd: Vec<Client> = (0..200).map(|_| Client::new(arena.addr())).collect();
    seat.play_out();
    drop(crowd);
}

#[test]
fn games_and_joins_over_the_limit_are_told_so() {
    let arena = serve(limited(ArenaLimits { running_games: 2, pending_joins: 3, ..ArenaLimits::default() }));
    let _seat = Seat::train(arena.addr(), "key=abc");
    let _waiting = join_all(arena.addr(), ["a", "b"]);
    let reply = post_once(arena.addr(), "/api/training", "key=d");
    assert_eq!((reply.status, reply.body.as_str()), (503, "Vindinium - Too many games are running, try again later"));
    let _third = join_all(arena.addr(), ["c"]);
    for path in ["/api/arena", "/api/training"] {
        let reply = post_once(arena.addr(), path, "key=d");
        assert_eq!(
            (reply.status, reply.body.as_str()),
            (503, "Vindinium - Too many players are waiting, try again later")
        );
    }
}

#[test]
fn users_over_the_limit_are_refused() {
    let arena = serve(limited(ArenaLimits { users: 1, ..ArenaLimits::default() }));
    Seat::train(arena.addr(), "key=abc");
    assert_eq!(post_once(arena.addr(), "/api/training", "key=def").body, "Vindinium - Key not found");
    assert_eq!(post_once(arena.addr(), "/register", "name=Ada").status, 503);
    Seat::train(arena.addr(), "key=abc");
}
