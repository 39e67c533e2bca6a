//! Actions as records write them: the lines of the simulator's action file with commas between.

use crate::action::Action;
use crate::notation::NotationError;
use crate::notation::action;
use crate::phase::Phase;

/// Between the lines of an action.
const LINE: char = ',';

/// Writes an action behind a text.
pub fn write(action: &Action, text: &mut String) {
    let bytes = action::write(action);
    // The simulator's files are Latin-1.
    let lines = bytes.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let mut lines: Vec<&[u8]> = lines.collect();
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    for (number, line) in lines.into_iter().enumerate() {
        if number > 0 {
            text.push(LINE);
        }
        text.extend(line.iter().map(|&byte| char::from(byte)));
    }
}

/// The action of a text, which errors call `name`.
///
/// # Errors
/// What is wrong with it.
pub fn read(name: &str, text: &str, phase: Phase) -> Result<Action, NotationError> {
    let mut lines = text.replace(LINE, "\r\n");
    lines.push_str("\r\n");
    action::read(name, lines.as_bytes(), phase)
}
