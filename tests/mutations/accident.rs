//! What can happen to bytes.

use fastrand::Rng;

/// What no reader expects where it stands, and what some do.
const WORDS: [&str; 56] = [
    "",
    "0",
    "-0",
    "1",
    "-1",
    "2",
    "6",
    "7",
    "9",
    "28",
    "29",
    "100",
    "101",
    "127",
    "128",
    "255",
    "256",
    "1000",
    "32767",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "-2147483649",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999",
    "1e308",
    "1e999",
    "-1e-400",
    "0.1",
    "NaN",
    "inf",
    "null",
    "true",
    "[]",
    "{}",
    "\"\"",
    "[[[[[[[[",
    "\u{0}",
    "\u{202e}",
    "\u{feff}",
    "é",
    "ß",
    "日本語",
    "🦀",
    "\\u0000",
    "%00",
    "../../../etc/passwd",
];

/// The bounds of the word, or the piece without a word's letters, that this place is in.
fn word(bytes: &[u8], at: usize) -> std::ops::Range<usize> {
    let part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    let same = |byte: &u8| part(byte) == part(&bytes[at]);
    let start = bytes[..at].iter().rposition(|byte| !same(byte)).map_or(0, |end| end + 1);
    let end = bytes[at..].iter().position(|byte| !same(byte)).map_or(bytes.len(), |end| at + end);
    start..end
}

/// The line that this place is in, with its end.
fn line(bytes: &[u8], at: usize) -> std::ops::Range<usize> {
    let start = bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let end = bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| at + end + 1);
    start..end
}

/// One accident.
fn once(out: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    if out.is_empty() {
        out.extend_from_slice(other);
        return;
    }
    let at = rng.usize(..out.len());
    match rng.u8(..16) {
        0 => out[at] = rng.u8(..),
        1 => out[at] ^= 1 << rng.u8(..8),
        2 => out.insert(at, rng.u8(..)),
        3 => drop(out.remove(at)),
        4 => out.truncate(at),
        5 => drop(out.drain(..at)),
        6..=9 => {
            let (words, new) = (word(out, at), WORDS[rng.usize(..WORDS.len())]);
            drop(out.splice(words, new.bytes()));
        }
        10 => {
            let whole = out[line(out, at)].to_vec();
            drop(out.splice(at..at, whole));
        }
        11 => {
            let lines = line(out, at);
            let whole = out[lines.clone()].to_vec();
            drop(out.splice(lines.start..lines.start, whole));
        }
        12 => drop(out.drain(line(out, at))),
        13 => {
            let until = (at + rng.usize(..80)).min(out.len());
            drop(out.drain(at..until));
        }
        14 if !other.is_empty() => {
            // A piece of another one.
            let from = rng.usize(..other.len());
            let piece = &other[from..(from + rng.usize(..200)).min(other.len())];
            let until = (at + rng.usize(..=piece.len())).min(out.len());
            drop(out.splice(at..until, piece.iter().copied()));
        }
        _ => {
            // The same piece again and again.
            let until = (at + 1 + rng.usize(..8)).min(out.len());
            let piece = out[at..until].to_vec();
            let times = 1 << rng.u8(..10);
            drop(out.splice(at..at, piece.iter().copied().cycle().take(piece.len() * times).collect::<Vec<_>>()));
        }
    }
}

/// One of these samples after one to four accidents, in `out`; rarely after none, rarely only noise.
pub fn mutated(samples: &[Vec<u8>], rng: &mut Rng, out: &mut Vec<u8>) {
    out.clear();
    match rng.u8(..100) {
        0 => out.extend((0..rng.usize(..300)).map(|_| rng.u8(..))),
        1 => out.extend_from_slice(&samples[rng.usize(..samples.len())]),
        _ => {
            out.extend_from_slice(&samples[rng.usize(..samples.len())]);
            for _ in 0..[1, 1, 1, 2, 3, 4][rng.usize(..6)] {
                once(out, &samples[rng.usize(..samples.len())], rng);
            }
        }
    }
}
