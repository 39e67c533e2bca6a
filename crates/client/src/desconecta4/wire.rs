//! Texts and digits over a connection, and every limit of it. The texts are nicks, which can be any bytes.

use boardbots_base::names::is_refused;
use boardbots_base::thread::lock;
use boardbots_desconecta4::rules::{Action, Position};
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::side::Side;
use std::fmt::{self, Write as _};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Longest wait before the stop flag is looked at again.
pub const GLANCE: Duration = Duration::from_millis(200);
/// Most bytes that are read and forgotten when a game is over.
const LEFTOVERS: usize = 4096;

/// Every time-out and bound of a connection. The defaults leave a human time to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WireLimits {
    /// Connecting, over all addresses of the server.
    pub connect: Duration,
    /// From the connection to the last byte of the other side's greeting.
    pub greeting: Duration,
    /// From our action to the other side's.
    pub action: Duration,
    /// Until the other side's machine takes what is sent.
    pub send: Duration,
    /// After the game, until the other side closes its end as well.
    pub parting: Duration,
    /// Plies after which a game is broken off: the original knows no draw by repetition,
    /// and good players go round in circles for ever.
    pub plies: u32,
}

impl Default for WireLimits {
    fn default() -> Self {
        let s = Duration::from_secs;
        Self { connect: s(5), greeting: s(30), action: s(600), send: s(10), parting: s(1), plies: 1_000_000 }
    }
}

/// The time at which something last came from the other side.
pub type Heard = Arc<Mutex<Instant>>;

/// A connection that speaks the protocol.
#[derive(Debug)]
pub struct Wire {
    stream: TcpStream,
    /// The time at which something last came.
    pub heard: Heard,
    /// Its limits.
    pub limits: WireLimits,
}

/// The end of the other side's time, and the flag that ends the wait earlier.
#[derive(Clone, Copy, Debug)]
pub struct Patience<'a> {
    time: Duration,
    until: Option<Instant>,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Patience<'a> {
    /// This long from now, or until the flag is raised.
    #[must_use]
    pub fn new(time: Duration, stop: Option<&'a AtomicBool>) -> Self {
        // A time beyond what the clock can count is for ever.
        Self { time, until: Instant::now().checked_add(time), stop }
    }

    /// The time to wait before looking here again; `None` for any time.
    fn next(&self) -> Result<Option<Duration>, WireError> {
        if self.stop.is_some_and(|stop| stop.load(Relaxed)) {
            return Err(WireError::Stopped);
        }
        let left = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        if left.is_some_and(|left| left.is_zero()) {
            return Err(WireError::Silent(self.time));
        }
        Ok(if self.stop.is_some() { Some(left.map_or(GLANCE, |left| left.min(GLANCE))) } else { left })
    }
}

impl Wire {
    /// Speaks over this connection, without delay.
    ///
    /// # Errors
    /// The system refuses an option.
    pub fn new(stream: TcpStream, limits: WireLimits) -> io::Result<Self> {
        stream.set_nonblocking(false)?;
        // Every byte is waited for.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(limits.send))?;
        Ok(Self { stream, heard: Arc::new(Mutex::new(Instant::now())), limits })
    }

    /// Sends a nick and the digit that goes with it.
    ///
    /// # Errors
    /// [`WireError::Left`], [`WireError::Stuck`] or [`WireError::Io`].
    pub fn send_greeting(&mut self, nick: &Nick, digit: u8) -> Result<(), WireError> {
        let length = u8::try_from(nick.bytes().len()).expect("a nick has at most 127 bytes");
        let mut bytes = vec![length];
        bytes.extend_from_slice(nick.bytes());
        bytes.push(digit);
        self.send(&bytes)
    }

    /// Receives a nick and the byte that goes with it.
    ///
    /// # Errors
    /// [`WireError::NegativeLength`], or that of the connection.
    pub fn receive_greeting(&mut self, patience: Patience<'_>) -> Result<(Nick, u8), WireError> {
        let length = self.receive_byte(patience)?;
        if usize::from(length) > MAX_NICK_BYTES {
            return Err(WireError::NegativeLength(length));
        }
        let mut bytes = vec![0; usize::from(length)];
        self.receive(&mut bytes, patience)?;
        let nick = Nick::new(&bytes).expect("its length was looked at");
        Ok((nick, self.receive_byte(patience)?))
    }

    /// Sends an action.
    ///
    /// # Errors
    /// The error of the connection.
    pub fn send_action(&mut self, action: Action) -> Result<(), WireError> {
        self.send(&[b'0' + action.number()])
    }

    /// Receives the other side's action in this position.
    ///
    /// # Errors
    /// [`WireError::Illegal`], or that of the connection.
    pub fn receive_action(&mut self, position: &Position) -> Result<Action, WireError> {
        let byte = self.receive_byte(Patience::new(self.limits.action, None))?;
        if !byte.is_ascii_digit() {
            return Err(WireError::Illegal(format!("byte 0x{byte:02x} is none; actions are the digits 0 to 7")));
        }
        let action = position.parse_move(char::from(byte).encode_utf8(&mut [0; 4]));
        action.map_err(|error| WireError::Illegal(error.into()))
    }

    /// Says that nothing more will come, and waits a moment for the other side to say so
    /// too: closing at once, with something of it unread, could take our last action away
    /// from it again.
    pub fn part(mut self) {
        let patience = Patience::new(self.limits.parting, None);
        // The game is over; there is nothing that a failure would change.
        let _ = self.stream.shutdown(Shutdown::Write);
        for _ in 0..LEFTOVERS {
            if self.receive_byte(patience).is_err() {
                return;
            }
        }
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), WireError> {
        self.stream.write_all(bytes).map_err(|error| match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => WireError::Stuck(self.limits.send),
            _ => error.into(),
        })
    }

    fn receive_byte(&mut self, patience: Patience<'_>) -> Result<u8, WireError> {
        let mut byte = [0];
        self.receive(&mut byte, patience)?;
        Ok(byte[0])
    }

    fn receive(&mut self, into: &mut [u8], patience: Patience<'_>) -> Result<(), WireError> {
        let mut filled = 0;
        while filled < into.len() {
            self.stream.set_read_timeout(patience.next()?)?;
            match self.stream.read(&mut into[filled..]) {
                Ok(0) => return Err(WireError::Left),
                Ok(bytes) => {
                    filled += bytes;
                    *lock(&self.heard) = Instant::now();
                }
                // The loop looks at the clock itself.
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) => {
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}

/// The digit of a colour: `0` green, `1` blue.
#[must_use]
pub const fn colour_digit(colour: Side) -> u8 {
    b'0' + colour as u8
}

/// The colour of a digit.
#[must_use]
pub fn colour_of(digit: u8) -> Option<Side> {
    Side::ALL.into_iter().find(|colour| colour_digit(*colour) == digit)
}

/// An error that ends an exchange. All texts are fit for a log.
#[derive(Debug, thiserror::Error)]
pub enum WireError {
    /// The other side has closed the connection, or its machine has reset it.
    #[error("the other side has closed the connection")]
    Left,
    /// The other side said nothing for this long.
    #[error("the other side said nothing for {} ms", .0.as_millis())]
    Silent(Duration),
    /// The other side has not read what it was sent, for this long.
    #[error("the other side did not take what it was sent for {} ms", .0.as_millis())]
    Stuck(Duration),
    /// The system reports something else.
    #[error("the connection failed: {0}")]
    Io(io::Error),
    /// The length byte of a nick is negative.
    #[error("the other side sent byte 0x{0:02x} as the length of its nick; 0x00 to 0x7f are possible")]
    NegativeLength(u8),
    /// A client asks for neither a ninja nor another machine.
    #[error("the client sent byte 0x{0:02x} for what it wants to play against; it is 1 or 0")]
    UnknownMode(u8),
    /// A server gives neither of the colours.
    #[error("the server sent byte 0x{0:02x} as our colour; it is 0 (green) or 1 (blue)")]
    UnknownColour(u8),
    /// An action that the rules do not allow; the text says why.
    #[error("an illegal action of the other side: {0}")]
    Illegal(String),
    /// The process has been asked to stop before the game began.
    #[error("stopped before the game began")]
    Stopped,
}

impl WireError {
    /// One word for programs.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Silent(_) | Self::Stuck(_) => "timeout",
            Self::Io(_) => "network",
            Self::NegativeLength(_) | Self::UnknownMode(_) | Self::UnknownColour(_) => "protocol",
            Self::Illegal(_) => "illegal",
            Self::Stopped => "stopped",
        }
    }
}

impl From<io::Error> for WireError {
    fn from(error: io::Error) -> Self {
        use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected};
        match error.kind() {
            BrokenPipe | ConnectionAborted | ConnectionReset | NotConnected => Self::Left,
            _ => Self::Io(error),
        }
    }
}

/// Most bytes of a nick: the length goes over the wire as one signed byte.
pub const MAX_NICK_BYTES: usize = 127;

/// The name a player gives, at most [`MAX_NICK_BYTES`] bytes of whatever encoding.
/// `Display` shows it fit for terminals and logs: what is no printable UTF-8 is escaped.
#[derive(Clone, PartialEq, Eq)]
pub struct Nick(Vec<u8>);

/// An error in a text that is to be a nick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NickError {
    /// It has more than [`MAX_NICK_BYTES`] bytes: this many.
    #[error("a nick of {0} bytes; {MAX_NICK_BYTES} are possible")]
    TooLong(usize),
    /// A nick of ours is not empty.
    #[error("an empty nick; write one character or more")]
    Empty,
    /// A nick of ours has no control characters, whatever its encoding; one in UTF-8 has none of the
    /// characters that names cannot have.
    #[error("a nick with U+{:04X}, which is invisible or moves other text; leave it out", u32::from(*.0))]
    Refused(char),
}

impl Nick {
    /// A nick as it came in.
    ///
    /// # Errors
    /// [`NickError::TooLong`].
    pub fn new(bytes: &[u8]) -> Result<Self, NickError> {
        if bytes.len() > MAX_NICK_BYTES { Err(NickError::TooLong(bytes.len())) } else { Ok(Self(bytes.into())) }
    }

    /// A nick for us, which others are to read.
    ///
    /// # Errors
    /// All of [`NickError`].
    pub fn ours(bytes: &[u8]) -> Result<Self, NickError> {
        if bytes.is_empty() {
            return Err(NickError::Empty);
        }
        if let Some(control) = bytes.iter().find(|byte| byte.is_ascii_control()) {
            return Err(NickError::Refused(char::from(*control)));
        }
        // What is no UTF-8 is in an encoding that only its owner knows.
        let refused = std::str::from_utf8(bytes).ok().and_then(|text| text.chars().find(|&c| is_refused(c)));
        if let Some(refused) = refused {
            return Err(NickError::Refused(refused));
        }
        Self::new(bytes)
    }

    /// The bytes as they go over the wire, without their length.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl FromStr for Nick {
    type Err = NickError;

    /// A nick for us.
    fn from_str(text: &str) -> Result<Self, NickError> {
        Self::ours(text.as_bytes())
    }
}

impl fmt::Display for Nick {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            for shown in chunk.valid().chars() {
                match shown {
                    '\'' => out.write_char('\''),
                    other => write!(out, "{}", other.escape_debug()),
                }?;
            }
            write!(out, "{}", chunk.invalid().escape_ascii())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Nick {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "\"{self}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_shown_is_escaped() {
        for (bytes, shown) in [
            (&b"Ana"[..], "Ana"),
            ("Íñigo d'A".as_bytes(), "Íñigo d'A"),
            (b"a\nb\x1b[31m\x07\0", r"a\nb\u{1b}[31m\u{7}\0"),
            (b"\xcd\xf1igo", r"\xcd\xf1igo"),
            ("a\u{202e}b".as_bytes(), r"a\u{202e}b"),
            (b"q\"\\", r#"q\"\\"#),
            (b"", ""),
        ] {
            assert_eq!(Nick::new(bytes).unwrap().to_string(), shown);
        }
    }

    #[test]
    fn our_own_nick_can_be_read() {
        assert_eq!("".parse::<Nick>(), Err(NickError::Empty));
        assert_eq!("a\tb".parse::<Nick>(), Err(NickError::Refused('\t')));
        assert_eq!("a\u{202e}b".parse::<Nick>(), Err(NickError::Refused('\u{202e}')));
        assert_eq!("\u{3164}".parse::<Nick>(), Err(NickError::Refused('\u{3164}')));
        assert!(Nick::ours(b"\xcd\xf1igo").is_ok() && Nick::ours("Íñigo d'A".as_bytes()).is_ok());
        assert_eq!("ñ".repeat(64).parse::<Nick>(), Err(NickError::TooLong(128)));
        assert_eq!("x".repeat(127).parse::<Nick>().unwrap().bytes().len(), 127);
    }

    #[test]
    fn no_bytes_show_raw_controls() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..2000 {
            let bytes: Vec<u8> = (0..rng.usize(..=MAX_NICK_BYTES)).map(|_| rng.u8(..)).collect();
            let nick = Nick::new(&bytes).unwrap();
            assert!(!nick.to_string().chars().any(char::is_control), "{bytes:?}");
            assert_eq!(nick.bytes(), bytes);
        }
    }
}
