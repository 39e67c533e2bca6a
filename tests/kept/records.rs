//! Records of matches of every game and every house bot: read, rated, played again, gone on with.

use crate::program::{OTHERWISE, file, keeps, run, same, told, without};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The matches: the name of the record, and the players and options.
const MATCHES: [(&str, &[&str]); 5] = [
    (
        "desconecta4",
        &[
            "desconecta4:strong,depth=5",
            "desconecta4:course,depth=4",
            "few=desconecta4:strong,depth=4,table=0,threads=2",
            "--plies",
            "6",
            "--games",
            "18",
        ],
    ),
    (
        "tron",
        &[
            "tron:strong,depth=5",
            "tron:course,depth=4",
            "few=tron:strong,depth=4,table=0,threads=2",
            "--sizes",
            "8-12",
            "--games",
            "18",
        ],
    ),
    (
        "vindinium",
        &[
            "vindinium:default,depth=3",
            "two=vindinium:default,depth=2,threads=2",
            "vindinium:miner",
            "vindinium:hunter",
            "vindinium:guard",
            "vindinium:random",
            "--turns",
            "60",
            "--games",
            "12",
        ],
    ),
    (
        "dragon-slayer",
        &[
            "dragon-slayer:abel",
            "dragon-slayer:beatriu",
            "dragon-slayer:carla",
            "dragon-slayer:daniel",
            "dragon-slayer:killer-averse",
            "dragon-slayer:killer-intelligent",
            "dragon-slayer:killer-impulsive",
            "dragon-slayer:achiever-averse",
            "dragon-slayer:achiever-intelligent",
            "dragon-slayer:achiever-impulsive",
            "dragon-slayer:socializer-averse",
            "dragon-slayer:socializer-intelligent",
            "dragon-slayer:socializer-impulsive",
            "dragon-slayer:explorer-averse",
            "dragon-slayer:explorer-intelligent",
            "dragon-slayer:explorer-impulsive",
            "dragon-slayer:hold-6",
            "dragon-slayer:hold-5-or-1",
            "--format",
            "gauntlet",
            "--games",
            "68",
        ],
    ),
    (
        "battletech",
        &[
            "battletech:strong",
            "battletech:course",
            "battletech:still",
            "--mech",
            "cantera",
            "--mech",
            "tejon",
            "--map",
            "poblado",
            "--turns",
            "12",
            "--games",
            "12",
        ],
    ),
];

/// What differs each time: how long decisions took.
const TIMES: [&str; 1] = ["times"];

/// Plays a match into a record.
fn play(folder: &Path, arguments: &[&str], record: &str) {
    let more = ["--seed", "11", "--concurrency", "1", "--record", record];
    told(folder, &[&["match"], arguments, &more].concat());
}

/// The lines of a record, without times.
fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("a record");
    text.lines().map(|line| without(serde_json::from_str(line).expect("JSON"), &TIMES)).collect()
}

fn name(game: &str) -> String {
    format!("match-{game}.jsonl")
}

#[test]
fn matches_are_the_same_games() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, arguments) in MATCHES {
        play(folder.path(), arguments, "new.jsonl");
        let (new, kept) = (folder.path().join("new.jsonl"), file(&name(game)));
        // A record that differs only in times stays the one that was released.
        if keeps() && lines(&new) != lines(&kept) {
            fs::copy(&new, &kept).expect("the folder can be written");
        }
        for (number, (new, kept)) in (1..).zip(lines(&new).iter().zip(lines(&kept))) {
            assert!(*new == kept, "line {number} of {}: {OTHERWISE}", name(game));
        }
        fs::remove_file(new).expect("it is there");
    }
}

#[test]
fn players_of_a_record_decide_the_same_again() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, _) in MATCHES {
        let path = file(&name(game));
        let path = path.to_str().expect("text");
        for number in 0..lines(Path::new(path)).len() - 1 {
            let output = run(folder.path(), &["match", "replay", path, &number.to_string(), "--again"]);
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{game}, game {number}: {error}{OTHERWISE}");
        }
    }
}

#[test]
fn a_match_that_was_cut_off_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, arguments) in MATCHES {
        let kept = fs::read_to_string(file(&name(game))).expect("a record");
        let half: String = kept.lines().take(kept.lines().count() / 2).flat_map(|line| [line, "\n"]).collect();
        let path = folder.path().join("half.jsonl");
        fs::write(&path, &half).expect("the folder can be written");
        play(folder.path(), arguments, "half.jsonl");
        let whole = fs::read_to_string(&path).expect("a record");
        assert!(whole.starts_with(&half), "{game}: what was played has changed");
        assert!(lines(&path) == lines(&file(&name(game))), "{game}: {OTHERWISE}");
    }
}

#[test]
fn records_are_rated_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, _) in MATCHES {
        let path = file(&name(game));
        let path = path.to_str().expect("text");
        for (command, words) in [("rate", &["rate"][..]), ("merge", &["match", "merge"])] {
            let text = told(folder.path(), &[words, &["--json", path]].concat());
            let json: Value = serde_json::from_str(&text).expect("JSON");
            same(&format!("{command}-{game}.json"), &format!("{json:#}\n"));
        }
    }
}
