//! The file of a network: text, so that a record of a match can hold it.
//!
//! The first line names the kind of file, its version and the game, the second one the layout; then each pattern
//! has a line with its cells, a colon and its weights, where `0*12` stands for twelve zeros. If there is a net beside
//! the patterns, `units N` follows, and for each cell's state (`input CELL STATE`) and each phase and stage (`bias PHASE
//! STAGE`, `output PHASE STAGE`) a colon and N weights; lines with nothing but zeros are left out. The last line is a
//! checksum of all before it. `#` begins a comment line.

use super::hidden::{Hidden, LANES, MAX_UNITS};
use super::network::Network;
use super::patterns::{Group, Layout, MAX_WEIGHTS, Patterns};
use boardbots_base::invalid::InputError;
use std::fmt::Write;

/// The beginning of every file.
const HEAD: &str = "boardbots-learned 1";
/// The text before the checksum.
const CHECKSUM: &str = "checksum ";
/// The text before the number of units.
const UNITS: &str = "units ";
/// The most bytes of a file.
pub const MAX_BYTES: u64 = 256 * 1024;

/// FNV-1a of 64 bits: the same on every machine.
#[must_use]
pub fn checksum(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// The file, with comments on how it came to be.
#[must_use]
pub fn write(network: &Network, comments: &[String]) -> String {
    let Network { game, patterns, weights, hidden } = network;
    let mut text = format!("{HEAD} {game}\n{}\n", layout_line(patterns.layout));
    // Writing to a text does not fail.
    for comment in comments {
        let _ = writeln!(text, "# {comment}");
    }
    let mut rest = &weights[..];
    for pattern in &patterns.all {
        let cells: Vec<String> = pattern.cells.iter().map(ToString::to_string).collect();
        let _ = write!(text, "{}:", cells.join(" "));
        let (own, others) = rest.split_at(pattern.weights(&patterns.layout));
        rest = others;
        numbers(own, &mut text);
    }
    if hidden.units() > 0 {
        let _ = writeln!(text, "{UNITS}{}", hidden.units());
    }
    for (name, first, second, weights) in hidden.rows(patterns.layout) {
        if weights.iter().any(|weight| *weight != 0) {
            let _ = write!(text, "{name} {first} {second}:");
            numbers(weights, &mut text);
        }
    }
    let _ = writeln!(text, "{CHECKSUM}{:016x}", checksum(text.bytes()));
    text
}

/// The rest of a line.
fn numbers(weights: &[i16], text: &mut String) {
    for run in weights.chunk_by(|a, b| *a == 0 && *b == 0) {
        let _ = if run.len() > 1 { write!(text, " 0*{}", run.len()) } else { write!(text, " {}", run[0]) };
    }
    text.push('\n');
}

fn layout_line(layout: Layout) -> String {
    let Layout { boards, rows, columns, stride, phases, stages, images } = layout;
    // Once this was 0 or 1, for mirrored positions.
    let images = images.ilog2();
    format!("layout {boards} {rows} {columns} {stride} {phases} {stages} {images}")
}

/// The network of a file for a game with this layout.
///
/// # Errors
/// Fails if the file is malformed; the error names the line.
pub fn read(text: &str, game: &str, layout: &Layout) -> Result<Network, InputError> {
    let first = text.lines().next().unwrap_or("");
    let of = first.strip_prefix(HEAD).and_then(|rest| rest.strip_prefix(' '));
    let of = of.ok_or_else(|| InputError::new(format_args!(":1: a learned evaluation begins with \"{HEAD} GAME\"")))?;
    if of != game {
        return Err(InputError::new(format_args!(":1: this evaluation is of {of:.40}, not of {game}")));
    }
    let torn = "the file is damaged: its last line is not the checksum of what is before it";
    let end = text.trim_end_matches('\n').rfind('\n').map_or(0, |at| at + 1);
    let (body, last) = text.split_at(end);
    if last.trim_end_matches('\n') != format!("{CHECKSUM}{:016x}", checksum(body.bytes())) {
        return Err(InputError::new(format_args!(": {torn}")));
    }
    let mut lines = (1..).zip(body.lines()).skip(1).filter(|(_, line)| !line.starts_with('#'));
    let due = layout_line(*layout);
    if lines.next().is_none_or(|(_, line)| line != due) {
        return Err(InputError::new(format_args!(
            ":2: the game's cells are others by now; this program needs \"{due}\""
        )));
    }
    let (mut groups, mut weights, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    let mut hidden = Hidden::default();
    for (number, line) in lines {
        let wrong = |what: &str| InputError::new(format_args!(":{number}: {what}"));
        if let Some(units) = line.strip_prefix(UNITS) {
            let units = units.parse().ok().filter(|units| hidden.units() == 0 && (LANES..=MAX_UNITS).contains(units));
            let units = units.filter(|units: &usize| units.is_multiple_of(LANES));
            hidden = Hidden::new(*layout, units.ok_or_else(|| wrong("a net has 16 or 32 units"))?);
            continue;
        }
        let (head, own) = line.split_once(':').ok_or_else(|| wrong("a pattern is CELL …: WEIGHT …"))?;
        if hidden.units() > 0 {
            let own = read_numbers(own, hidden.units()).ok_or_else(|| wrong("no weight of 16 bits, or too many"))?;
            hidden.set_row(*layout, head, &own).ok_or_else(|| {
                wrong("not input CELL STATE, bias PHASE STAGE or output PHASE STAGE with a weight for each unit")
            })?;
            continue;
        }
        let mut group = Group::new();
        for cell in head.split(' ') {
            let cell = cell.parse().map_err(|_| wrong("a cell is a number"))?;
            group.try_push(cell).map_err(|_| wrong("a pattern has at most four cells"))?;
        }
        groups.push(group);
        let own = read_numbers(own, MAX_WEIGHTS - weights.len());
        weights.extend(own.ok_or_else(|| wrong("no weight of 16 bits, or too many"))?);
        ends.push((number, weights.len()));
    }
    let patterns = Patterns::new(*layout, groups).map_err(|error| InputError::new(format_args!(": {error}")))?;
    let mut due = 0;
    for (pattern, (number, found)) in patterns.all.iter().zip(ends) {
        due += pattern.weights(layout);
        if found != due {
            return Err(InputError::new(format_args!(":{number}: the pattern has another number of weights")));
        }
    }
    let network = Network { weights, ..Network::new(game, patterns) };
    network.with_net(hidden).map_err(|error| InputError::new(format_args!(": {error}")))
}

/// The weights of a line, at most this many.
fn read_numbers(text: &str, most: usize) -> Option<Vec<i16>> {
    let mut weights = Vec::new();
    for word in text.split_whitespace() {
        let (weight, times) = word.split_once('*').unwrap_or((word, "1"));
        let times = times.parse::<usize>().ok().filter(|times| *times <= most - weights.len())?;
        weights.extend(std::iter::repeat_n(weight.parse::<i16>().ok()?, times));
    }
    Some(weights)
}

#[cfg(test)]
mod tests {
    use super::super::hidden::MAX_INPUT;
    use super::*;

    const LAYOUT: Layout = Layout { boards: 1, rows: 2, columns: 3, stride: 2, phases: 2, stages: 1, images: 2 };

    fn network() -> Network {
        let groups = [&[0][..], &[3], &[0, 1], &[2, 4, 1]].map(|cells| cells.iter().copied().collect());
        let mut network = Network::new("a-game", Patterns::new(LAYOUT, groups).unwrap()).with_units(16).unwrap();
        for (number, weight) in (0..).zip(&mut network.weights) {
            *weight = if number % 5 < 3 { 0 } else { number * 37 % 1000 - 500 };
        }
        network.weights[7] = i16::MIN;
        network.hidden.inputs[3].fill(-MAX_INPUT);
        network.hidden.biases[1][2] = 7;
        network.hidden.outputs[0][15] = i16::MAX;
        network
    }

    #[test]
    fn what_is_written_is_read_back() {
        let network = network();
        let text = write(&network, &["seven generations".to_string()]);
        let read = read(&text, "a-game", &LAYOUT).unwrap();
        assert_eq!(read, network);
        assert_eq!(write(&read, &["seven generations".to_string()]), text);
        assert_eq!(text.lines().nth(2), Some("# seven generations"));
    }

    #[test]
    fn every_damaged_byte_is_told() {
        let text = write(&network(), &[]);
        for at in 0..text.len() {
            let mut damaged = text.clone().into_bytes();
            damaged[at] ^= 1;
            let Ok(damaged) = String::from_utf8(damaged) else { continue };
            let error = read(&damaged, "a-game", &LAYOUT).expect_err("damaged");
            assert!(error.starts_with(':'), "{at}: {error}");
            // A last line without its end is whole.
            assert!(at + 1 == text.len() || read(&text[..at], "a-game", &LAYOUT).is_err(), "cut off at {at}");
        }
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let text = write(&network(), &[]);
        let sealed = |from: &str, to: &str| {
            let end = text.rfind(CHECKSUM).unwrap();
            let body = text[..end].replacen(from, to, 1);
            assert_ne!(body, text[..end]);
            format!("{body}{CHECKSUM}{:016x}\n", checksum(body.bytes()))
        };
        for (text, part) in [
            ("piece = 4".to_string(), ":1: a learned evaluation begins with"),
            (sealed("a-game", "another"), ":1: this evaluation is of another, not of a-game"),
            (sealed("layout 1 2 3", "layout 1 3 3"), ":2: the game's cells are others by now"),
            (sealed("0 1:", "0 1 2 3 4:"), ":5: a pattern has at most four cells"),
            (sealed("0 1:", "0 x:"), ":5: a cell is a number"),
            (sealed("0 1:", "0 0:"), "are not one to 4 different cells"),
            (sealed("0 1:", "0 9:"), "are not one to 4 different cells"),
            (sealed("0 1:", "0 1: 7"), ":5: the pattern has another number of weights"),
            (sealed("0 1:", "0 1"), ":5: a pattern is CELL"),
            (sealed("0 1: ", "0 1: 32768 "), ":5: no weight of 16 bits"),
            (sealed("0 1: ", "0 1: 0*32768 "), ":5: no weight of 16 bits, or too many"),
            (sealed("units 16", "units 17"), ":7: a net has 16 or 32 units"),
            (sealed("units 16", "units 64"), ":7: a net has 16 or 32 units"),
            (sealed("input 0 3: ", "units 16\ninput 0 3: "), ":8: a net has 16 or 32 units"),
            (sealed("input 0 3: ", "input 0 3: 1 "), ":8: no weight of 16 bits, or too many"),
            (sealed("input 0 3: -504", "input 0 3:"), ":8: not input CELL STATE, bias PHASE"),
            (sealed("input 0 3: -504", "input 0 3: -505"), ":8: not input CELL STATE, bias PHASE"),
            (sealed("input 0 3:", "input 0 8:"), ":8: not input CELL STATE, bias PHASE"),
            (sealed("input 0 3:", "input 6 3:"), ":8: not input CELL STATE, bias PHASE"),
            (sealed("bias 1 0:", "bias 2 0:"), ":9: not input CELL STATE, bias PHASE"),
            (sealed("output 0 0:", "output 0 0 0:"), ":10: not input CELL STATE, bias PHASE"),
            (sealed("output 0 0:", "outputs 0 0:"), ":10: not input CELL STATE, bias PHASE"),
            (sealed("0 1: ", "0 1: 0*99999999999999999999 "), ":5: no weight"),
        ] {
            let error = read(&text, "a-game", &LAYOUT).expect_err(part);
            assert!(error.contains(part), "{error}, not {part}");
        }
    }
}
