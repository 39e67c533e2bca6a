//! Why an arena does not start.

use super::maps::MapsError;
use super::store::StoreError;
use std::fmt;
use std::io;
use std::net::SocketAddr;

/// Why an arena does not start.
#[derive(Debug)]
pub enum ArenaError {
    /// Nobody can listen on this address: it is taken, not ours, or not allowed.
    Listen(SocketAddr, io::Error),
    /// The database cannot be used.
    Store(StoreError),
    /// The folder of maps, or a map in it, cannot be used.
    Maps(MapsError),
    /// The value of an option makes no sense: its name without dashes, and why.
    Option(&'static str, &'static str),
    /// A house bot cannot be made, and why.
    Fill(String),
    /// The system gives no thread, no event loop or no random bytes.
    System(&'static str, String),
}

impl fmt::Display for ArenaError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listen(addr, error) => write!(out, "cannot listen on {addr}: {error}"),
            Self::Store(error) => error.fmt(out),
            Self::Maps(error) => error.fmt(out),
            Self::Option(_, problem) => out.write_str(problem),
            Self::Fill(why) => out.write_str(why),
            Self::System(what, error) => write!(out, "the system gives no {what}: {error}"),
        }
    }
}

impl std::error::Error for ArenaError {}

impl From<StoreError> for ArenaError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<MapsError> for ArenaError {
    fn from(error: MapsError) -> Self {
        Self::Maps(error)
    }
}
