//! Why tables are not served.

use super::store::StoreError;
use crate::web::ServeError;
use std::fmt;

/// Why tables are not served.
#[derive(Debug)]
pub enum TablesError {
    /// The server does not start.
    Serve(ServeError),
    /// The database cannot be used.
    Store(StoreError),
    /// The system gives no thread or no random bytes.
    System(&'static str, String),
}

impl fmt::Display for TablesError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Serve(error) => error.fmt(out),
            Self::Store(error) => error.fmt(out),
            Self::System(what, error) => write!(out, "the system gives no {what}: {error}"),
        }
    }
}

impl std::error::Error for TablesError {}

impl From<ServeError> for TablesError {
    fn from(error: ServeError) -> Self {
        Self::Serve(error)
    }
}

impl From<StoreError> for TablesError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
