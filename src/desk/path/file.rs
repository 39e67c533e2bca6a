//! Files of maps and scenarios, and what is wrong with them.

use crate::exit::{Exit, Failure};
use boardbots_path::moving_ai::TextError;
use std::fmt;
use std::path::Path;

/// The bytes of a file.
pub fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(file).map_err(|error| configuration(format!("{}: {error}", file.display())))
}

/// Bytes of a file as its text.
pub fn text<'a>(file: &Path, bytes: &'a [u8]) -> Result<&'a str, Failure> {
    std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].split(|&byte| byte == b'\n').count();
        let byte = bytes[error.valid_up_to()];
        configuration(format!("{}:{line}: expected UTF-8; found the byte 0x{byte:02x}", file.display()))
    })
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
