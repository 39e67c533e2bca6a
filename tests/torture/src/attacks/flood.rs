//! Requests one after another, as fast as a server takes them.

use crate::ground::Front;
use crate::link::reset;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Requests that are sent before an answer is read.
const BATCH: usize = 16;
/// How long an attacker waits for answers.
const WAIT: Duration = Duration::from_secs(2);
/// Pause after a server has closed a connection or taken none.
const PAUSE: Duration = Duration::from_millis(5);

/// Sends what is made until the attack is over. Answers with a status of 200 to 299 count as
/// granted. Returns how many had the status 404 or 403.
pub fn flood(front: &Front<'_>, mut make: impl FnMut() -> String) -> u64 {
    let mut missed = 0;
    let mut lane: Option<TcpStream> = None;
    while !front.stop.is_over() {
        let Some(mut stream) = lane.take().or_else(|| front.link.connect_within(WAIT).ok()) else {
            front.stop.sleep(PAUSE);
            continue;
        };
        let requests: String = (0..BATCH).map(|_| make()).collect();
        let (told, open) = exchange(&mut stream, requests.as_bytes(), BATCH, front);
        front.count(BATCH as u64);
        front.grant(occurrences(&told, b"HTTP/1.1 2") as u64);
        missed += (occurrences(&told, b"HTTP/1.1 404") + occurrences(&told, b"HTTP/1.1 403")) as u64;
        if open && occurrences(&told, b"connection: close") == 0 {
            lane = Some(stream);
        } else {
            // Closed ports would soon be used up.
            reset(&stream);
            front.stop.sleep(PAUSE);
        }
    }
    missed
}

/// Sends bytes and reads this many answers; returns what came, and whether the connection is still good.
pub fn exchange(stream: &mut TcpStream, bytes: &[u8], answers: usize, front: &Front<'_>) -> (Vec<u8>, bool) {
    let mut told = Vec::new();
    let mut open = stream.write_all(bytes).is_ok();
    let mut seen = 0;
    let mut piece = [0; 16 * 1024];
    while open && seen < answers && !front.stop.is_over() {
        match stream.read(&mut piece) {
            Ok(count) if count > 0 => {
                // A mark may lie on both sides of a border.
                let from = told.len().saturating_sub(8);
                told.extend_from_slice(&piece[..count]);
                seen += occurrences(&told[from..], b"HTTP/1.1 ");
            }
            _ => open = false,
        }
        if told.len() > 1 << 22 {
            told.drain(..told.len() - 64);
        }
    }
    (told, open)
}

/// How often a mark occurs.
pub fn occurrences(text: &[u8], mark: &[u8]) -> usize {
    text.windows(mark.len()).filter(|window| *window == mark).count()
}
