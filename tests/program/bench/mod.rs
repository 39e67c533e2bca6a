//! `boardbots bench` and `boardbots calibrate` as processes: what they print, and how they
//! end.

mod calibrate;
mod searches;

use std::process::{Command, Stdio};

/// Exit code, stdout and stderr of `boardbots` with these arguments.
fn boardbots(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    let output = command.args(arguments).stdin(Stdio::null()).output().expect("the binary that was just built");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("it ends by itself"), text(output.stdout), text(output.stderr))
}

/// What is printed by a command that does what it is asked for.
fn printed(arguments: &[&str]) -> String {
    let (code, stdout, stderr) = boardbots(arguments);
    assert_eq!((code, stderr.as_str()), (0, ""), "{arguments:?}");
    stdout
}

/// The same as JSON, of one line.
fn json(arguments: &[&str]) -> serde_json::Value {
    let stdout = printed(arguments);
    assert_eq!(stdout.lines().count(), 1, "{stdout}");
    serde_json::from_str(&stdout).expect("JSON")
}

/// Arguments that make no sense, and a word of what is said about each.
fn refused(cases: &[(&[&str], &str)]) {
    for (arguments, word) in cases {
        let (code, stdout, stderr) = boardbots(arguments);
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}: {stderr}");
        assert!(stderr.contains(word), "{arguments:?}: {stderr}");
    }
}
