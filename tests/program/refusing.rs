//! An address at which every connection is refused.

use socket2::{Domain, Socket, Type};
use std::net::SocketAddr;

/// A port that is bound and not listened at: no other test gets it as long as this is kept.
pub struct Refusing {
    pub addr: SocketAddr,
    _held: Socket,
}

impl Refusing {
    /// A port of this machine.
    pub fn new() -> Self {
        let held = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
        held.bind(&SocketAddr::from(([127, 0, 0, 1], 0)).into()).expect("a free port");
        let addr = held.local_addr().ok().and_then(|addr| addr.as_socket()).expect("an address");
        Self { addr, _held: held }
    }

    /// As the address of a server that speaks HTTP.
    pub fn url(&self) -> String {
        format!("http://{}", self.addr)
    }
}
