//! A client of HTTP/1.1 that keeps its connection, and reads answers and streams of events.

use crate::link::{Link, PATIENCE};
use serde_json::Value;
use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Longest head and body that are read of an answer.
const MOST: usize = 16 << 20;

/// An answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
    /// Seconds after which the server takes the same request again.
    pub retry_after: Option<u64>,
}

impl Answer {
    /// The body as JSON; `null` if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// The body as a text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Whether the server asks for the same request later.
    pub fn is_later(&self) -> bool {
        matches!(self.status, 429 | 503)
    }
}

/// What a head says.
#[derive(Default)]
struct Head {
    status: u16,
    length: Option<usize>,
    chunked: bool,
    close: bool,
    retry_after: Option<u64>,
}

/// One client with at most one connection.
pub struct Client {
    link: Link,
    patience: Duration,
    stream: Option<TcpStream>,
    read: Vec<u8>,
    chunked: bool,
}

impl Client {
    /// One that is not yet connected.
    pub fn new(link: Link) -> Self {
        Self::patient(link, PATIENCE)
    }

    /// One that waits no longer than this for anything.
    pub fn patient(link: Link, patience: Duration) -> Self {
        Self { link, patience, stream: None, read: Vec::new(), chunked: false }
    }

    /// Sends a request and reads the answer.
    ///
    /// # Errors
    /// If there is no connection, or no whole answer: it is then not known whether the request was
    /// heeded.
    pub fn ask(&mut self, request: &str) -> io::Result<Answer> {
        let answer = self.exchange(request);
        if answer.is_err() {
            self.close();
        }
        answer
    }

    /// Drops the connection.
    pub fn close(&mut self) {
        self.stream = None;
        self.read.clear();
    }

    /// Opens a stream of events.
    ///
    /// # Errors
    /// If there is no connection, or another answer than 200; its status is in the text.
    pub fn listen(&mut self, request: &str) -> io::Result<()> {
        self.close();
        self.send(request)?;
        let head = self.head()?;
        self.chunked = head.chunked;
        if head.status == 200 { Ok(()) } else { Err(io::Error::other(format!("status {}", head.status))) }
    }

    /// The data of the next event; `None` at the end of the stream.
    ///
    /// # Errors
    /// If the connection fails or the data are no JSON.
    pub fn event(&mut self) -> io::Result<Option<Value>> {
        loop {
            let Some(line) = self.line()? else { return Ok(None) };
            if let Some(data) = line.strip_prefix("data: ") {
                return Ok(Some(serde_json::from_str(data)?));
            }
            // An end of chunks; lines with sizes and comments are passed over.
            if self.chunked && line == "0" {
                return Ok(None);
            }
        }
    }

    fn line(&mut self) -> io::Result<Option<String>> {
        loop {
            if let Some(at) = self.read.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.read.drain(..=at).collect();
                return Ok(Some(String::from_utf8_lossy(&line).trim_end().to_string()));
            }
            if !self.more()? {
                return Ok(None);
            }
        }
    }

    fn exchange(&mut self, request: &str) -> io::Result<Answer> {
        self.send(request)?;
        let mut head = self.head()?;
        while head.status == 100 {
            head = self.head()?;
        }
        let body = match head.length {
            _ if head.chunked => self.chunks()?,
            Some(length) => self.take(length)?,
            None if matches!(head.status, 204 | 304) => Vec::new(),
            None => self.rest()?,
        };
        if head.close {
            self.close();
        }
        Ok(Answer { status: head.status, body, retry_after: head.retry_after })
    }

    /// Sends a request on the connection that is there, or on a new one if the server has closed it.
    fn send(&mut self, request: &str) -> io::Result<()> {
        if self.stream.as_ref().is_some_and(is_closed) {
            self.close();
        }
        if self.stream.is_none() {
            self.read.clear();
            self.stream = Some(self.link.connect_within(self.patience)?);
        }
        self.connected()?.write_all(request.as_bytes())
    }

    fn connected(&mut self) -> io::Result<&mut TcpStream> {
        self.stream.as_mut().ok_or_else(|| ErrorKind::NotConnected.into())
    }

    fn head(&mut self) -> io::Result<Head> {
        let end = loop {
            if let Some(at) = self.read.windows(4).position(|window| window == b"\r\n\r\n") {
                break at + 4;
            }
            if !self.more()? {
                return Err(ErrorKind::UnexpectedEof.into());
            }
        };
        let text: Vec<u8> = self.read.drain(..end).collect();
        read_head(&String::from_utf8_lossy(&text)).ok_or_else(|| ErrorKind::InvalidData.into())
    }

    fn take(&mut self, length: usize) -> io::Result<Vec<u8>> {
        if length > MOST {
            return Err(ErrorKind::InvalidData.into());
        }
        while self.read.len() < length {
            if !self.more()? {
                return Err(ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(self.read.drain(..length).collect())
    }

    fn rest(&mut self) -> io::Result<Vec<u8>> {
        while self.more()? {}
        self.stream = None;
        Ok(std::mem::take(&mut self.read))
    }

    fn chunks(&mut self) -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let line = self.line()?.ok_or(ErrorKind::UnexpectedEof)?;
            let size = usize::from_str_radix(line.split(';').next().unwrap_or_default().trim(), 16)
                .map_err(|_| ErrorKind::InvalidData)?;
            let chunk = self.take(size.saturating_add(2))?;
            if size == 0 {
                return Ok(body);
            }
            body.extend_from_slice(&chunk[..size]);
            if body.len() > MOST {
                return Err(ErrorKind::InvalidData.into());
            }
        }
    }

    /// Reads what comes next; `false` at the end.
    fn more(&mut self) -> io::Result<bool> {
        if self.read.len() > MOST {
            return Err(ErrorKind::InvalidData.into());
        }
        let mut piece = [0; 16 * 1024];
        let count = self.connected()?.read(&mut piece)?;
        self.read.extend_from_slice(&piece[..count]);
        Ok(count > 0)
    }
}

/// Whether the other side has closed a connection on which nothing is to be read.
fn is_closed(stream: &TcpStream) -> bool {
    if stream.set_nonblocking(true).is_err() {
        return true;
    }
    let open = matches!(stream.peek(&mut [0]), Err(error) if error.kind() == ErrorKind::WouldBlock);
    stream.set_nonblocking(false).is_err() || !open
}

fn read_head(text: &str) -> Option<Head> {
    let mut lines = text.split("\r\n");
    let status = lines.next()?.strip_prefix("HTTP/1.")?.split(' ').nth(1)?.parse().ok()?;
    let mut head = Head { status, ..Head::default() };
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "content-length" => head.length = Some(value.parse().ok()?),
            "transfer-encoding" => head.chunked = value.eq_ignore_ascii_case("chunked"),
            "connection" => head.close = value.eq_ignore_ascii_case("close"),
            "retry-after" => head.retry_after = value.parse().ok(),
            _ => {}
        }
    }
    Some(head)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::thread;

    /// A server that answers each connection with one of these texts, once something was asked.
    fn serve(answers: &'static [&'static [&'static str]]) -> Link {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let addr = listener.local_addr().expect("an address");
        thread::spawn(move || {
            for connection in answers {
                let (mut stream, _) = listener.accept().expect("a client");
                for answer in *connection {
                    let _ = stream.read(&mut [0; 4096]).expect("a request");
                    stream.write_all(answer.as_bytes()).expect("it listens");
                }
            }
        });
        Link::home(addr, 1)
    }

    #[test]
    fn answers_end_by_length_chunks_or_close() {
        let link = serve(&[
            &[
                "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{\"a\":1}",
                "HTTP/1.1 429 No\r\nretry-after: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x\r\nde\r\n0\r\n\r\n",
                "HTTP/1.1 400 Bad\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno",
            ],
            &["HTTP/1.1 200 OK\r\n\r\nrest"],
            &["HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 None\r\n\r\n"],
        ]);
        let mut client = Client::new(link);
        let mut ask = || client.ask("GET / HTTP/1.1\r\n\r\n").expect("an answer");
        assert_eq!(ask().json()["a"], 1);
        let refused = ask();
        assert_eq!((refused.text().as_str(), refused.retry_after, refused.is_later()), ("abcde", Some(3), true));
        assert_eq!(ask().status, 400);
        assert_eq!(ask().text(), "rest");
        assert_eq!(ask().status, 204);
    }

    #[test]
    fn half_an_answer_is_none() {
        let link = serve(&[&["HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{\"a"], &["garbage\r\n\r\n"], &[]]);
        let mut client = Client::new(link);
        for _ in 0..2 {
            assert!(client.ask("GET / HTTP/1.1\r\n\r\n").is_err());
        }
    }

    #[test]
    fn events_are_read_to_the_end() {
        let link = serve(&[&["HTTP/1.1 200 OK\r\n\r\ndata: {\"n\":1}\n\n:\n\ndata: 2\n\n"], &[""]]);
        let mut client = Client::new(link);
        client.listen("GET / HTTP/1.1\r\n\r\n").expect("a stream");
        assert_eq!(client.event().expect("JSON").expect("an event")["n"], 1);
        assert_eq!(client.event().expect("JSON").expect("an event"), 2);
        assert_eq!(client.event().expect("an end"), None);
    }
}
