//! Why an exchange cannot go on.

use std::fmt;
use std::io;
use std::time::Duration;

/// Why an exchange cannot go on. All texts are fit for a log.
#[derive(Debug)]
pub enum Fault {
    /// The other side has closed the connection, or its machine has reset it.
    Left,
    /// The other side said nothing for this long.
    Silent(Duration),
    /// The other side has not read what it was sent, for this long.
    Stuck(Duration),
    /// The system reports something else.
    Io(io::Error),
    /// The length byte of a nick is negative.
    NegativeLength(u8),
    /// A client asks for neither a ninja nor another machine.
    UnknownMode(u8),
    /// A server gives neither of the colours.
    UnknownColour(u8),
    /// An action that the rules do not allow; the text says why.
    Illegal(String),
    /// The process has been asked to stop before the game began.
    Stopped,
}

impl Fault {
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

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Left => out.write_str("the other side has closed the connection"),
            Self::Silent(time) => write!(out, "the other side said nothing for {} ms", time.as_millis()),
            Self::Stuck(time) => {
                write!(out, "the other side did not take what it was sent for {} ms", time.as_millis())
            }
            Self::Io(error) => write!(out, "the connection failed: {error}"),
            Self::NegativeLength(byte) => {
                write!(
                    out,
                    "the other side sent byte 0x{byte:02x} as the length of its nick; 0x00 to 0x7f are possible"
                )
            }
            Self::UnknownMode(byte) => {
                write!(out, "the client sent byte 0x{byte:02x} for what it wants to play against; it is 1 or 0")
            }
            Self::UnknownColour(byte) => {
                write!(out, "the server sent byte 0x{byte:02x} as our colour; it is 0 (green) or 1 (blue)")
            }
            Self::Illegal(why) => write!(out, "an illegal action of the other side: {why}"),
            Self::Stopped => out.write_str("stopped before the game began"),
        }
    }
}

impl std::error::Error for Fault {}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected};
        match error.kind() {
            BrokenPipe | ConnectionAborted | ConnectionReset | NotConnected => Self::Left,
            _ => Self::Io(error),
        }
    }
}
