//! Maps and mechs as drawings, small texts that people can read and change, and the simulator's
//! files that are made of them. Lines that start with `#` are comments.

pub mod item;
pub mod map;
pub mod mech;

use std::fs;
use std::path::{Path, PathBuf};

/// The drawings of a kind: names and texts, sorted.
pub fn drawings(kind: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/battletech/drawings").join(kind);
    let mut drawings: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap().to_string();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    drawings.sort();
    drawings
}

/// Where the file of a drawing is kept.
pub fn place(kind: &str, name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("battletech/src").join(kind);
    folder.join(format!("{name}.sbt"))
}

/// The lines of a drawing that say something.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}
