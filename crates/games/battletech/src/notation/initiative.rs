//! `iniciativaJN.sbt`: the order in which the mechs move.

use super::super::condition::MAX_MECHS;
use super::lines::{Lines, NotationError};
use super::text::Text;

/// Reads the numbers of mechs, each at most once, in the order in which they move. The simulator may or may not list
/// those that are out of the game.
///
/// # Errors
///
/// The first line that does not fit the file.
pub fn read(file: &str, bytes: &[u8]) -> Result<Vec<usize>, NotationError> {
    parse(Lines::new(file, bytes))
}

/// The same for lines that may be lenient, for players, which must not fail over values that they do not need: spelling
/// and extra lines at the end are ignored.
///
/// # Errors
///
/// The first line that is needed and does not fit the file.
#[expect(clippy::cast_possible_truncation, reason = "there are at most 32 mechs")]
pub(crate) fn parse(mut lines: Lines) -> Result<Vec<usize>, NotationError> {
    let count = lines.number("number of mechs", 1..=MAX_MECHS as u8)?;
    let mut order = Vec::with_capacity(usize::from(count));
    for _ in 0..count {
        let mech = usize::from(lines.number("number of a mech", 0..=MAX_MECHS as u8 - 1)?);
        if order.contains(&mech) {
            return Err(lines.wrong(Some(mech.to_string().as_bytes()), "number of a mech: each only once"));
        }
        order.push(mech);
    }
    lines.end()?;
    Ok(order)
}

/// The file of an order, as the simulator writes it.
#[must_use]
pub fn write(order: &[usize]) -> Vec<u8> {
    let mut text = Text::windows(4 * order.len() + 8);
    text.count(order.len());
    for &mech in order {
        text.count(mech);
    }
    text.done()
}
