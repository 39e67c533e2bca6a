//! The other side, byte by byte.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Longer than anything here takes: it only ends tests that hang.
pub const LONG: Duration = Duration::from_mins(1);

/// Columns that make no line, whatever the quickest player answers.
pub const HARMLESS: [u8; 5] = *b"02461";

/// A connection without any manners.
pub struct Raw(pub TcpStream);

impl Raw {
    pub fn connect(address: SocketAddr) -> Self {
        Self::over(TcpStream::connect(address).unwrap())
    }

    pub fn over(stream: TcpStream) -> Self {
        stream.set_read_timeout(Some(LONG)).unwrap();
        stream.set_nodelay(true).unwrap();
        Self(stream)
    }

    pub fn send(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).unwrap();
    }

    pub fn expect(&mut self, due: &[u8]) {
        let mut bytes = vec![0; due.len()];
        self.0.read_exact(&mut bytes).unwrap();
        assert_eq!(bytes, due, "{:?} is not {:?}", bytes.escape_ascii().to_string(), due.escape_ascii().to_string());
    }

    pub fn byte(&mut self) -> u8 {
        let mut byte = [0];
        self.0.read_exact(&mut byte).unwrap();
        byte[0]
    }

    /// What still comes until the other side is gone.
    pub fn rest(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut buffer = [0; 256];
        loop {
            match self.0.read(&mut buffer) {
                Ok(0) => return bytes,
                Ok(count) => bytes.extend_from_slice(&buffer[..count]),
                Err(error) if error.kind() == ErrorKind::ConnectionReset => return bytes,
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Goes away with a reset instead of a goodbye.
    pub fn reset(self) {
        socket2::SockRef::from(&self.0).set_linger(Some(Duration::ZERO)).unwrap();
    }
}

/// A server that does this with its only connection.
pub fn server<T: Send + 'static>(script: impl FnOnce(Raw) -> T + Send + 'static) -> (SocketAddr, JoinHandle<T>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let handle = thread::spawn(move || script(Raw::over(listener.accept().unwrap().0)));
    (address, handle)
}
