//! Heads and bodies that are too long, and bytes that are no HTTP.

use super::flood::exchange;
use crate::ground::Front;
use crate::link::reset;
use crate::request::{form, get, json, random_text};
use serde_json::Value;
use std::io::Write;
use std::time::Duration;

/// How long an attacker waits for anything.
const WAIT: Duration = Duration::from_secs(1);
/// Pieces of a body that is announced with a length that nobody has room for.
const PIECES: usize = 64;

/// Heads without end, bodies of a gigabyte, chunks without end.
pub fn giants(front: &Front<'_>) {
    let piece = vec![b'['; 64 * 1024];
    while !front.stop.is_over() {
        let head = match fastrand::u8(..4) {
            0 => "GET / HTTP/1.1\r\nHost: localhost\r\nX: ".to_string(),
            1 => "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                  Content-Length: 1000000000\r\n\r\n"
                .to_string(),
            2 => "POST /api/training HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n"
                .to_string(),
            _ => format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "a/".repeat(7000)),
        };
        if let Ok(mut stream) = front.link.connect_within(WAIT) {
            front.count(1);
            let mut taken = stream.write_all(head.as_bytes()).is_ok();
            for _ in 0..PIECES {
                taken = taken && !front.stop.is_over() && stream.write_all(&piece).is_ok();
            }
            let _ = exchange(&mut stream, b"", 1, front);
            reset(&stream);
        }
    }
}

/// Requests with bytes changed, cut or doubled, and bytes that never were a request.
pub fn garbage(front: &Front<'_>) {
    while !front.stop.is_over() {
        let mut bytes = match fastrand::u8(..5) {
            0 => form("/api/arena", "key=%zz&key=%00&dir=%u1234").into_bytes(),
            1 => json("/api/tables", &Value::String("[".repeat(2000))).into_bytes(),
            2 => format!(
                "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                 Content-Length: 9000\r\n\r\n{}",
                "[".repeat(9000)
            )
            .into_bytes(),
            3 => {
                get(&format!("/api/tables/{}/history?from=-1&count=99999999999999999999", random_text(10))).into_bytes()
            }
            _ => (0..fastrand::usize(1..500)).map(|_| fastrand::u8(..)).collect(),
        };
        for _ in 0..fastrand::usize(..6) {
            let at = fastrand::usize(..bytes.len());
            match fastrand::u8(..3) {
                0 => bytes[at] = fastrand::u8(..),
                1 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, fastrand::u8(..)),
            }
        }
        if let Ok(mut stream) = front.link.connect_within(WAIT) {
            let _ = stream.set_read_timeout(Some(Duration::from_millis(50)));
            front.count(1);
            let _ = exchange(&mut stream, &bytes, 1, front);
            reset(&stream);
        }
    }
}

/// A thousand requests at once on one connection.
pub fn pipelines(front: &Front<'_>) {
    let asked = get("/games.json").repeat(1000);
    while !front.stop.is_over() {
        if let Ok(mut stream) = front.link.connect_within(WAIT) {
            front.count(1000);
            let _ = exchange(&mut stream, asked.as_bytes(), 1000, front);
            reset(&stream);
        }
    }
}
