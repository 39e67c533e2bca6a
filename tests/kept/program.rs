//! The program, and the files that it has to agree with.

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// A file that 0.1.1 wrote.
pub fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept/data").join(name)
}

/// Whether the files are written anew.
pub fn keeps() -> bool {
    std::env::var_os("BOARDBOTS_KEEP").is_some()
}

/// The remedy where something differs.
pub const OTHERWISE: &str = "not as the released version decided or wrote it; \
                             CONTRIBUTING.md says under \"What was released\" what to do if that is meant";

/// Asserts that a text is what a file says.
pub fn same(name: &str, text: &str) {
    let path = file(name);
    if keeps() {
        fs::write(&path, text).expect("the folder can be written");
    }
    let kept = fs::read_to_string(&path).expect("a file of this test");
    for (number, (kept, new)) in (1..).zip(kept.lines().zip(text.lines())) {
        assert_eq!(kept, new, "line {number} of {name}: {OTHERWISE}");
    }
    assert_eq!(kept.lines().count(), text.lines().count(), "lines of {name}");
}

/// The program, without anything of the environment that it listens to.
pub fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    for name in ["RUST_LOG", "CREDENTIALS_DIRECTORY", "NOTIFY_SOCKET", "JOURNAL_STREAM"] {
        command.env_remove(name);
    }
    command
}

/// Runs the program to its end.
pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    program(folder, arguments).output().expect("the program runs")
}

/// What the program prints, which has to end well.
pub fn told(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// What the program prints when this is typed.
pub fn typed(folder: &Path, arguments: &[&str], lines: &str) -> String {
    let mut command = program(folder, arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    // A program that has ended reads no more.
    let _ = child.stdin.take().expect("piped").write_all(lines.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{arguments:?}: {}", output.status);
    String::from_utf8(output.stdout).expect("text")
}

/// Stands for what is too long to be kept: SHA-256 in hexadecimal digits.
pub fn digest(bytes: impl AsRef<[u8]>) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("it is a text");
        text
    })
}

/// A JSON value without members that differ each time.
pub fn without(mut value: Value, names: &[&str]) -> Value {
    strip(&mut value, names);
    value
}

fn strip(value: &mut Value, names: &[&str]) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| strip(value, names)),
        Value::Object(members) => {
            members.retain(|name, _| !names.contains(&name.as_str()));
            members.values_mut().for_each(|value| strip(value, names));
        }
        _ => {}
    }
}

/// A server of the program. It is killed when this is dropped.
pub struct Server {
    child: Child,
    pub addr: SocketAddr,
}

impl Server {
    /// Starts `boardbots arena` or `boardbots tables`.
    pub fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = program(folder, arguments);
        command.args(["--listen", "0"]).env("RUST_LOG", "warn").stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
        let addr = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
        let addr = addr.unwrap_or_else(|| panic!("it says {line:?}")).parse().expect("an address");
        Self { child, addr }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
