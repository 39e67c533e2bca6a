//! Connections that are never done.

use crate::ground::Front;
use crate::link::reset;
use crate::request::{form, get, listen, random_text};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Connections that one arm holds open.
const OPEN: usize = 700;
/// Pause between two of them, and between two bytes.
const PAUSE: Duration = Duration::from_millis(1);

/// Opens a connection that does not block, and says this on it.
pub fn open(front: &Front<'_>, said: &str) -> Option<TcpStream> {
    let mut stream = front.link.connect_within(Duration::from_secs(1)).ok()?;
    front.count(1);
    let _ = stream.write_all(said.as_bytes());
    stream.set_nonblocking(true).ok()?;
    Some(stream)
}

/// Whether the server has closed it; what it sends is read and forgotten.
fn is_closed(stream: &mut TcpStream) -> bool {
    let mut piece = [0; 4096];
    loop {
        match stream.read(&mut piece) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => return error.kind() != ErrorKind::WouldBlock,
        }
    }
}

/// Heads and bodies byte by byte, and connections that say nothing.
pub fn heads(front: &Front<'_>) {
    let begin = |index: usize| match index % 4 {
        0 => String::new(),
        1 => "GET /games.json HTTP/1.1\r\nHost: localhost\r\nX-".into(),
        2 => "POST /api/arena HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000\r\n\r\nkey=".into(),
        _ => "G".into(),
    };
    let mut held: Vec<Option<TcpStream>> = (0..OPEN).map(|_| None).collect();
    while !front.stop.is_over() {
        for (index, place) in held.iter_mut().enumerate() {
            if front.stop.is_over() {
                break;
            }
            let closed = place.as_mut().is_none_or(is_closed);
            match place {
                _ if closed => *place = open(front, &begin(index)),
                Some(stream) if index % 4 > 0 => drop(stream.write(b"a")),
                _ => {}
            }
            front.stop.sleep(PAUSE);
        }
    }
    held.iter().flatten().for_each(reset);
}

/// Many requests whose answers are never read.
pub fn unread(front: &Front<'_>) {
    let asked = get("/assets/style.css").repeat(64) + &get("/games.json").repeat(64);
    let mut held: Vec<TcpStream> = Vec::new();
    while !front.stop.is_over() {
        if held.len() >= 200 {
            reset(&held.remove(0));
        }
        if let Ok(stream) = front.link.connect_within(Duration::from_secs(1)) {
            let _ = stream.set_nonblocking(true);
            let _ = (&stream).write(asked.as_bytes());
            front.count(128);
            held.push(stream);
        }
        front.stop.sleep(PAUSE * 5);
    }
    held.iter().for_each(reset);
}

/// Connections that end with a reset, amid a request.
pub fn resets(front: &Front<'_>) {
    while !front.stop.is_over() {
        let request = form("/api/training", &format!("key={}", random_text(10)));
        let cut = fastrand::usize(..=request.len());
        if let Ok(mut stream) = front.link.connect_within(Duration::from_secs(1)) {
            let _ = stream.write_all(&request.as_bytes()[..cut]);
            front.count(1);
            reset(&stream);
        }
        front.stop.sleep(PAUSE);
    }
}

/// Paths of streams.
fn stream_path() -> String {
    match fastrand::u8(..3) {
        0 => "/now-playing".into(),
        1 => "/api/tables/events".into(),
        _ => format!("/events/{}", random_text(8)),
    }
}

/// Streams of events that stay open and are not read.
pub fn streams(front: &Front<'_>) {
    let mut held: Vec<TcpStream> = Vec::new();
    while !front.stop.is_over() {
        if held.len() < 3000 {
            held.extend(open(front, &listen(&stream_path())));
        } else {
            held.retain_mut(|stream| !is_closed(stream));
        }
        front.stop.sleep(PAUSE);
    }
    held.iter().for_each(reset);
}

/// Streams of events that are reset as soon as they are open.
pub fn reset_streams(front: &Front<'_>) {
    while !front.stop.is_over() {
        if let Some(stream) = open(front, &listen(&stream_path())) {
            front.stop.sleep(PAUSE);
            reset(&stream);
        } else {
            front.stop.sleep(PAUSE);
        }
    }
}
