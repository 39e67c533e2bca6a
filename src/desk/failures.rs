//! Failures of commands for desks, the files that they read whole, and the threads on which they compute.

use crate::exit::CliError;
use boardbots_base::atomic_file::{self, absent_folder};
use boardbots_base::input;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::path::Path;

/// The failure of a command that was stopped, with the use of the file that this option names.
pub fn stopped(option: &str, file: Option<&Path>, at: impl std::fmt::Display) -> CliError {
    let help = match file {
        Some(path) => format!("the same command resumes from {}", path.display()),
        None => format!("with --{option} FILE it could be resumed"),
    };
    CliError::unexpected(format_args!("stopped {at}; {help}"))
}

/// The failure of a command that cannot write the file, or make the folder, that an option names.
pub fn unwritten(option: &'static str, path: &Path, error: impl std::fmt::Display) -> CliError {
    let message = format_args!("--{option} {}: cannot be written: {error}{}", path.display(), absent_folder(path));
    CliError::configuration(message).about(option)
}

/// Writes the file that an option names.
///
/// # Errors
/// [`CliError::configuration`]: why it cannot be written.
pub fn write(option: &'static str, path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    atomic_file::write(path, bytes).map_err(|error| unwritten(option, path, error))
}

/// All of a file with at most this number of bytes.
///
/// # Errors
/// [`CliError::configuration`]: why it cannot be read.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, CliError> {
    input::read(path, most).map_err(|error| CliError::file(path, error))
}

/// A pool of this number of threads, or of one for each core.
///
/// # Errors
/// The system has none.
pub fn pool(threads: Option<u8>) -> Result<ThreadPool, CliError> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0).into()).build();
    pool.map_err(|error| CliError::unexpected(error).about("threads"))
}
