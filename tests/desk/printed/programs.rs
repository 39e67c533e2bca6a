//! Programs that a record names.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// `boardbots` with these words in a folder.
fn run(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_boardbots")).args(words).current_dir(folder).output().expect("the program runs")
}

/// A program that leaves a file, and then plays.
fn player() -> String {
    format!("cmd:sh -c 'touch started; exec \"$0\" engine desconecta4' \"{}\"", env!("CARGO_BIN_EXE_boardbots"))
}

#[test]
fn a_record_starts_no_program_unless_that_is_allowed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, player) = (folder.path(), player());
    let games = ["match", "desconecta4:course", &player, "--games", "2", "--depth", "1", "--record", "r.jsonl"];
    // The command line names the program, now and when it resumes from the record.
    for _ in 0..2 {
        assert!(run(path, &games).status.success());
    }
    assert!(path.join("started").exists());
    fs::remove_file(path.join("started")).expect("a file");
    for words in [
        &["match", "replay", "r.jsonl", "0"][..],
        &["match", "replay", "r.jsonl", "0", "--json"],
        &["match", "merge", "r.jsonl", "--record", "merged.jsonl"],
        &["rate", "r.jsonl"],
    ] {
        let output = run(path, words);
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let refused = run(path, &["match", "replay", "r.jsonl", "0", "--again"]);
    let error = String::from_utf8(refused.stderr).expect("text");
    assert_eq!((refused.status.code(), refused.stdout.as_slice()), (Some(2), &b""[..]), "{error}");
    assert!(error.starts_with("boardbots: r.jsonl: would start cmd:sh -c 'touch started;"), "{error}");
    assert!(error.contains("add --allow-programs"), "{error}");
    assert!(!path.join("started").exists(), "nothing was started");
    let again = run(path, &["match", "replay", "r.jsonl", "0", "--again", "--allow-programs"]);
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    assert!(path.join("started").exists(), "it has played again");
}

#[test]
fn a_client_that_a_record_names_is_not_started_either() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = format!("{}/tests/kept/data/match-vindinium.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(kept).expect("a file of this project");
    let first = text.split('"').find(|word| word.contains("vindinium:")).expect("a player");
    let text = text.replacen(first, "client:touch started {server} {key}", 1);
    fs::write(folder.path().join("r.jsonl"), text).expect("a file");
    let refused = run(folder.path(), &["match", "replay", "r.jsonl", "0", "--again"]);
    let error = String::from_utf8(refused.stderr).expect("text");
    assert_eq!(refused.status.code(), Some(2), "{error}");
    assert!(error.contains("would start client:touch started") && error.contains("--allow-programs"), "{error}");
}
