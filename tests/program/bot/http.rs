//! HTTP messages, just enough of them for the scripted servers.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A request or an answer: its head with the final empty line, and its body.
pub struct Message {
    pub head: String,
    pub body: Vec<u8>,
}

impl Message {
    pub fn header(&self, name: &str) -> Option<&str> {
        let of = |line: &str| line.split_once(':').is_some_and(|(key, _)| key.eq_ignore_ascii_case(name));
        self.head.lines().find(|line| of(line)).map(|line| line[name.len() + 1..].trim())
    }

    pub fn path(&self) -> &str {
        self.head.split(' ').nth(1).unwrap_or("")
    }

    /// A field of a form; percent codes stay as they are.
    pub fn field(&self, name: &str) -> Option<&str> {
        let body = std::str::from_utf8(&self.body).unwrap();
        body.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name).map(|(_, value)| value)
    }
}

/// A connection whose reads end after a while, so that no test thread stays for ever.
pub fn reader(stream: &TcpStream) -> BufReader<TcpStream> {
    stream.set_nodelay(true).unwrap();
    stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    BufReader::new(stream.try_clone().unwrap())
}

/// The next message of a connection; `None` at its end.
pub fn read(from: &mut BufReader<TcpStream>) -> io::Result<Option<Message>> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if from.read_line(&mut head)? == 0 {
            return Ok(None);
        }
    }
    let mut message = Message { head, body: Vec::new() };
    if let Some(length) = message.header("content-length") {
        message.body = vec![0; length.parse().unwrap()];
        from.read_exact(&mut message.body)?;
    } else if message.header("transfer-encoding").is_some() {
        loop {
            let mut size = String::new();
            from.read_line(&mut size)?;
            let size = usize::from_str_radix(size.trim(), 16).unwrap();
            let mut chunk = vec![0; size + 2];
            from.read_exact(&mut chunk)?;
            if size == 0 {
                break;
            }
            message.body.extend_from_slice(&chunk[..size]);
        }
    } else if message.head.starts_with("HTTP") {
        from.read_to_end(&mut message.body)?;
    }
    Ok(Some(message))
}

/// How answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// One connection for each request, the body ends with it.
    Close,
    /// One connection for all.
    KeepAlive,
    /// The same, with the body in chunks of a few bytes.
    Chunked,
    /// The same, every byte written on its own.
    Bytes,
}

/// Writes an answer; says whether the connection goes on.
pub fn answer(to: &mut TcpStream, framing: Framing, status: u16, body: &str) -> io::Result<bool> {
    let kind = if status == 200 { "application/json" } else { "text/plain" };
    let frame = match framing {
        Framing::Close => "Connection: close".into(),
        Framing::KeepAlive | Framing::Bytes => format!("Content-Length: {}", body.len()),
        Framing::Chunked => "Transfer-Encoding: chunked".into(),
    };
    let head = format!("HTTP/1.1 {status} Whatever\r\nContent-Type: {kind}; charset=utf-8\r\n{frame}\r\n\r\n");
    let mut bytes = Vec::new();
    bytes.extend_from_slice(head.as_bytes());
    if framing == Framing::Chunked {
        for chunk in body.as_bytes().chunks(97) {
            bytes.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
            bytes.extend_from_slice(chunk);
            bytes.extend_from_slice(b"\r\n");
        }
        bytes.extend_from_slice(b"0\r\n\r\n");
    } else {
        bytes.extend_from_slice(body.as_bytes());
    }
    if framing == Framing::Bytes {
        for byte in bytes {
            to.write_all(&[byte])?;
        }
    } else {
        to.write_all(&bytes)?;
    }
    Ok(framing != Framing::Close)
}
