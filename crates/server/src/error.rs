//! Why a server does not start.

use crate::web::ServeError;
use boardbots_base::invalid::Invalid;
use boardbots_base::store::StoreError;
use std::fmt;

/// Why a server does not start.
#[derive(Debug)]
pub enum StartError {
    /// It cannot listen, or the system gives too little.
    Serve(ServeError),
    /// A database cannot be used.
    Store(StoreError),
    /// An option has a value that cannot be used: its name without dashes, and why.
    Option(&'static str, Invalid),
}

impl fmt::Display for StartError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Serve(error) => error.fmt(out),
            Self::Store(error) => error.fmt(out),
            Self::Option(_, why) => why.fmt(out),
        }
    }
}

impl std::error::Error for StartError {}

impl From<ServeError> for StartError {
    fn from(error: ServeError) -> Self {
        Self::Serve(error)
    }
}

impl From<StoreError> for StartError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
