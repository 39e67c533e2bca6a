//! What servers say.

use super::crafted::ALL;
use super::{check, run};
use boardbots_vindinium::generator::generate;
use boardbots_vindinium::notation::{Game, Seat};
use fastrand::Rng;
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::thread;

/// Text that stands in for whatever a server may choose, with a line that looks like one of the log.
fn said() -> String {
    format!("{ALL}\r\n<0>FORGED\n[2024-02-29T12:34:56Z ERROR x] FORGED")
}

/// A game that has ended when it begins, in which all texts say more than they should.
fn game(address: &str) -> String {
    let map = generate(&mut Rng::with_seed(1)).expect("a map");
    let state = map.start(40, false);
    let seats =
        [1, 2, 3, 4].map(|hero| Seat { name: format!("{hero}{}", said()), user_id: Some(said()), rating: Some(1200) });
    let game = Game { id: "abcdefgh", board: &map.board, state: &state, seats: &seats };
    let text = game.reply_json(state.mover(), "abcd", address);
    let mut reply: Value = serde_json::from_str(&text).expect("JSON");
    reply["game"]["finished"] = true.into();
    reply["game"]["id"] = format!("<0>a{}", said()).into();
    reply["viewUrl"] = format!("{address}/b{}", said()).into();
    reply.to_string()
}

/// The address of a server that says the same to all.
fn server(status: u16, body: impl Fn(&str) -> String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let body = body(&address);
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let mut input = BufReader::new(stream);
            let (mut line, mut length) = (String::new(), 0);
            while input.read_line(&mut line).is_ok_and(|read| read > 2) {
                let lower = line.to_lowercase();
                length = lower
                    .strip_prefix("content-length:")
                    .map_or(length, |value| value.trim().parse().expect("a number"));
                line.clear();
            }
            let _ = input.read_exact(&mut vec![0; length]);
            let head = format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            let _ = input.into_inner().write_all(format!("{head}{body}").as_bytes());
        }
    });
    address
}

#[test]
fn nothing_raw_comes_out_of_what_servers_say() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("key"), "abcd1234\n").expect("a file");
    let text = |_: &str| format!("no {}", said());
    let asked = [
        (server(200, game), "a game"),
        (server(200, text), "no game"),
        (server(404, text), "not found"),
        (server(400, text), "refused"),
        (server(500, text), "in trouble"),
    ];
    for (address, about) in asked {
        for (json, journal) in [("", false), ("", true), ("--json", false)] {
            let words = format!("vindinium --server {address} --key-file key --games 1 --depth 1 --give-up 1ms {json}");
            let words: Vec<String> = words.split_whitespace().map(str::to_string).collect();
            let output = run(folder.path(), &words, b"", journal);
            let told = check(&output, &[0, 4, 5, 6]);
            let due = if about == "a game" { told == Ok(true) } else { told.is_ok() };
            assert!(due, "{about}: {words:?} {told:?} {output:?}");
        }
    }
}
