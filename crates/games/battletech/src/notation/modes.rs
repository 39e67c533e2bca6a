//! `mov.sbt`: the movement of each mech in this turn.

use super::super::condition::MAX_MECHS;
use super::super::situation::Mode;
use super::lines::{Lines, NotationError};
use super::text::Text;

/// Reads the movement of each mech, by its number.
///
/// # Errors
///
/// The first line that does not fit the file.
pub fn read(file: &str, bytes: &[u8]) -> Result<Vec<Mode>, NotationError> {
    parse(Lines::new(file, bytes))
}

/// The same for lines that may be lenient, for players, which must not fail over values that they do not need: spelling
/// and extra lines at the end are ignored.
///
/// # Errors
///
/// The first line that is needed and does not fit the file.
#[expect(clippy::cast_possible_truncation, reason = "there are at most 32 mechs")]
pub(crate) fn parse(mut lines: Lines) -> Result<Vec<Mode>, NotationError> {
    lines.magic("movSBT")?;
    let count = lines.number("number of mechs", 1..=MAX_MECHS as u8)?;
    let words = Mode::ALL.map(Mode::word);
    let modes = (0..count).map(|_| Ok(Mode::ALL[lines.word("how a mech moved", &words)?]));
    let modes = modes.collect::<Result<_, NotationError>>()?;
    lines.end()?;
    Ok(modes)
}

/// The file of the mechs' movements, as the simulator writes it.
#[must_use]
pub fn write(modes: &[Mode]) -> Vec<u8> {
    let mut text = Text::windows(9 * modes.len() + 16);
    text.word("movSBT").count(modes.len());
    for mode in modes {
        text.word(mode.word());
    }
    text.done()
}
