//! Actions as records write them: the lines of the simulator's action file with commas between.

use crate::action::{Action, Phase};
use crate::notation::files::{bytes, lines};
use crate::notation::{Parsed, action};

/// Between the lines of an action.
pub const LINE: &str = ",";
/// Between the actions of a game.
pub const ACTION: char = ';';
/// The mark for a player that failed to answer, perhaps with the reason behind it.
pub const NONE: &str = "?";

/// The text for a player that failed to answer, and why.
#[must_use]
pub fn none(why: &str) -> String {
    format!("{NONE}{}", why.replace('%', "%25").replace(ACTION, "%3B"))
}

/// The reason why there is no answer, if a text says that there is none; it may be empty.
#[must_use]
pub fn reason(text: &str) -> Option<String> {
    text.strip_prefix(NONE).map(|why| why.replace("%3B", ";").replace("%25", "%"))
}

/// The text of an action.
#[must_use]
pub fn write(action: &Action) -> String {
    lines(&action::write(action)).join(LINE)
}

/// The action of a text, which errors call `name`.
///
/// # Errors
/// What is wrong with it.
pub fn read(name: &str, text: &str, phase: Phase) -> Parsed<Action> {
    let lines: Vec<String> = text.split(LINE).map(str::to_string).collect();
    action::read(name, &bytes(&lines), phase)
}
