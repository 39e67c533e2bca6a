//! Machines drawn for tests: files in a temporary folder and answers of commands.

use super::check::{Check, State};
use super::machine::{Machine, RunError, Runner};
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// A machine with nothing but what is drawn.
pub struct Drawn {
    root: TempDir,
    answers: HashMap<String, Result<String, RunError>>,
}

impl Drawn {
    pub fn new() -> Self {
        Self { root: tempfile::tempdir().unwrap(), answers: HashMap::new() }
    }

    pub fn real(&self, path: &str) -> PathBuf {
        self.root.path().join(path.trim_start_matches('/'))
    }

    pub fn folder(&self, path: &str) -> &Self {
        fs::create_dir_all(self.real(path)).unwrap();
        self
    }

    pub fn file(&self, path: &str, text: &str) -> &Self {
        self.bytes(path, text.as_bytes())
    }

    pub fn bytes(&self, path: &str, bytes: &[u8]) -> &Self {
        let real = self.real(path);
        fs::create_dir_all(real.parent().unwrap()).unwrap();
        fs::write(real, bytes).unwrap();
        self
    }

    #[cfg(unix)]
    pub fn mode(&self, path: &str, mode: u32) -> &Self {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(self.real(path), PermissionsExt::from_mode(mode)).unwrap();
        self
    }

    /// From now on a command, its words with spaces between them, answers this.
    pub fn says(&mut self, command: &str, answer: Result<&str, RunError>) -> &mut Self {
        self.answers.insert(command.into(), answer.map(Into::into));
        self
    }

    /// Commands that are not drawn are not installed. Paths in them are as on the machine.
    pub fn machine(&self) -> Machine {
        let runner = Answers { root: self.root.path().display().to_string(), answers: self.answers.clone() };
        let mut machine = Machine::at(self.root.path(), Box::new(runner));
        machine.binary = "aarch64";
        machine
    }
}

struct Answers {
    root: String,
    answers: HashMap<String, Result<String, RunError>>,
}

impl Runner for Answers {
    fn run(&self, command: &[&str]) -> Result<String, RunError> {
        let words = command.join(" ").replace(&self.root, "");
        self.answers.get(&words).cloned().unwrap_or(Err(RunError::Missing))
    }
}

/// Asserts how a check stands, and that its texts hold these.
#[track_caller]
pub fn assert_check(check: &Check, state: State, found: &str, remedy: &str) {
    assert_eq!(check.state, state, "{check:?}");
    assert!(check.found.contains(found), "{check:?}");
    let wrong = matches!(state, State::Warning | State::Error);
    assert_eq!(check.remedy.is_some(), wrong, "{check:?}");
    assert!(check.remedy.as_deref().unwrap_or_default().contains(remedy), "{check:?}");
}

/// Contents that no file should have, but any file may.
pub const GARBAGE: [&[u8]; 7] = [
    b"",
    b"\n\n",
    b"\0\0\0",
    b"\xff\xfe\x80 = \xff",
    b"99999999999999999999999999",
    b"-1 : = % / / , -",
    b"a\tb c d e f",
];
