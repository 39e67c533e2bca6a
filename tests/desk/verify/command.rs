//! `boardbots verify` as a process.

use crate::verify::records;
use serde_json::json;
use std::io::Write;
use std::process::{Command, Stdio};

/// Exit code, stdout and stderr.
fn verify(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.arg("verify").args(arguments).env_remove("RUST_LOG");
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    // A program that stops at a fault does not read the rest.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let done = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (done.status.code().expect("it ends by itself"), text(done.stdout), text(done.stderr))
}

#[test]
fn files_and_standard_input_are_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.jsonl");
    let file = path.to_str().expect("text");
    let (one, two) = (records::desconecta4(1), records::desconecta4(2));
    std::fs::write(&path, format!("{one}\n{two}\n")).expect("written");
    let count = records::desconecta4_count().to_string();
    let positions = |record: &serde_json::Value| record["pos"].as_array().expect("positions").len();
    let due = positions(&one) + positions(&two);
    let (code, out, err) = verify(&["desconecta4", file], "");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, format!("desconecta4: as recorded: 2 games, 0 counts of moves, {due} positions\n"));
    let (code, out, err) = verify(&["desconecta4", file, "-"], &count);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, format!("desconecta4: as recorded: 2 games, 1 counts of moves, {} positions\n", due + 2800));
    assert_eq!(verify(&["vindinium"], &records::vindinium(1).to_string()).0, 0);
}

#[test]
fn what_is_wrong_is_said_with_file_and_line() {
    let mut record = records::tron(2);
    record["pos"][3] = json!("nothing");
    let text = format!("{}\n{record}\n", records::tron(1));
    let (code, out, err) = verify(&["tron"], &text);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.starts_with("boardbots: -:2: seed 2, ply 3: position: expected \"nothing\", found \""), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    let (code, out, err) = verify(&["tron", "-"], "\n{}\n");
    assert_eq!((code, out.as_str()), (3, ""));
    assert!(err.starts_with("boardbots: -:2: this is no record of the game: column 2: missing field"), "{err}");
    for nothing in ["", "\n\n"] {
        let (code, _, err) = verify(&["tron"], nothing);
        assert_eq!((code, err.contains("no record in it")), (3, true), "{err}");
    }
    let (code, _, err) = verify(&["tron", "/nowhere/games.jsonl"], "");
    assert_eq!((code, err.starts_with("boardbots: /nowhere/games.jsonl: ")), (3, true), "{err}");
    let (code, _, err) = verify(&["chess"], "");
    assert_eq!((code, err.contains("there are desconecta4, tron, ")), (2, true), "{err}");
}
