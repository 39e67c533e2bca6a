//! Files in which somebody has written what acts on terminals.

/// Escapes and hidden characters: colours, a title, a C1 control, what reorders, what cannot be seen.
pub const ALL: &str = "\u{1b}[31m\u{1b}]0;x\u{7}\u{9b}31m\u{7f}\u{8}\u{202e}\u{2066}\u{2028}\u{200b}\u{feff}\u{e0041}";
/// Those of them that JSON and lines without controls may have as they are.
const HIDDEN: &str = "\u{202e}\u{2066}\u{2028}\u{200b}\u{feff}\u{ad}";
/// A name for a file.
pub const NAME: &str = "a\u{1b}[31m\u{9b}31m\u{7f}\u{202e}\u{2028}\u{200b}b\rc\n<0>FORGED";

/// All crafted forms of a file, with escapes in so many places of it.
pub fn all(sample: &[u8], places: usize) -> Vec<Vec<u8>> {
    let json = sample.starts_with(b"{") || sample.starts_with(b"[");
    let marks: Vec<Vec<u8>> = if json {
        vec![escaped(&format!("{ALL}\n<0>FORGED")), HIDDEN.into(), "\u{7f}\u{9b}31m".into(), ALL.into()]
    } else {
        vec![ALL.into(), HIDDEN.into(), "a\r\u{7f}b".into(), b"\x9b31m\xff".to_vec()]
    };
    let mut all: Vec<Vec<u8>> = Vec::new();
    for place in places_of(sample, json, places) {
        all.extend(marks.iter().map(|mark| [&sample[..place], mark, &sample[place..]].concat()));
    }
    let half = sample.len() / 2;
    all.push(sample.to_vec());
    all.extend([[&sample[..half], ALL.as_bytes()].concat(), ALL.into(), format!("{HIDDEN}\n<0>FORGED\n").into()]);
    all
}

/// Where escapes go: before the ends of different strings or words, evenly from first to last.
fn places_of(sample: &[u8], json: bool, most: usize) -> Vec<usize> {
    let mut known = std::collections::BTreeSet::new();
    let (mut places, mut start) = (Vec::new(), 0);
    for (at, &byte) in sample.iter().enumerate() {
        let ends = if json { byte == b'"' } else { byte.is_ascii_whitespace() || b",:=;[]".contains(&byte) };
        if ends {
            if known.insert(&sample[start..at]) && at > start {
                places.push(at);
            }
            start = at + 1;
        }
    }
    let step = places.len().div_ceil(most).max(1);
    // Names stand at the beginning.
    let first = places.iter().copied().take(most / 3);
    let mut chosen: Vec<usize> = first.chain(places.iter().copied().step_by(step)).collect();
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}

/// A text within JSON, all of it escaped.
fn escaped(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(|unit| format!("\\u{unit:04x}").into_bytes()).collect()
}

/// The beginning of a file, for messages.
pub fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).chars().take(600).collect()
}
