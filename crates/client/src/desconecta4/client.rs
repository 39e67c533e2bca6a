//! Our player at another server.

use super::game::{self, Played};
use super::nick::Nick;
use super::player::Player;
use super::wire::{Fault, Limits, Patience, Wire, colour_of};
use boardbots_game::two_player::side::Side;
use std::io;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The opponent that a server offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A program of its own.
    Ninja,
    /// Another client of the same server.
    Player,
    /// Another copy of the course's program, which serves one game. By a mistake of that
    /// program it announces the colour that it plays itself, so ours is the other one.
    Peer,
}

boardbots_base::words! { Mode::word: Ninja "ninja", Player "player", Peer "peer" }

impl Mode {
    const fn digit(self) -> u8 {
        match self {
            Self::Ninja => b'1',
            Self::Player | Self::Peer => b'0',
        }
    }
}

impl FromStr for Mode {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::named(text).ok_or("write ninja, player or peer")
    }
}

/// An error that kept a game from beginning.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The server's name has no address.
    #[error(
        "no address of {host:?}{}; check the server's name",
        .error.as_ref().map_or(String::new(), |error| format!(" ({error})"))
    )]
    Unknown {
        /// The name.
        host: String,
        /// The system's error; `None` if it says that there are none.
        error: Option<io::Error>,
    },
    /// Nothing at the server's addresses takes a connection.
    #[error("{address} cannot be reached ({error}); check that the server runs there")]
    Unreached {
        /// The last address.
        address: SocketAddr,
        /// The system's error.
        error: io::Error,
    },
    /// The greeting went wrong.
    #[error("{address}: {fault}; check that it is a Desconecta4-BOOM server, and --mode")]
    Greeting {
        /// The server.
        address: SocketAddr,
        /// The fault.
        fault: Fault,
    },
}

/// A game that is about to begin.
#[derive(Debug)]
pub struct Client {
    wire: Wire,
    /// The server.
    pub address: SocketAddr,
    /// The name that the server gives for itself.
    pub opponent: Nick,
    /// The colour that the server gave us.
    pub ours: Side,
}

impl Client {
    /// Connects and exchanges greetings. The flag ends a wait for them.
    ///
    /// # Errors
    /// See [`ConnectError`].
    pub fn connect(
        host: &str,
        port: u16,
        (nick, mode): (&Nick, Mode),
        limits: Limits,
        stop: &AtomicBool,
    ) -> Result<Self, ConnectError> {
        let (stream, address) = reach(host, port, limits)?;
        let failed = |fault| ConnectError::Greeting { address, fault };
        let mut wire = Wire::new(stream, limits).map_err(|error| failed(error.into()))?;
        wire.send_greeting(nick, mode.digit()).map_err(failed)?;
        let patience = Patience::new(limits.greeting, Some(stop));
        let (opponent, digit) = wire.receive_greeting(patience).map_err(failed)?;
        let colour = colour_of(digit).ok_or(Fault::UnknownColour(digit)).map_err(failed)?;
        let ours = if mode == Mode::Peer { colour.other() } else { colour };
        Ok(Self { wire, address, opponent, ours })
    }

    /// Plays the game.
    #[must_use]
    pub fn play(self, player: &mut Player) -> Played {
        game::play(self.wire, self.ours, player)
    }
}

/// A connection to the first of the server's addresses that takes one.
fn reach(host: &str, port: u16, limits: Limits) -> Result<(TcpStream, SocketAddr), ConnectError> {
    let unknown = |error| ConnectError::Unknown { host: host.into(), error };
    let addresses = (host, port).to_socket_addrs().map_err(|error| unknown(Some(error)))?;
    let until = Instant::now().checked_add(limits.connect);
    let mut failure = unknown(None);
    for address in addresses {
        let left = until.map_or(limits.connect, |until| until.saturating_duration_since(Instant::now()));
        if left.is_zero() {
            break;
        }
        match TcpStream::connect_timeout(&address, left) {
            Ok(stream) => return Ok((stream, address)),
            Err(error) => failure = ConnectError::Unreached { address, error },
        }
    }
    Err(failure)
}
