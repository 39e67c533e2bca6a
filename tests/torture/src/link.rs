//! A way to a server: its address, and the address that one comes from.

use socket2::{Domain, SockRef, Socket, Type};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

/// Nothing is waited for longer on one connection.
pub const PATIENCE: Duration = Duration::from_secs(15);

/// A way to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The server.
    pub to: SocketAddr,
    /// The source address.
    pub from: IpAddr,
}

impl Link {
    /// From 127.0.0.`host`.
    pub fn home(to: SocketAddr, host: u8) -> Self {
        Self { to, from: IpAddr::V4(Ipv4Addr::new(127, 0, 0, host)) }
    }

    /// The same server from another address.
    pub fn from(self, from: IpAddr) -> Self {
        Self { from, ..self }
    }

    /// A connection.
    pub fn connect(&self) -> io::Result<TcpStream> {
        self.connect_within(PATIENCE)
    }

    /// A connection on which nothing is waited for longer than this.
    pub fn connect_within(&self, patience: Duration) -> io::Result<TcpStream> {
        let domain = if self.to.is_ipv4() { Domain::IPV4 } else { Domain::IPV6 };
        let socket = Socket::new(domain, Type::STREAM, None)?;
        socket.bind(&SocketAddr::new(self.from, 0).into())?;
        socket.connect_timeout(&self.to.into(), patience)?;
        let stream = TcpStream::from(socket);
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(patience))?;
        stream.set_write_timeout(Some(patience))?;
        Ok(stream)
    }
}

/// Ends a connection with a reset.
pub fn reset(stream: &TcpStream) {
    let _ = SockRef::from(stream).set_linger(Some(Duration::ZERO));
}
