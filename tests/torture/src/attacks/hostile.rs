//! Servers that mean harm to a bot, which plays on when there is a good one at the same address.

use crate::ground::Ground;
use crate::link::Link;
use crate::process;
use crate::request::random_text;
use crate::row::Row;
use crate::server::{Server, last_line};
use crate::stop::Stop;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The attack's name.
pub const NAME: &str = "hostile-servers";
/// How long a bot may need once the server is a good one.
const RECOVERY: Duration = Duration::from_secs(45);
/// Answers of hostile servers; `{ok}` is a good head, and what is not listed in [`answer`] is sent
/// as it is.
const WAYS: [(&str, &str); 13] = [
    ("closes", ""),
    ("garbage", "\x00\x01\x02 HTTP 200 \r\n\r\n\r\n"),
    (
        "captive portal",
        "HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\nContent-Length: 19\r\n\r\n<html>Log in</html>",
    ),
    ("not found", "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"),
    ("bad request", "HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nContent-Length: 13\r\n\r\n<html></html>"),
    ("portal with 200", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 19\r\n\r\n<html>Log in</html>"),
    ("redirect", "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"),
    (
        "wrong JSON",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 26\r\n\r\n{\"game\":{\"turn\":-1},\"x\":1}",
    ),
    ("deep JSON", "deep"),
    ("endless body", "endless"),
    ("endless head", "head"),
    ("slow drip", "drip"),
    ("says nothing", "silent"),
];

/// Answers as a hostile server does, until it is over.
fn answer(mut stream: TcpStream, way: &str, stop: &Stop) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(Duration::from_secs(1)))?;
    stream.set_write_timeout(Some(Duration::from_secs(1)))?;
    let _ = stream.read(&mut [0; 4096])?;
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    match way {
        "deep" => {
            let body = "{\"game\":".repeat(20_000);
            stream.write_all(format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes())?;
        }
        "endless" => {
            stream.write_all(format!("{head}Content-Length: 100000000000\r\n\r\n").as_bytes())?;
            let piece = vec![b' '; 64 * 1024];
            while !stop.is_over() {
                stream.write_all(&piece)?;
            }
        }
        "head" => {
            stream.write_all(head.as_bytes())?;
            while !stop.is_over() {
                stream.write_all(format!("X-{}: {}\r\n", random_text(8), "y".repeat(1000)).as_bytes())?;
            }
        }
        "drip" => {
            stream.write_all(format!("{head}Content-Length: 1000\r\n\r\n").as_bytes())?;
            while stop.sleep(Duration::from_millis(100)) {
                stream.write_all(b" ")?;
            }
        }
        "silent" => drop(stop.sleep(Duration::from_mins(1))),
        plain => stream.write_all(plain.as_bytes())?,
    }
    Ok(())
}

/// Forwards a connection to a good server.
fn relay(client: &TcpStream, to: SocketAddr) -> io::Result<()> {
    client.set_nonblocking(false)?;
    let server = Link::home(to, 1).connect()?;
    let (mut from_client, mut to_server) = (client.try_clone()?, server.try_clone()?);
    let there = thread::spawn(move || {
        let _ = io::copy(&mut from_client, &mut to_server);
        let _ = to_server.shutdown(Shutdown::Both);
    });
    let _ = io::copy(&mut &server, &mut &*client);
    let _ = client.shutdown(Shutdown::Both);
    let _ = there.join();
    Ok(())
}

/// A server that is hostile first and then a good one; it ends with the whole.
fn turncoat(way: &'static str, good: SocketAddr, hostile: Stop, whole: Stop) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let addr = listener.local_addr()?;
    listener.set_nonblocking(true)?;
    thread::spawn(move || {
        while !whole.is_over() {
            let Ok((stream, _)) = listener.accept() else {
                thread::sleep(Duration::from_millis(2));
                continue;
            };
            let hostile = hostile.clone();
            thread::spawn(move || if hostile.is_over() { relay(&stream, good) } else { answer(stream, way, &hostile) });
        }
    });
    Ok(addr)
}

/// A bot that plays one training game.
fn bot(program: &Path, server: SocketAddr, folder: &Path, name: &str) -> io::Result<Child> {
    Command::new(program)
        .args(["vindinium", "--mode", "training", "--games", "1", "--turns", "3", "--map", "m1", "--depth", "1"])
        .arg("--server")
        .arg(format!("http://{server}"))
        .arg("--key-file")
        .arg(folder.join("key"))
        .env("RUST_LOG", "warn")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(folder.join(format!("{name}.log")))?)
        .spawn()
}

/// A bot for each hostile server; all have to finish a game afterwards.
pub fn servers(ground: &Ground) -> io::Result<Row> {
    let (plan, folder) = ground.plan(NAME)?;
    let mut row = Row::new(NAME);
    let good = Server::start(&plan)?;
    fs::write(folder.join("key"), "torture1")?;
    let whole = ground.stop.part(None);
    let hostile = whole.part(Some(Instant::now() + ground.time));
    let mut bots: Vec<(&str, Child)> = Vec::new();
    for (name, way) in WAYS {
        let addr = turncoat(way, good.addr, hostile.clone(), whole.clone())?;
        bots.push((name, bot(&ground.program, addr, &folder, name)?));
    }
    row.requests = bots.len() as u64;
    let until = Instant::now() + ground.time + RECOVERY;
    let mut ended: Vec<(&str, Option<std::process::ExitStatus>)> = Vec::new();
    while !bots.is_empty() && Instant::now() < until && !ground.stop.is_interrupted() {
        bots.retain_mut(|(name, child)| {
            row.memory = row.memory.max(process::peak_memory(child.id()));
            let status = child.try_wait().ok().flatten();
            ended.extend(status.map(|status| (*name, Some(status))));
            status.is_none()
        });
        ground.stop.sleep(Duration::from_millis(20));
    }
    for (name, mut child) in bots {
        let _ = child.kill();
        let _ = child.wait();
        ended.push((name, None));
    }
    for (name, status) in ended {
        let line = last_line(&folder.join(format!("{name}.log")));
        match status {
            Some(status) if status.success() => row.finished += 1,
            Some(status) => row.fail(format!("{name}: the bot ended with {status}: {line}")),
            None => row.fail(format!("{name}: the bot did not play on: {line}")),
        }
    }
    whole.call();
    good.end()?;
    Ok(row)
}
