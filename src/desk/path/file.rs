//! Files of maps and scenarios, and what is wrong with them.

use crate::exit::{Exit, Failure};
use boardbots_base::input;
use boardbots_path::moving_ai::TextError;
use std::fmt;
use std::path::Path;

/// Bytes of a file as its text.
pub fn text(file: &Path, bytes: Vec<u8>) -> Result<String, Failure> {
    input::utf8(bytes).map_err(|error| configuration(format!("{}: {error}", file.display())))
}

/// A file cannot be used.
pub fn configuration(message: impl fmt::Display) -> Failure {
    Failure::new(Exit::Configuration, message)
}

/// What is wrong with a line.
pub fn misread(file: &Path, error: &TextError) -> Failure {
    let found = error.found.as_ref().map_or_else(|| "the end".to_owned(), |found| format!("{found:?}"));
    configuration(format!("{}:{}: expected {}; found {found}", file.display(), error.line, error.expected))
}
