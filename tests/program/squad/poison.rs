//! One session hears poisoned answers; the others play.

use super::{home, squad};
use crate::bot::command::finish;
use crate::bot::http::{read, reader};
use crate::bot::mini::{Mini, Nature};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What is made of an answer.
#[derive(Clone, Copy, Debug)]
enum Poison {
    NotJson,
    OtherShape,
    HugeNumbers,
    OtherBoard,
    Endless,
    Cut,
    WrongLength,
    Redirect,
    Error,
}

const ALL: [Poison; 9] = [
    Poison::NotJson,
    Poison::OtherShape,
    Poison::HugeNumbers,
    Poison::OtherBoard,
    Poison::Endless,
    Poison::Cut,
    Poison::WrongLength,
    Poison::Redirect,
    Poison::Error,
];

impl Poison {
    /// Answers a client with what is left of a good body.
    fn answer(self, to: &mut TcpStream, body: &str) -> io::Result<()> {
        let mut write = |head: &str, length: usize, body: &str| {
            to.write_all(format!("HTTP/1.1 {head}\r\nContent-Length: {length}\r\n\r\n{body}").as_bytes())
        };
        let mut ok = |body: &str| write("200 OK", body.len(), body);
        match self {
            Self::NotJson => ok("the game is going well"),
            Self::OtherShape => ok(r#"{"game":{"id":["x"],"board":7,"heroes":{}},"hero":null,"token":1}"#),
            Self::HugeNumbers => {
                let huge = |field: &str, text: &str| {
                    text.replace(&format!("\"{field}\":"), &format!("\"{field}\":9999999999"))
                };
                ok(&["turn", "maxTurns", "gold", "life", "x", "size"]
                    .iter()
                    .fold(body.to_owned(), |text, field| huge(field, &text)))
            }
            Self::OtherBoard => {
                let tiles = r#""size":2,"tiles":"@1@2@3@4""#;
                let at = body.find("\"size\":").expect("a board");
                let end = at + body[at..].find('}').expect("its end");
                ok(&format!("{}{tiles}{}", &body[..at], &body[end..]))
            }
            Self::Cut => write("200 OK", body.len(), &body[..body.len() / 2]),
            Self::WrongLength => write("200 OK", body.len() / 2, body),
            Self::Redirect => write("302 Found\r\nLocation: http://127.0.0.1:1/elsewhere", 0, ""),
            Self::Error => write("500 Broken", 3, "sad"),
            Self::Endless => {
                to.write_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")?;
                loop {
                    to.write_all(b"10\r\n{\"game\":{\"id\":[[\r\n")?;
                }
            }
        }
    }
}

/// A server before another one that poisons all answers but the first `good` ones.
fn poisoner(server: SocketAddr, poison: Poison, good: usize) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let answered = Arc::new(AtomicUsize::new(0));
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (answered, Ok(mut stream)) = (Arc::clone(&answered), stream) else { continue };
            // A client that is gone needs no answer.
            thread::spawn(move || -> io::Result<()> {
                let Some(request) = read(&mut reader(&stream))? else { return Ok(()) };
                let mut upstream = TcpStream::connect(server)?;
                upstream.write_all(request.head.as_bytes())?;
                upstream.write_all(&request.body)?;
                let Some(answer) = read(&mut reader(&upstream))? else { return Ok(()) };
                let body = String::from_utf8(answer.body).expect("JSON");
                if answered.fetch_add(1, Ordering::Relaxed) < good {
                    let head =
                        format!("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", body.len());
                    return stream.write_all(format!("{head}{body}").as_bytes());
                }
                poison.answer(&mut stream, &body)
            });
        }
    });
    url
}

#[test]
fn nine_kinds_of_poison_harm_no_other_session() {
    let mini = Mini::start(Nature { turns: 120, ..Nature::default() });
    let healthy: Vec<String> = (1..=4).map(|number| format!("healthy-{number}")).collect();
    let mut lines = format!("server = {}\ngames = 3\ndepth = 2\nthreads = 2\n", mini.url());
    let mut poisoned = Vec::new();
    for (number, poison) in ALL.into_iter().enumerate() {
        // From the first answer on, and in the midst of a game.
        for good in [0, 3] {
            let (name, url) = (format!("poisoned-{number}-after-{good}"), poisoner(mini.addr, poison, good));
            writeln!(lines, "[{name}]\nserver = {url}\ngive-up = 3s").unwrap();
            poisoned.push(name);
        }
    }
    let names = [&healthy[..], &poisoned[..]].concat();
    let home = home(&names, &lines);
    let (code, out, err) = finish(squad(&home));
    assert_eq!(code, 4, "the worst end is that of a server that does not answer: {out}{err}");
    for name in &healthy {
        let rows = out.lines().filter(|line| line.starts_with(name.as_str()) && line.ends_with(" finished"));
        assert_eq!(rows.count(), 3, "{name}: {out}");
    }
    for name in &poisoned {
        let told = err.lines().filter(|line| line.starts_with(&format!("boardbots: {name}: "))).count();
        assert_eq!(told, 1, "{name}: {err}");
    }
    assert!(err.ends_with("boardbots: 18 of 22 bots did not end well\n") && !err.contains("panicked"), "{err}");
}
