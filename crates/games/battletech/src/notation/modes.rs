//! `mov.sbt`: how each mech has moved in this turn.

use super::super::condition::MAX_MECHS;
use super::super::situation::Mode;
use super::error::NotationError;
use super::lines::Lines;
use super::text::Text;

/// Reads how each mech moved, by its number.
///
/// # Errors
///
/// The line that is not what the file asks for.
#[expect(clippy::cast_possible_truncation, reason = "there are at most 32 mechs")]
pub fn read(file: &str, bytes: &[u8]) -> Result<Vec<Mode>, NotationError> {
    let mut lines = Lines::new(file, bytes);
    lines.magic("movSBT")?;
    let count = lines.number("number of mechs", 1..=MAX_MECHS as u8)?;
    let words = Mode::ALL.map(Mode::word);
    let modes = (0..count).map(|_| Ok(Mode::ALL[lines.word("how a mech moved", &words)?]));
    let modes = modes.collect::<Result<_, NotationError>>()?;
    lines.end()?;
    Ok(modes)
}

/// The file of how the mechs moved, as the simulator writes it.
#[must_use]
pub fn write(modes: &[Mode]) -> Vec<u8> {
    let mut text = Text::windows(9 * modes.len() + 16);
    text.word("movSBT").count(modes.len());
    for mode in modes {
        text.word(mode.word());
    }
    text.done()
}
