//! Games in files.

use crate::desk::failures;
use crate::exit::Failure;
use boardbots_base::{atomic_file, input};
use boardbots_game::terminal::argument::Given;
use boardbots_game::terminal::{Opened, Terminal};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The most bytes of a saved game.
const MAX_BYTES: u64 = 16 * 1024;
/// Names that are tried for a game that has no file yet.
const NAMES: usize = 99;

/// Opens a saved game where it was saved.
///
/// # Errors
/// [`Failure::configuration`]: the file cannot be read, or which line of it is wrong.
pub fn read(terminal: &dyn Terminal, path: &Path, given: &Given) -> Result<Opened, Failure> {
    let text = failures::read(path, MAX_BYTES)?;
    let wrong = |error| Failure::configuration(format!("{}{error}", path.display()));
    terminal.resume(&text, given).map_err(wrong)
}

/// Writes a game, so that the file holds either all of it or what it held before.
///
/// # Errors
/// The file cannot be written, or holds something else than a game, or the game is too long to be read again.
pub fn write(text: &str, path: &Path) -> io::Result<()> {
    let mark = text.split(':').next().unwrap_or_default().as_bytes();
    let mut first = Vec::new();
    match input::open(path) {
        Ok(file) => _ = file.take(mark.len() as u64).read_to_end(&mut first)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => first.extend(mark),
        Err(error) => return Err(error),
    }
    // A game on stdout could not be opened again.
    if first != mark || atomic_file::is_stdout(path) {
        return Err(io::Error::other("this file is there already and holds no game; take another name"));
    }
    if text.len() as u64 > MAX_BYTES {
        return Err(io::Error::other(format!("the game is too long: more than {MAX_BYTES} bytes")));
    }
    atomic_file::write(path, text.as_bytes())
}

/// A file in the current folder that is not there yet.
pub fn free_file(name: &str) -> PathBuf {
    let numbered = |number| match number {
        1 => PathBuf::from(format!("{name}.save")),
        number => PathBuf::from(format!("{name}-{number}.save")),
    };
    (1..NAMES).map(numbered).find(|path| !path.exists()).unwrap_or_else(|| numbered(NAMES))
}
