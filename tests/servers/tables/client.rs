//! A plain HTTP client on a socket, and a seat at a table through it.

use boardbots_server::StartError;
use boardbots_server::tables::{Config, start};
use boardbots_server::web::{HttpLimits, Server, ServerConfig};
use serde_json::{Value, json};
use socket2::{Domain, SockRef, Socket, Type};
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// No test waits longer than this for anything.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// Tables on a free port, if they are served.
pub fn open(limits: HttpLimits, config: Config) -> Result<Server, StartError> {
    let server = ServerConfig { listen: SocketAddr::from(([127, 0, 0, 1], 0)), limits, ..ServerConfig::default() };
    start(server, config)
}

/// Tables on a free port.
pub fn serve() -> Server {
    open(HttpLimits::default(), Config::default()).expect("tables are served")
}

/// One connection.
pub struct Client {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Client {
    pub fn new(addr: SocketAddr) -> Self {
        let stream = TcpStream::connect(addr).expect("a connection");
        stream.set_nodelay(true).expect("a socket");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        Self { stream, read: Vec::new() }
    }

    /// A connection that takes few bytes before they are read.
    pub fn with_buffer(addr: SocketAddr, bytes: usize) -> Self {
        let socket = Socket::new(Domain::for_address(addr), Type::STREAM, None).expect("a socket");
        socket.set_recv_buffer_size(bytes).expect("a socket");
        socket.connect(&addr.into()).expect("a connection");
        let stream = TcpStream::from(socket);
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        Self { stream, read: Vec::new() }
    }

    /// Sends a request; status and JSON of the answer.
    fn ask(&mut self, method: &str, path: &str, token: &str, body: &str) -> (u16, Value) {
        self.send(method, path, token, body);
        let (status, text) = self.answer();
        (status, serde_json::from_str(&text).expect("JSON"))
    }

    /// Sends a request without waiting for the answer.
    pub fn send(&mut self, method: &str, path: &str, token: &str, body: &str) {
        let token = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: tables.localhost\r\n{token}Content-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.write_all(request.as_bytes()).expect("the server reads");
    }

    /// The next answer: status and text.
    pub fn answer(&mut self) -> (u16, String) {
        let head = self.until("\r\n\r\n").to_ascii_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        if let Some(length) = length {
            return (status, self.take(length.trim().parse().expect("a number")));
        }
        assert!(head.contains("transfer-encoding: chunked"), "{head}");
        let mut text = String::new();
        loop {
            let size = self.until("\r\n");
            let size = usize::from_str_radix(size.trim(), 16).expect("the size of a part");
            text.push_str(&self.take(size));
            assert_eq!(self.until("\r\n"), "\r\n");
            if size == 0 {
                return (status, text);
            }
        }
    }

    /// So many bytes, as a text.
    fn take(&mut self, length: usize) -> String {
        while self.read.len() < length {
            self.more();
        }
        String::from_utf8(self.read.drain(..length).collect()).expect("text")
    }

    pub fn get(&mut self, path: &str, token: &str) -> Value {
        let (status, told) = self.ask("GET", path, token, "");
        assert_eq!(status, 200, "{path}: {told}");
        told
    }

    /// Status and JSON, whatever the status.
    pub fn try_get(&mut self, path: &str, token: &str) -> (u16, Value) {
        self.ask("GET", path, token, "")
    }

    pub fn post(&mut self, path: &str, token: &str, said: &Value) -> (u16, Value) {
        self.ask("POST", path, token, &said.to_string())
    }

    /// Makes a table; what is told.
    pub fn table(&mut self, game: &str, seats: &Value, options: &Value) -> Value {
        let claim: String = std::iter::repeat_with(fastrand::alphanumeric).take(24).collect();
        let said = json!({ "game": game, "claim": claim, "seats": seats, "options": options });
        let (status, told) = self.post("/api/tables", "", &said);
        assert_eq!(status, 201, "{told}");
        told
    }

    /// Opens a stream of events.
    pub fn listen(&mut self, path: &str, last: Option<u64>) {
        let last = last.map_or(String::new(), |last| format!("Last-Event-ID: {last}\r\n"));
        let request = format!("GET {path} HTTP/1.1\r\nHost: tables.localhost\r\n{last}\r\n");
        self.stream.write_all(request.as_bytes()).expect("the server reads");
        let head = self.until("\r\n\r\n");
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    }

    /// Asks for a stream of events; the status of the answer.
    pub fn try_listen(&mut self, path: &str) -> u16 {
        write!(self.stream, "GET {path} HTTP/1.1\r\nHost: tables.localhost\r\n\r\n").expect("the server reads");
        let head = self.until("\r\n\r\n");
        head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status")
    }

    /// Ends the connection with a reset, or as connections end.
    pub fn leave(self, reset: bool) {
        if reset {
            SockRef::from(&self.stream).set_linger(Some(Duration::ZERO)).expect("a socket");
        }
    }

    /// The data of the next event.
    pub fn event(&mut self) -> Value {
        loop {
            // A long one comes in several chunks, each with its length before it.
            let event = self.until("\n\n");
            let pieces = event.split("\r\n").filter(|piece| usize::from_str_radix(piece, 16).is_err());
            let event: String = pieces.collect();
            if let Some(data) = event.lines().find_map(|line| line.strip_prefix("data: ")) {
                return serde_json::from_str(data).expect("JSON");
            }
        }
    }

    /// The data of the first event that is so.
    pub fn event_that(&mut self, so: impl Fn(&Value) -> bool) -> Value {
        loop {
            let event = self.event();
            if so(&event) {
                return event;
            }
        }
    }

    fn until(&mut self, mark: &str) -> String {
        loop {
            if let Some(at) = self.read.windows(mark.len()).position(|window| window == mark.as_bytes()) {
                return String::from_utf8(self.read.drain(..at + mark.len()).collect()).expect("text");
            }
            self.more();
        }
    }

    fn more(&mut self) {
        let mut chunk = [0; 16 * 1024];
        let count = loop {
            match self.stream.read(&mut chunk) {
                // The process was stopped and goes on.
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                count => break count.expect("an answer in time"),
            }
        };
        assert!(count > 0, "the connection has ended");
        self.read.extend_from_slice(&chunk[..count]);
    }
}

/// A seat of a table.
pub struct Seat {
    pub id: String,
    pub token: String,
}

impl Seat {
    /// The seat of a table that was made.
    pub fn of(told: &Value, seat: usize) -> Self {
        let text = |value: &Value| value.as_str().expect("a text").to_string();
        Self { id: text(&told["id"]), token: text(&told["seats"][seat]["token"]) }
    }

    pub fn path(&self, what: &str) -> String {
        format!("/api/tables/{}{what}", self.id)
    }

    pub fn state(&self, client: &mut Client) -> Value {
        client.get(&self.path(""), &self.token)
    }

    pub fn choose(&self, client: &mut Client, n: &Value, choice: &Value) -> (u16, Value) {
        client.post(&self.path("/choose"), &self.token, &json!({ "n": n, "choice": choice }))
    }
}

/// All games that there are: name, seats, the usual bot.
pub fn games(client: &mut Client) -> Vec<(String, usize, String)> {
    let told = client.get("/api/games", "");
    let games = told["games"].as_array().expect("a list").iter().map(|game| {
        let text = |value: &Value| value.as_str().expect("a text").to_string();
        let seats = game["seats"][0].as_u64().and_then(|seats| usize::try_from(seats).ok()).expect("a number");
        (text(&game["game"]), seats.max(2), text(&game["bots"][0]["player"]))
    });
    games.collect()
}
