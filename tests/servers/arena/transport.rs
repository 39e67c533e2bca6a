//! How clients speak HTTP: in pieces, with and without keep-alive, with expectations.

use crate::arena::client::{Client, PATIENCE, calm, post_once, serve};
use crate::arena::seat::Seat;
use boardbots_server::arena::Config;
use std::io::Read;
use std::thread::sleep;
use std::time::{Duration, Instant};

#[test]
fn expectations_are_met_before_the_body() {
    let arena = serve(Config::default());
    let mut client = Client::new(arena.addr());
    client.send(
        "POST /api/training HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Content-Length: 15\r\n\r\n",
    );
    let interim = client.reply();
    assert_eq!(interim.head, "HTTP/1.1 100 Continue\r\n\r\n");
    client.send("key=abc&turns=4");
    assert_eq!(client.reply().json()["game"]["maxTurns"], 16);
}

#[test]
fn requests_can_come_in_pieces() {
    let arena = serve(Config::default());
    let mut client = Client::new(arena.addr());
    for piece in [
        "POST /api/tr",
        "aining HTTP/1.1\r\nHo",
        "st: localhost\r\nContent-Length: 1",
        "5\r\n\r",
        "\n",
        "key=abc",
        "&turns=",
        "4",
    ] {
        client.send(piece);
        sleep(Duration::from_millis(10));
    }
    assert_eq!(client.reply().json()["game"]["maxTurns"], 16);
    client
        .send("POST /api/training HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n8\r\nkey=abc&\r\n");
    sleep(Duration::from_millis(10));
    client.send("7\r\nturns=4\r\n0\r\n\r\n");
    assert_eq!(client.reply().json()["game"]["maxTurns"], 16);
}

#[test]
fn connections_close_or_stay_as_asked() {
    let arena = serve(calm());
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=3");
    // The whole game over one connection.
    seat.play_out();
    // A connection for each move.
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=3");
    for turn in [4, 8, 12] {
        let mut client = Client::new(arena.addr());
        client.send(format!(
            "POST {} HTTP/1.1\r\nhost: lower.localhost:1\r\nconnection: close\r\ncontent-length: 9\r\n\r\ndir=South",
            seat.path()
        ));
        let reply = client.reply();
        assert_eq!(reply.header("connection"), Some("close"));
        assert!(client.closes());
        seat.state = reply.json();
        assert_eq!(seat.turn(), turn);
        assert_eq!(seat.state["viewUrl"], format!("http://lower.localhost:1/{}", seat.game()));
    }
    // The oldest way.
    let mut client = Client::new(arena.addr());
    client.send("POST /api/training HTTP/1.0\r\nContent-Length: 7\r\n\r\nkey=abc");
    let reply = client.reply();
    assert!(client.closes());
    let url = reply.json()["viewUrl"].as_str().unwrap().to_string();
    assert!(url.starts_with(&format!("http://{}/", arena.addr())), "{url}");
}

#[test]
fn a_move_counts_once_it_is_sent() {
    let arena = serve(Config { turn_limit: Duration::from_secs(30), ..Config::default() });
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=100");
    for turn in 1..=10 {
        // Sent whole and left alone; then half a move, which is none.
        Client::new(arena.addr()).ask_post(&seat.path(), "dir=North");
        let mut half = Client::new(arena.addr());
        half.send(format!("POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\ndir=No", seat.path()));
        half.stream.shutdown(std::net::Shutdown::Write).unwrap();
        assert_eq!(half.reply().status, 400);
        let until = Instant::now() + PATIENCE;
        let turn_now = |client: &mut Client| client.get("/games.json").json()["running"][0]["turn"].as_i64();
        while turn_now(&mut seat.client) != Some(4 * turn) {
            assert!(Instant::now() < until, "turn {turn}");
            // The list says the same for a second.
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn requests_can_wait_in_line() {
    let arena = serve(Config::default());
    let mut client = Client::new(arena.addr());
    let one = "POST /api/training?key=abc&turns=1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";
    client.send(one.repeat(3));
    for _ in 0..3 {
        assert_eq!(client.reply().json()["game"]["maxTurns"], 4);
    }
}

#[test]
fn head_and_body_come_in_one_piece() {
    let arena = serve(Config::default());
    let mut whole = 0;
    for _ in 0..10 {
        let mut client = Client::new(arena.addr());
        client.ask_post("/api/training", "key=abc");
        let mut bytes = [0; 16 * 1024];
        let count = client.stream.read(&mut bytes).unwrap();
        whole += usize::from(bytes[..count].ends_with(b"/play\"}"));
    }
    // The system may cut a packet now and then; two writes would be seen nearly always.
    assert!(whole >= 8, "{whole} of 10");
}

#[test]
fn nonsense_is_refused_and_harms_nobody() {
    let arena = serve(Config::default());
    for nonsense in [
        "\r\n\r\n\r\n",
        "HELLO\r\n\r\n",
        "GET\r\n\r\n",
        "POST /api/training HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
        "POST /api/training HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        "POST /api/training HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "\u{16}\u{3}\u{1}\u{2}\u{0}",
    ] {
        let mut client = Client::new(arena.addr());
        client.send(nonsense);
        client.stream.shutdown(std::net::Shutdown::Write).unwrap();
        assert!(client.closes(), "{nonsense:?}");
    }
    assert_eq!(post_once(arena.addr(), "/api/training", "key=abc").status, 200);
}
