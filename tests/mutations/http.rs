//! A plain HTTP client on a socket, and what panics while servers are asked.

use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Mutex, Once};
use std::time::Duration;

/// Longest wait for anything.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// What has panicked in threads that are not a test's.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// From now on panics in the threads of servers are known.
pub fn heed_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panicked| {
            let thread = std::thread::current();
            let name = thread.name().unwrap_or("?");
            if !name.contains("::") {
                PANICS.lock().expect("unharmed").push(format!("{name}: {panicked}"));
            }
            usual(panicked);
        }));
    });
}

/// What has panicked since this was last asked.
pub fn panics() -> Vec<String> {
    std::mem::take(&mut PANICS.lock().expect("unharmed"))
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Sends bytes, and takes one answer; of a stream of events its head. Nothing if the server hangs up
/// or waits for more.
pub fn exchange(addr: SocketAddr, bytes: &[u8], patience: Duration) -> Option<Answer> {
    let mut stream = TcpStream::connect(addr).expect("the server listens");
    stream.set_nodelay(true).expect("a socket");
    stream.set_read_timeout(Some(patience)).expect("a socket");
    stream.set_write_timeout(Some(patience)).expect("a socket");
    // The server may have had enough before the last byte; its answer is there then.
    let _ = stream.write_all(bytes);
    let mut read = Vec::new();
    let (mut head, mut chunk) = (None, [0; 16 * 1024]);
    loop {
        if head.is_none()
            && let Some(end) = read.windows(4).position(|window| window == b"\r\n\r\n")
        {
            let text = String::from_utf8_lossy(&read[..end]).to_ascii_lowercase();
            let status: u16 = text.split(' ').nth(1)?.parse().ok()?;
            let length = text.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse().ok());
            if text.contains("transfer-encoding: chunked") && !text.contains("text/event-stream") {
                // Made in parts: up to the empty one.
                while !read.ends_with(b"\r\n0\r\n\r\n") {
                    let count = stream.read(&mut chunk).ok().filter(|count| *count > 0)?;
                    read.extend_from_slice(&chunk[..count]);
                }
                return Some(Answer { status, body: joined(&read[end + 4..])? });
            }
            head = Some((status, end + 4, length.unwrap_or(0)));
        }
        if let Some((status, start, length)) = head
            && read.len() >= start + length
        {
            return Some(Answer { status, body: read[start..start + length].to_vec() });
        }
        match stream.read(&mut chunk) {
            Ok(0) | Err(_) => return None,
            Ok(count) => read.extend_from_slice(&chunk[..count]),
        }
    }
}

fn request(method: &str, path: &str, token: &str, form: &str, body: &str) -> Vec<u8> {
    let token = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\n{token}Content-Type: {form}\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

pub fn get(path: &str, token: &str) -> Vec<u8> {
    request("GET", path, token, "text/plain", "")
}

pub fn post(path: &str, token: &str, body: &Value) -> Vec<u8> {
    request("POST", path, token, "application/json", &body.to_string())
}

pub fn form(path: &str, body: &str) -> Vec<u8> {
    request("POST", path, "", "application/x-www-form-urlencoded", body)
}

/// An answer that must come.
pub fn ask(addr: SocketAddr, bytes: &[u8]) -> Answer {
    exchange(addr, bytes, PATIENCE).unwrap_or_else(|| panic!("no answer to {:?}", String::from_utf8_lossy(bytes)))
}

/// The parts of a body, joined.
fn joined(mut parts: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = parts.windows(2).position(|window| window == b"\r\n")?;
        let size = usize::from_str_radix(std::str::from_utf8(&parts[..end]).ok()?, 16).ok()?;
        body.extend_from_slice(parts.get(end + 2..end + 2 + size)?);
        parts = parts.get(end + 4 + size..)?;
        if size == 0 {
            return Some(body);
        }
    }
}
