//! Actions as records write them: the lines of the simulator's action file with commas between.

use crate::action::{Action, Phase};
use crate::notation::{NotationError, action};
use crate::simulator::latin::{bytes, lines};

/// Between the lines of an action.
const LINE: &str = ",";
/// Between the actions of a game.
pub const ACTION: char = ';';
/// What stands for a player that failed to answer.
pub const NONE: &str = "?";

/// The text of an action.
pub fn write(action: &Action) -> String {
    lines(&action::write(action)).join(LINE)
}

/// The action of a text, which errors call `name`.
///
/// # Errors
/// What is wrong with it.
pub fn read(name: &str, text: &str, phase: Phase) -> Result<Action, NotationError> {
    let lines: Vec<String> = text.split(LINE).map(str::to_string).collect();
    action::read(name, &bytes(&lines), phase)
}
