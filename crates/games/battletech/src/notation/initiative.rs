//! `iniciativaJN.sbt`: in which order the mechs move.

use super::super::condition::MAX_MECHS;
use super::lines::{Lines, NotationError};
use super::text::Text;

/// Reads the numbers of mechs, each once, in the order in which they move. Whether those that are
/// out of the game are among them is left to the simulator.
///
/// # Errors
///
/// The line that is not what the file asks for.
pub fn read(file: &str, bytes: &[u8]) -> Result<Vec<usize>, NotationError> {
    parse(Lines::new(file, bytes))
}

/// The same of lines that may be lenient: for a player, which must not fail over what it does not need. Spelling and
/// lines at the end do not count.
///
/// # Errors
///
/// The line that is needed, and is not what the file asks for.
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
