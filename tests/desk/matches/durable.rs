//! Whatever is done to a match, its table is the one of an undisturbed run.

use super::{command, run, table, text};
use fastrand::Rng;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Four players, quick ones.
const PLAYERS: [&str; 4] = [
    "desconecta4:strong,depth=3",
    "desconecta4:course,depth=3",
    "desconecta4:strong,depth=1",
    "desconecta4:course,depth=1",
];

fn arguments<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&PLAYERS[..], &["--games", "180", "--seed", "5"], more].concat()
}

#[test]
fn killed_again_and_again() {
    let whole = table(&run(&arguments(&[])));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    let mut rng = Rng::with_seed(3);
    let mut lengths = Vec::new();
    while lengths.len() < 5 {
        let mut child = command(&arguments(&["--record", text(&path)]))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        // Not before it has begun to play.
        sleep(Duration::from_millis(rng.u64(30..400)));
        child.kill().expect("a child of this process");
        child.wait().expect("a child of this process");
        lengths.push(std::fs::metadata(&path).map_or(0, |file| file.len()));
    }
    // What a machine that goes dark may leave behind.
    let mut bytes = std::fs::read(&path).expect("a record");
    if bytes.split(|byte| *byte == b'\n').count() > 3 {
        bytes.truncate(bytes.len() - 5);
        std::fs::write(&path, &bytes).expect("a file of this test");
    }
    assert_eq!(table(&run(&arguments(&["--record", text(&path)]))), whole, "{lengths:?}");
    // Nothing is left to play: the same once more, at once.
    let before = std::fs::read(&path).expect("a record");
    assert_eq!(table(&run(&arguments(&["--record", text(&path), "--concurrency", "1"]))), whole);
    assert_eq!(std::fs::read(&path).expect("a record"), before);
}

#[test]
fn parts_are_the_whole() {
    let whole = table(&run(&arguments(&[])));
    let folder = tempfile::tempdir().expect("a folder");
    let paths: Vec<_> = (1..=3).map(|part| folder.path().join(format!("{part}.jsonl"))).collect();
    for (part, path) in ["1/3", "2/3", "3/3"].iter().zip(&paths) {
        table(&run(&arguments(&["--shard", part, "--record", text(path)])));
    }
    let joined = folder.path().join("joined.jsonl");
    let files: Vec<&str> = paths.iter().rev().map(|path| text(path)).collect();
    let merged = run(&[&["merge"], &files[..], &["--record", text(&joined)]].concat());
    assert_eq!(table(&merged), whole);
    // The same part twice counts once, and the joined record is one that the match goes on with.
    assert_eq!(table(&run(&[&["merge"], &files[..], &files[..1]].concat())), whole);
    assert_eq!(table(&run(&arguments(&["--record", text(&joined)]))), whole);

    let other = folder.path().join("other.jsonl");
    table(&run(&[&PLAYERS[..], &["--games", "2", "--record", text(&other)]].concat()));
    let mixed = run(&["merge", text(&other), files[0]]);
    assert_eq!(mixed.status.code(), Some(7));
    assert!(String::from_utf8_lossy(&mixed.stderr).contains("games is 180 there and 2 here"));
}

#[test]
fn tests_stop_at_the_same_pair_on_any_number_of_threads() {
    let sprt = ["tron:strong,depth=4", "tron:strong,depth=1", "--sprt", "0,60", "--games", "2000", "--sizes", "6-8"];
    let one = table(&run(&[&sprt[..], &["--concurrency", "1"]].concat()));
    assert!(one.contains("H1 accepted"), "{one}");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    let record = [&sprt[..], &["--concurrency", "3", "--force", "--record", text(&path)]].concat();
    assert_eq!(table(&run(&record)), one);
    // With games beyond the deciding one in the record, too.
    assert_eq!(table(&run(&record)), one);
}

#[test]
fn every_game_is_the_same_again() {
    let folder = tempfile::tempdir().expect("a folder");
    for players in
        [["desconecta4:strong,depth=3", "desconecta4:course,depth=2"], ["tron:strong,depth=3", "tron:strong,depth=2"]]
    {
        let path = folder.path().join(players[0].replace(':', "-"));
        table(&run(&[&players[..], &["--games", "6", "--record", text(&path)]].concat()));
        for number in 0..6 {
            let output = run(&["replay", text(&path), &number.to_string(), "--again"]);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let shown = String::from_utf8(output.stdout).expect("text");
            assert!(shown.starts_with(&format!("Game {number} of 6")) && shown.contains("ended by"), "{shown}");
        }
        assert_eq!(run(&["replay", text(&path), "6"]).status.code(), Some(7));
        // A record that was meddled with.
        let record = std::fs::read_to_string(&path).expect("a record");
        let bad =
            record.replace("\"places\":[1,2]", "\"places\":[2,1]").replace("\"places\":[1,1]", "\"places\":[2,1]");
        std::fs::write(&path, bad).expect("a file of this test");
        let wrong = (0..6).filter(|number| run(&["replay", text(&path), &number.to_string()]).status.code() == Some(1));
        assert!(wrong.count() > 0);
    }
}

/// Waits until a file has more than this number of bytes, or for a minute.
fn grows(path: &Path, from: u64) {
    let until = Instant::now() + Duration::from_mins(1);
    while std::fs::metadata(path).map_or(0, |file| file.len()) <= from && Instant::now() < until {
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_record_that_is_deleted_or_replaced_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, whole) = (folder.path().join("match.jsonl"), folder.path().join("whole.jsonl"));
    let players = ["desconecta4:strong,depth=5", "desconecta4:course,depth=5"];
    let arguments = |path: &Path| {
        [&players[..], &["--games", "300", "--seed", "5", "--concurrency", "1", "--record"], &[text(path)]]
            .concat()
            .into_iter()
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    let run = |path: &Path| {
        let arguments = arguments(path);
        command(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs")
    };
    let games = |path: &Path| {
        let read = std::fs::read_to_string(path).expect("a record");
        read.lines().skip(1).map(|line| line.split("\"times\"").next().expect("a part").to_string()).collect::<Vec<_>>()
    };
    assert!(run(&whole).wait_with_output().expect("it ends").status.success());
    for replaced in [false, true] {
        let child = run(&path);
        grows(&path, 2000);
        if replaced {
            std::fs::write(folder.path().join("other"), "mine").expect("a file of this test");
            std::fs::rename(folder.path().join("other"), &path).expect("a file of this test");
        } else {
            std::fs::remove_file(&path).expect("a record");
        }
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said.matches("while it was written; the record goes on in").count(), 1, "{said}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("300 games"), "the table is there all the same");
        assert_eq!(output.status.code(), Some(if replaced { 7 } else { 0 }), "{said}");
        let kept = if replaced { folder.path().join("match.jsonl.kept-1") } else { path.clone() };
        assert_eq!(games(&kept), games(&whole));
        if replaced {
            assert_eq!(std::fs::read_to_string(&path).expect("a file of this test"), "mine");
            assert!(said.contains("another file has taken its place meanwhile; the record is in "), "{said}");
        }
        std::fs::remove_file(&path).expect("a file of this test");
    }
}

#[test]
fn records_are_on_the_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let [path, constants, output] = ["r.jsonl", "constants", "out"].map(|name| folder.path().join(name));
    std::fs::write(&constants, "cell\n").expect("a file of this test");
    let [path, constants, output] = [&path, &constants, &output].map(|path| text(path));
    for line in [
        &["match", "tron:strong,depth=1", "tron:strong,depth=2", "--games", "2", "--record", path][..],
        &["match", "merge", path, "--record", output],
        &[
            "tune",
            "tron:strong,depth=1",
            "--parameters",
            constants,
            "--iterations",
            "2",
            "--pairs",
            "1",
            "--record",
            path,
            "--output",
            output,
        ],
        &[
            "learn",
            "connect-four",
            "--generations",
            "2",
            "--games",
            "2",
            "--depth",
            "1",
            "--record",
            path,
            "--output",
            output,
        ],
        &["battletech", "fight", "--player", "still", "--turns", "2", "--record", path],
    ] {
        let trace = folder.path().join("trace");
        let traced = std::process::Command::new("strace")
            .args([
                "-f",
                "-y",
                "-e",
                "trace=write,fsync,fdatasync,rename",
                "-o",
                text(&trace),
                env!("CARGO_BIN_EXE_boardbots"),
            ])
            .args(line)
            .output();
        let Ok(traced) = traced else {
            println!("no strace here");
            return;
        };
        assert!(traced.status.success(), "{line:?}: {traced:?}");
        let calls = std::fs::read_to_string(&trace).expect("a trace");
        let record = if line[1] == "merge" { output } else { path };
        let own = |call: &str| {
            call.contains(&format!("<{record}>")) || line[0] == "battletech" && call.contains("/.boardbots-")
        };
        let last = |names: &[&str]| {
            let is_one = |call: &str| own(call) && names.iter().any(|name| call.contains(name));
            calls.lines().enumerate().filter(|(_, call)| is_one(call)).last().map(|(at, _)| at)
        };
        let (written, synced) = (last(&["write("]).expect("a record"), last(&["fsync(", "fdatasync("]));
        assert!(synced.is_some_and(|synced| synced > written), "{line:?}: {calls}");
        let home = format!("<{}>)", text(folder.path()));
        assert!(calls.lines().any(|call| call.contains("fsync(") && call.contains(&home)), "the folder, too: {calls}");
        // Not with each line.
        assert!(calls.lines().filter(|call| own(call) && call.contains("sync(")).count() < 20);
        if line[1] == "merge" {
            std::fs::remove_file(output).expect("a record");
        }
        if line[1] != "tron:strong,depth=1" || line[0] == "tune" {
            std::fs::remove_file(path).expect("a record");
        }
    }
}
