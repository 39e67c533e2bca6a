//! How commands for desks fail, and the files that they read whole.

use crate::exit::{Exit, Failure};
use boardbots_base::atomic_file::absent_folder;
use boardbots_base::input;
use boardbots_tournament::journal::JournalError;
use std::path::Path;

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

/// How a command fails that was stopped, and what its record is good for.
pub fn stopped(record: Option<&Path>, at: impl std::fmt::Display) -> Failure {
    let help = match record {
        Some(path) => format!("the same command resumes from {}", path.display()),
        None => "with --record FILE it could be resumed".to_string(),
    };
    unexpected(format_args!("stopped {at}; {help}"))
}

/// The failure of a command that cannot write the file, or make the folder, that an option names.
pub fn unwritten(option: &'static str, path: &Path, error: impl std::fmt::Display) -> Failure {
    let message = format_args!("--{option} {}: cannot be written: {error}{}", path.display(), absent_folder(path));
    Failure::new(Exit::Configuration, message).about(option)
}

/// All of a file with at most this number of bytes.
///
/// # Errors
/// [`Exit::Configuration`]: why it cannot be read.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let wrong = |error| Failure::new(Exit::Configuration, format_args!("{}: {error}", path.display()));
    input::read(path, most).map_err(wrong)
}
