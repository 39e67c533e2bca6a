//! Finding and reading the recorded files.

use boardbots_tournament::verify::{Tally, verify};
use flate2::read::GzDecoder;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Where the files of others are kept, or one folder of them; `None` if there is no
/// such folder.
pub fn folder(name: &str) -> Option<PathBuf> {
    found(&[PathBuf::from(name)])
}

/// The text of a recorded file, unpacked if it is packed; `None` if there is no such file.
pub fn read(name: &str) -> Option<String> {
    found(&[Path::new("vectors").join(name)]).map(|path| unpacked(&path))
}

/// The text of a map or of scenarios of the grid benchmarks, packed or not; `None` if
/// there is no such file.
pub fn grid(name: &str) -> Option<String> {
    let folder = Path::new("data/movingai");
    found(&[folder.join(name), folder.join(format!("{name}.gz"))]).map(|path| unpacked(&path))
}

/// The first of some files that exists in the folder of recorded files.
fn found(names: &[PathBuf]) -> Option<PathBuf> {
    let root = std::env::var_os("BOARDBOTS_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
    names.iter().map(|name| root.join(name)).find(|path| path.exists())
}

/// The text of a file, unpacked if it is packed.
pub fn unpacked(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut text = String::new();
    if path.extension().is_some_and(|e| e == "gz") {
        GzDecoder::new(bytes.as_slice()).read_to_string(&mut text).expect("a gzip file of text");
    } else {
        text = String::from_utf8(bytes).expect("a text file");
    }
    text
}

/// The lines of a recorded file of JSON lines, each with its number from 1; `None`, if there is no such file.
pub fn json_lines<T: serde::de::DeserializeOwned>(name: &str) -> Option<Vec<(usize, T)>> {
    let text = read(name)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty());
    let parse = |line| serde_json::from_str(line);
    Some(lines.map(|(i, line)| (i + 1, parse(line).unwrap_or_else(|e| panic!("{name} line {}: {e}", i + 1)))).collect())
}

/// Replays a recorded file, which must hold records; `None`, if there is no such file.
pub fn replay(game: &str, name: &str) -> Option<()> {
    let text = read(name)?;
    let mut tally = Tally::default();
    let (_, recordings) = boardbots_catalog::part(game).expect("a game with recordings");
    verify(recordings, text.as_bytes(), &mut tally).unwrap_or_else(|error| panic!("{name}:{error}"));
    assert_eq!(tally.games + tally.counts, text.lines().count() as u64, "{name}");
    Some(())
}
