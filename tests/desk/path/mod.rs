//! `boardbots path` as a process.

mod grids;
mod hexes;
mod prepared;
mod traces;

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A folder with some files.
struct Files(TempDir);

impl Files {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Exit code, stdout and stderr of the command in that folder.
    fn run(&self, arguments: &str) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
        command.current_dir(self.0.path()).arg("path").args(arguments.split_whitespace());
        let Output { status, stdout, stderr } = command.env_remove("RUST_LOG").stdin(Stdio::null()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (status.code().expect("it ends by itself"), text(stdout), text(stderr))
    }

    /// Adds a file.
    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).unwrap();
    }

    /// What it prints as JSON.
    fn json(&self, arguments: &str) -> Value {
        let (code, out, err) = self.run(&format!("{arguments} --json"));
        assert_eq!((code, err.as_str()), (0, ""), "{arguments}");
        serde_json::from_str(&out).unwrap()
    }
}

/// Every element of a picture ends, in order, and its attributes are in quotation marks.
fn check_elements(svg: &str) {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("every element has an end");
        let name = tag.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap();
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}
