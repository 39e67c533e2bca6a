//! Whatever is done to a match, its table is the one of an undisturbed run.

use super::{command, run, table, text};
use fastrand::Rng;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

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
