//! Failures of commands for desks, the files that they read whole, and the threads on which they compute.

use crate::exit::CliError;
use boardbots_base::atomic_file::absent_folder;
use boardbots_base::input;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::path::Path;

/// The failure of a command that was stopped, with the use of its record.
pub fn stopped(record: Option<&Path>, at: impl std::fmt::Display) -> CliError {
    let help = match record {
        Some(path) => format!("the same command resumes from {}", path.display()),
        None => "with --record FILE it could be resumed".to_string(),
    };
    CliError::unexpected(format_args!("stopped {at}; {help}"))
}

/// The failure of a command that cannot write the file, or make the folder, that an option names.
pub fn unwritten(option: &'static str, path: &Path, error: impl std::fmt::Display) -> CliError {
    let message = format_args!("--{option} {}: cannot be written: {error}{}", path.display(), absent_folder(path));
    CliError::configuration(message).about(option)
}

/// All of a file with at most this number of bytes.
///
/// # Errors
/// [`CliError::configuration`]: why it cannot be read.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, CliError> {
    let wrong = |error| CliError::configuration(format_args!("{}: {error}", path.display()));
    input::read(path, most).map_err(wrong)
}

/// A pool of this number of threads, or of one for each core.
///
/// # Errors
/// The system has none.
pub fn pool(threads: Option<u8>) -> Result<ThreadPool, CliError> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0).into()).build();
    pool.map_err(|error| CliError::unexpected(error).about("threads"))
}
