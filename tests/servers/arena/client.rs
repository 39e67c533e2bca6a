//! A plain HTTP client on a socket, which shows the bytes and can misbehave.

use boardbots_server::StartError;
use boardbots_server::arena::{Config, start};
use boardbots_server::tables;
use boardbots_server::web::{HttpLimits, Server, ServerConfig};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// No test waits longer than this for anything.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// An arena on a free port, if it starts.
pub fn open(limits: HttpLimits, config: Config) -> Result<Server, StartError> {
    let server = ServerConfig { listen: SocketAddr::from(([127, 0, 0, 1], 0)), limits, ..ServerConfig::default() };
    start(server, config, tables::Config::default())
}

/// An arena on a free port.
pub fn serve(config: Config) -> Server {
    open(HttpLimits::default(), config).expect("an arena starts")
}

/// With a turn limit that no machine is too busy for.
pub fn calm() -> Config {
    Config { turn_limit: PATIENCE, ..Config::default() }
}

/// An answer: status, head as sent, body.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let line = self.head.lines().find(|line| line.to_ascii_lowercase().starts_with(&format!("{name}:")))?;
        Some(line.split_once(':')?.1.trim())
    }

    /// The body as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// One connection.
pub struct Client {
    pub stream: TcpStream,
    read: Vec<u8>,
}

impl Client {
    pub fn new(addr: SocketAddr) -> Self {
        Self::try_new(addr).expect("the arena accepts connections")
    }

    /// A connection, if a server accepts it.
    pub fn try_new(addr: SocketAddr) -> Option<Self> {
        Some(Self::of(TcpStream::connect(addr).ok()?))
    }

    /// A connection that is there already.
    pub fn of(stream: TcpStream) -> Self {
        stream.set_nodelay(true).expect("a socket");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        Self { stream, read: Vec::new() }
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.write_all(bytes.as_ref()).expect("the arena reads");
    }

    /// Posts a form on a connection that stays open.
    pub fn post(&mut self, path: &str, form: &str) -> Reply {
        self.ask_post(path, form);
        self.reply()
    }

    /// Posts a form without waiting for the answer.
    pub fn ask_post(&mut self, path: &str, form: &str) {
        self.send(post(path, form));
    }

    pub fn get(&mut self, path: &str) -> Reply {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: arena.localhost:80\r\n\r\n"));
        self.reply()
    }

    /// The next answer.
    pub fn reply(&mut self) -> Reply {
        self.try_reply().expect("an answer")
    }

    /// The next answer, unless the connection ends or nothing comes for too long.
    pub fn try_reply(&mut self) -> Option<Reply> {
        let head = self.until(b"\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let mut reply = Reply { status, head, body: String::new() };
        if status == 100 {
            return Some(reply);
        }
        let length: usize = reply.header("content-length")?.parse().ok()?;
        while self.read.len() < length {
            self.more()?;
        }
        reply.body = String::from_utf8(self.read.drain(..length).collect()).ok()?;
        Some(reply)
    }

    /// Everything up to and with a mark.
    pub fn until(&mut self, mark: &[u8]) -> Option<String> {
        loop {
            if let Some(at) = self.read.windows(mark.len()).position(|window| window == mark) {
                return String::from_utf8(self.read.drain(..at + mark.len()).collect()).ok();
            }
            self.more()?;
        }
    }

    fn more(&mut self) -> Option<()> {
        let mut chunk = [0; 16 * 1024];
        let count = self.stream.read(&mut chunk).ok().filter(|&count| count > 0)?;
        self.read.extend_from_slice(&chunk[..count]);
        Some(())
    }

    /// Whether nothing at all comes within this time, and the connection stays open.
    pub fn silent_for(&mut self, time: Duration) -> bool {
        self.stream.set_read_timeout(Some(time)).unwrap();
        let outcome = self.stream.read(&mut [0; 1]);
        self.stream.set_read_timeout(Some(PATIENCE)).unwrap();
        matches!(outcome, Err(error) if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut))
    }

    /// Whether the other side closes the connection, after whatever it still sends.
    pub fn closes(&mut self) -> bool {
        loop {
            match self.stream.read(&mut [0; 1024]) {
                Ok(0) => return true,
                Ok(_) => {}
                Err(error) => return error.kind() == std::io::ErrorKind::ConnectionReset,
            }
        }
    }
}

/// A form as an ordinary client posts it.
pub fn post(path: &str, form: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: arena.localhost:80\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Content-Length: {}\r\n\r\n{form}",
        form.len()
    )
}

/// Posts a form on a connection of its own.
pub fn post_once(addr: SocketAddr, path: &str, form: &str) -> Reply {
    Client::new(addr).post(path, form)
}

/// Gets a page on a connection of its own.
pub fn get_once(addr: SocketAddr, path: &str) -> Reply {
    Client::new(addr).get(path)
}
