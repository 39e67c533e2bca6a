//! A plain HTTP client on a socket.

use serde_json::Value;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// No test waits longer than this for anything.
const PATIENCE: Duration = Duration::from_mins(2);

/// An answer.
pub struct Reply {
    pub status: u16,
    /// The content type.
    pub form: String,
    pub body: String,
}

impl Reply {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

/// Sends a request on a connection of its own.
pub fn ask(addr: SocketAddr, head: &str, body: &str) -> Reply {
    let mut stream = TcpStream::connect(addr).expect("the server accepts");
    stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
    let host = "Host: kept.localhost\r\nConnection: close";
    write!(stream, "{head}\r\n{host}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).expect("the server reads");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    let header = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().to_string();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    Reply { status, form: header("content-type: "), body: body.to_string() }
}

/// `GET`, with the token of a seat if there is one.
pub fn get(addr: SocketAddr, path: &str, token: &str) -> Reply {
    ask(addr, &format!("GET {path} HTTP/1.0\r\nAuthorization: Bearer {token}"), "")
}

/// `POST` of JSON, with the token of a seat if there is one.
pub fn post(addr: SocketAddr, path: &str, token: &str, said: &Value) -> Reply {
    let head = format!("POST {path} HTTP/1.1\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json");
    ask(addr, &head, &said.to_string())
}

/// `POST` of a form.
pub fn form(addr: SocketAddr, path: &str, form: &str) -> Reply {
    ask(addr, &format!("POST {path} HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded"), form)
}

/// The events of a stream, as far as they come with its first bytes: the data of this many.
pub fn events(addr: SocketAddr, path: &str, count: usize) -> Vec<Value> {
    let mut stream = TcpStream::connect(addr).expect("the server accepts");
    stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: kept.localhost\r\n\r\n").expect("the server reads");
    let mut text = Vec::new();
    loop {
        let told = String::from_utf8_lossy(&text).into_owned();
        // What comes in pieces has the length of each before it, on a line of its own.
        let data: Vec<Value> =
            told.lines().filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok()).collect();
        if data.len() >= count {
            return data;
        }
        let mut piece = [0; 16 * 1024];
        let length = stream.read(&mut piece).expect("events in time");
        assert!(length > 0, "{path}: the stream has ended: {told}");
        text.extend_from_slice(&piece[..length]);
    }
}
