//! Files that a command reads whole.

use crate::exit::{Exit, Failure};
use boardbots_base::input;
use std::path::Path;

/// All of a file with at most this number of bytes.
///
/// # Errors
/// [`Exit::Configuration`]: why it cannot be read.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let wrong = |error| Failure::new(Exit::Configuration, format_args!("{}: {error}", path.display()));
    input::read(path, most).map_err(wrong)
}
