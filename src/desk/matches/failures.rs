//! How commands about matches fail.

use crate::exit::{Exit, Failure};
use boardbots_tournament::journal::JournalError;

/// How a command fails whose record cannot be used.
pub fn store(error: &JournalError) -> Failure {
    Failure::new(Exit::Store, error)
}

/// How a command fails for which none of the other codes is.
pub fn unexpected(error: impl std::fmt::Display) -> Failure {
    Failure::new(Exit::Unexpected, error)
}

/// How a command fails that makes no sense.
pub fn usage(error: impl std::fmt::Display) -> Failure {
    Failure::new(Exit::Usage, error)
}
