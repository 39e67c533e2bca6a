//! `LDV.sbt`: what the simulator's tool for lines of sight answers.

use super::super::hex::Hex;
use super::lines::{Lines, NotationError};
use super::text::Text;

/// More hexes than any line on a map of 99 × 99 has, odd ones counted.
const MOST: usize = 512;

/// A line of sight as the tool tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// The hexes between the two, in the tool's order.
    pub hexes: Vec<Hex>,
    /// They see each other.
    pub seen: bool,
    /// The first one has partial cover, though the manual says the second.
    pub cover: bool,
}

/// Reads an answer.
///
/// # Errors
///
/// The line that is not what the file asks for.
pub fn read(file: &str, bytes: &[u8]) -> Result<Sighting, NotationError> {
    let mut lines = Lines::new(file, bytes);
    let field = "hexes between the two: CCRR with spaces between";
    let line = lines.line(field)?;
    let mut hexes = Vec::new();
    for word in line.split(|&byte| byte == b' ').filter(|word| !word.is_empty()) {
        match Hex::parse(word) {
            Some(hex) if hexes.len() < MOST => hexes.push(hex),
            _ => return Err(lines.wrong(Some(word), field)),
        }
    }
    let sighting =
        Sighting { hexes, seen: lines.flag("whether there is a line of sight")?, cover: lines.flag("partial cover")? };
    lines.end()?;
    Ok(sighting)
}

/// The file of an answer, as the tool writes it.
#[must_use]
pub fn write(sighting: &Sighting) -> Vec<u8> {
    let hexes: Vec<String> = sighting.hexes.iter().map(Hex::to_string).collect();
    let mut text = Text::windows(5 * hexes.len() + 16);
    text.word(&hexes.join(" ")).flag(sighting.seen).flag(sighting.cover);
    text.done()
}
