//! Our player at another server, and the original's `game.conf`, which names it: the server's address in the first line,
//! the nick in the second.

use super::wire::{Nick, Patience, Wire, WireError, WireLimits, colour_of};
use super::{Played, Player};
use boardbots_base::input;
use boardbots_base::invalid::InputError;
use boardbots_game::two_player::side::Side;
use std::io;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::path::Path;
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
        fault: WireError,
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
        limits: WireLimits,
        stop: &AtomicBool,
    ) -> Result<Self, ConnectError> {
        let (stream, address) = reach(host, port, limits)?;
        let failed = |fault| ConnectError::Greeting { address, fault };
        let mut wire = Wire::new(stream, limits).map_err(|error| failed(error.into()))?;
        wire.send_greeting(nick, mode.digit()).map_err(failed)?;
        let patience = Patience::new(limits.greeting, Some(stop));
        let (opponent, digit) = wire.receive_greeting(patience).map_err(failed)?;
        let colour = colour_of(digit).ok_or(WireError::UnknownColour(digit)).map_err(failed)?;
        let ours = if mode == Mode::Peer { colour.other() } else { colour };
        Ok(Self { wire, address, opponent, ours })
    }

    /// Plays the game.
    #[must_use]
    pub fn play(self, player: &mut Player) -> Played {
        super::play(self.wire, self.ours, player)
    }
}

/// A connection to the first of the server's addresses that takes one.
fn reach(host: &str, port: u16, limits: WireLimits) -> Result<(TcpStream, SocketAddr), ConnectError> {
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

/// Most bytes of the file.
const MAX_BYTES: u64 = 4096;

/// The contents of a `game.conf`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameConf {
    /// Name or address of the server.
    pub server: String,
    /// Our nick, in whatever encoding the file has.
    pub nick: Nick,
}

impl GameConf {
    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, or its first fault.
    pub fn read(path: &Path) -> Result<Self, InputError> {
        let file = path.display();
        let unreadable = |error| format!("{file}: {error}; name a file that can be read");
        let bytes = input::read(path, MAX_BYTES).map_err(unreadable)?;
        Self::parse(&bytes).map_err(|fault| format!("{file} {fault}").into())
    }

    /// Reads the contents of a file; lines after the second are ignored, as in the original.
    ///
    /// # Errors
    /// The first fault, with its line.
    pub fn parse(bytes: &[u8]) -> Result<Self, InputError> {
        let bytes = input::tidy(bytes);
        let mut lines = bytes.split(|byte| *byte == b'\n');
        let bad = "line 1: not one word of text; write the server's address there, like 192.168.1.5";
        let server = lines.next().unwrap_or_default().trim_ascii();
        let server = std::str::from_utf8(server).map_err(|_| bad)?;
        if server.is_empty() {
            return Err("line 1: no server; write its address there, like 192.168.1.5".into());
        }
        if server.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(bad.into());
        }
        let nick = lines.next().ok_or("line 2: missing; write your nick there")?;
        let nick = Nick::ours(nick).map_err(|error| InputError::new(error).at("line 2"))?;
        Ok(Self { server: server.into(), nick })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_lines_are_read() {
        for text in
            [&b"10.0.0.7\nAna B\n"[..], b"10.0.0.7\r\nAna B\r\n", b" 10.0.0.7 \nAna B", b"10.0.0.7\nAna B\nmore"]
        {
            let conf = GameConf::parse(text).unwrap();
            assert_eq!((conf.server.as_str(), conf.nick.bytes()), ("10.0.0.7", &b"Ana B"[..]));
        }
        // Names in the encoding of an older system.
        assert_eq!(GameConf::parse(b"h\n\xcd\xf1igo\n").unwrap().nick.to_string(), r"\xcd\xf1igo");
    }

    #[test]
    fn what_is_wrong_names_its_line() {
        for (text, due) in [
            (&b""[..], "line 1: no server"),
            (b"\nAna\n", "line 1: no server"),
            (b"two words\nAna\n", "line 1: not one word"),
            (b"\xff\nAna\n", "line 1: not one word"),
            (b"10.0.0.7", "line 2: missing"),
            (b"10.0.0.7\n", "line 2: an empty nick"),
            (b"10.0.0.7\n\nAna", "line 2: an empty nick"),
            (b"10.0.0.7\nA\x07na", "line 2: a nick with U+0007"),
            (&[b"h\n".as_slice(), &[b'n'; 128]].concat(), "line 2: a nick of 128 bytes"),
        ] {
            let shown = GameConf::parse(text).unwrap_err();
            assert!(shown.starts_with(due), "{shown}");
        }
    }
}
