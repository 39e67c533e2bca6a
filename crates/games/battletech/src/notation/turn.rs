//! The files of a turn: `iniciativaJN.sbt`, the order in which the mechs move, and `mov.sbt`, the movement of each
//! mech.

use super::super::condition::MAX_MECHS;
use super::super::situation::Mode;
use super::lines::{Lines, Parsed};
use super::text::Text;

/// The number of mechs at the head of a file.
#[expect(clippy::cast_possible_truncation, reason = "there are at most 32 mechs")]
fn count(lines: &mut Lines) -> Parsed<u8> {
    lines.number("number of mechs", 1..=MAX_MECHS as u8)
}

/// The numbers of mechs, each at most once, in the order in which they move. The simulator may or may not list those
/// that are out of the game.
///
/// # Errors
///
/// The first line that does not fit the file.
pub fn read_order(file: &str, bytes: &[u8]) -> Parsed<Vec<usize>> {
    parse_order(Lines::new(file, bytes))
}

/// The same for lines that may be lenient: they ignore spelling and extra lines at the end.
///
/// # Errors
///
/// The first line that is needed and does not fit the file.
#[expect(clippy::cast_possible_truncation, reason = "there are at most 32 mechs")]
pub(crate) fn parse_order(mut lines: Lines) -> Parsed<Vec<usize>> {
    let count = count(&mut lines)?;
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
pub fn write_order(order: &[usize]) -> Vec<u8> {
    let mut text = Text::windows(4 * order.len() + 8);
    text.count(order.len());
    for &mech in order {
        text.count(mech);
    }
    text.done()
}

/// The movement of each mech, by its number.
///
/// # Errors
///
/// The first line that does not fit the file.
pub fn read_modes(file: &str, bytes: &[u8]) -> Parsed<Vec<Mode>> {
    parse_modes(Lines::new(file, bytes))
}

/// The same for lines that may be lenient.
///
/// # Errors
///
/// The first line that is needed and does not fit the file.
pub(crate) fn parse_modes(mut lines: Lines) -> Parsed<Vec<Mode>> {
    lines.magic("movSBT")?;
    let count = count(&mut lines)?;
    let words = Mode::ALL.map(Mode::word);
    let modes = (0..count).map(|_| Ok(Mode::ALL[lines.word("how a mech moved", &words)?]));
    let modes = modes.collect::<Parsed<_>>()?;
    lines.end()?;
    Ok(modes)
}

/// The file of the mechs' movements, as the simulator writes it.
#[must_use]
pub fn write_modes(modes: &[Mode]) -> Vec<u8> {
    let mut text = Text::windows(9 * modes.len() + 16);
    text.word("movSBT").count(modes.len());
    for mode in modes {
        text.word(mode.word());
    }
    text.done()
}
