//! One connection, from an address of this machine that differs from all others.

use serde_json::Value;
use socket2::{Domain, Socket, Type};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

/// The longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(20);

/// A socket from 127.0.0.`host` to a server: each such address has limits of its own.
pub fn connect(host: u8, to: SocketAddr) -> io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.bind(&SocketAddr::from((Ipv4Addr::new(127, 0, 0, host), 0)).into())?;
    socket.connect_timeout(&to.into(), PATIENCE)?;
    let stream = TcpStream::from(socket);
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// One connection.
pub struct Client {
    pub stream: TcpStream,
    read: Vec<u8>,
}

impl Client {
    pub fn new(host: u8, to: SocketAddr) -> io::Result<Self> {
        Ok(Self { stream: connect(host, to)?, read: Vec::new() })
    }

    /// Sends a request; status and JSON of the answer.
    pub fn ask(&mut self, path: &str, token: &str, said: Option<&Value>) -> io::Result<(u16, Value)> {
        let body = said.map(Value::to_string).unwrap_or_default();
        let method = if said.is_some() { "POST" } else { "GET" };
        self.stream.write_all(request(method, path, token, &body).as_bytes())?;
        let head = self.until(b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&head).to_ascii_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or(ErrorKind::InvalidData)?;
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let length: usize = length.and_then(|length| length.trim().parse().ok()).ok_or(ErrorKind::InvalidData)?;
        while self.read.len() < length {
            self.more()?;
        }
        let body: Vec<u8> = self.read.drain(..length).collect();
        Ok((status, serde_json::from_slice(&body)?))
    }

    /// Has a table made; what the server says of it.
    pub fn table(&mut self, mut said: Value) -> io::Result<Value> {
        said["claim"] = std::iter::repeat_with(fastrand::alphanumeric).take(24).collect::<String>().into();
        let (status, made) = self.ask("/api/tables", "", Some(&said))?;
        if status == 201 { Ok(made) } else { Err(io::Error::other(made.to_string())) }
    }

    /// The players that this game offers as bots, the weakest first.
    pub fn bots(&mut self, game: &str) -> io::Result<Vec<Value>> {
        let (_, told) = self.ask("/api/games", "", None)?;
        let offer = told["games"].as_array().and_then(|games| games.iter().find(|offer| offer["game"] == game));
        let bots = offer.and_then(|offer| offer["bots"].as_array()).ok_or(ErrorKind::NotFound)?;
        Ok(bots.iter().map(|bot| bot["player"].clone()).collect())
    }

    /// Opens a stream of events.
    pub fn listen(&mut self, path: &str) -> io::Result<()> {
        self.stream.write_all(request("GET", path, "", "").as_bytes())?;
        let head = self.until(b"\r\n\r\n")?;
        if head.starts_with(b"HTTP/1.1 200") { Ok(()) } else { Err(ErrorKind::ConnectionRefused.into()) }
    }

    /// The data of the next event.
    pub fn event(&mut self) -> io::Result<Value> {
        loop {
            // A long one comes in several chunks, each with its length before it.
            let event = String::from_utf8_lossy(&self.until(b"\n\n")?).into_owned();
            let pieces = event.split("\r\n").filter(|piece| usize::from_str_radix(piece, 16).is_err());
            let event: String = pieces.collect();
            if let Some(data) = event.lines().find_map(|line| line.strip_prefix("data: ")) {
                return Ok(serde_json::from_str(data)?);
            }
        }
    }

    fn until(&mut self, mark: &[u8]) -> io::Result<Vec<u8>> {
        loop {
            if let Some(at) = self.read.windows(mark.len()).position(|window| window == mark) {
                return Ok(self.read.drain(..at + mark.len()).collect());
            }
            self.more()?;
        }
    }

    fn more(&mut self) -> io::Result<()> {
        let mut chunk = [0; 16 * 1024];
        let count = self.stream.read(&mut chunk)?;
        if count == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        self.read.extend_from_slice(&chunk[..count]);
        Ok(())
    }
}

/// A request as it is sent.
pub fn request(method: &str, path: &str, token: &str, body: &str) -> String {
    let token = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\n{token}Content-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
}
