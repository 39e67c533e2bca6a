//! Why an exchange cannot go on.

use std::io;
use std::time::Duration;

/// Why an exchange cannot go on. All texts are fit for a log.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
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

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected};
        match error.kind() {
            BrokenPipe | ConnectionAborted | ConnectionReset | NotConnected => Self::Left,
            _ => Self::Io(error),
        }
    }
}
