//! Files that a command reads whole.

use crate::exit::{Exit, Failure};
use boardbots_base::atomic_file;
use std::path::Path;

/// All of a file with at most this many bytes.
///
/// # Errors
/// [`Exit::Configuration`]: why it cannot be read.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let wrong = |what: String| Failure::new(Exit::Configuration, format_args!("{}: {what}", path.display()));
    let bytes = atomic_file::read(path, most).map_err(|error| wrong(error.to_string()))?;
    bytes.ok_or_else(|| wrong(format!("more than {most} bytes")))
}
