//! Errors at the start of a server.

use crate::web::ServeError;
use boardbots_base::invalid::Invalid;
use boardbots_base::store::StoreError;

/// An error that keeps a server from starting.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// It cannot listen, or the system gives too little.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// A database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An option has a value that cannot be used: its name without dashes, and why.
    #[error("{1}")]
    Option(&'static str, Invalid),
}
