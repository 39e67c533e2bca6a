//! Learning as its users see it: the command, its files, what can happen to both.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.current_dir(folder).args(arguments);
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("the program runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Games that take a moment each, so that there is time to interrupt them.
fn learn<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let usual = ["learn", "connect-four", "--games", "20", "--depth", "4", "--check", "4", "--check-pairs", "2"];
    [&usual[..], more].concat()
}

#[test]
fn killed_again_and_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let file = |name: &str| fs::read(folder.join(name)).expect("a file of the program");
    let of = |name: &'static str, threads: &'static str| {
        let record: &'static str = if name == "whole" { "whole.jsonl" } else { "again.jsonl" };
        let files = ["--output", name, "--record", record, "--report", "page.html"];
        learn(&[&files[..], &["--generations", "12", "--net", "16", "--concurrency", threads, "--force"]].concat())
    };
    let whole = run(folder, &of("whole", "2"));
    assert!(whole.status.success(), "{}", said(&whole));
    let page = String::from_utf8(file("page.html")).expect("text");
    assert_eq!(page.matches("<svg").count(), 2);
    for millis in [100, 300, 200] {
        let mut child = command(folder, &of("again", "1"));
        let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program runs");
        sleep(Duration::from_millis(millis));
        child.kill().expect("a child of this process");
        child.wait().expect("a child of this process");
    }
    // What a machine that goes dark may leave behind.
    let bytes = fs::read(folder.join("again.jsonl")).unwrap_or_default();
    if bytes.len() > 5000 {
        fs::write(folder.join("again.jsonl"), &bytes[..bytes.len() - 700]).expect("a file of this test");
    }
    let again = run(folder, &of("again", "1"));
    assert!(again.status.success(), "{}", said(&again));
    assert_eq!((file("again"), file("again.jsonl")), (file("whole"), file("whole.jsonl")));
    let other = run(folder, &[&of("again", "1")[..], &["--seed", "2"]].concat());
    assert_eq!(other.status.code(), Some(7), "{}", said(&other));
    assert!(
        said(&other).contains("the record of another learning run: seed is 1 there and 2 here"),
        "{}",
        said(&other)
    );

    // A player loads it, and a record has it.
    let play =
        ["match", "new=connect-four:strong,learned=whole", "connect-four:strong", "--depth", "2", "--games", "8"];
    let played = run(folder, &[&play[..], &["--record", "match.jsonl", "--concurrency", "1"]].concat());
    assert!(played.status.success(), "{}", said(&played));
    let text = String::from_utf8(file("match.jsonl")).expect("text");
    assert!(text.lines().next().is_some_and(|line| line.contains("boardbots-learned 1 connect-four")), "{text:.300}");
    fs::remove_file(folder.join("whole")).expect("a file of this test");
    let replayed = run(folder, &["match", "replay", "match.jsonl", "1", "--again"]);
    assert!(replayed.status.success(), "{}", said(&replayed));
}

#[test]
fn what_is_wrong_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for (arguments, code, part) in [
        (vec!["learn", "dragon-slayer"], 2, "no game that can be learned \"dragon-slayer\"; there are "),
        (learn(&["--patterns", "cells,squares"]), 2, "\"squares\" names no patterns; there are cells,"),
        (learn(&["--trace", "2"]), 2, "a number from 0 to 1"),
        (learn(&["--net", "20"]), 2, "0, 16 or 32"),
        (
            vec!["learn", "reversi", "--net", "32", "--patterns", "cells,rows2,diagonals2,rows3,diagonals3,walks8"],
            2,
            "patterns and net have more than 32768 weights",
        ),
        (vec!["learn", "reversi", "--patterns", "none"], 2, "nothing would be learned: give patterns, a net or both"),
        (learn(&["--concurrency", "1000"]), 2, "--force"),
    ] {
        let output = run(folder, &arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", said(&output));
        assert!(said(&output).contains(part), "{}", said(&output));
    }
    let made = run(folder, &learn(&["--generations", "1"]));
    assert!(made.status.success(), "{}", said(&made));
    let text = fs::read_to_string(folder.join("connect-four.learned")).expect("the default output");
    fs::write(folder.join("damaged"), text.replacen(": ", ": 1 ", 1)).expect("a file of this test");
    fs::write(folder.join("empty"), "").expect("a file of this test");
    fs::write(folder.join("long"), "#".repeat(300_000)).expect("a file of this test");
    for (player, part) in [
        ("connect-four:strong,learned=damaged", "damaged: the file is damaged"),
        ("connect-four:strong,learned=long", "long: more than 262144 bytes"),
        ("connect-four:strong,learned=none", "none: "),
        ("tron:strong,learned=connect-four.learned", ":1: this evaluation is of connect-four, not of tron"),
        (
            "connect-four:strong,learned=connect-four.learned,parameters=empty",
            "what is learned has no constants; leave out",
        ),
    ] {
        let rival = format!("{}:strong", player.split(':').next().expect("a game"));
        let output = run(folder, &["match", player, &rival, "--games", "2", "--depth", "1"]);
        assert!(!output.status.success() && said(&output).contains(part), "{player}: {}", said(&output));
    }
    let tuned = run(folder, &["tune", "connect-four:strong,learned=connect-four.learned", "--parameters", "damaged"]);
    assert!(said(&tuned).contains("what is learned has no constants"), "{}", said(&tuned));
}
