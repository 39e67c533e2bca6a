//! What is worked out of Dragon Slayer, and a fight of BattleTech.

use crate::program::{OTHERWISE, digest, file, keeps, same, told, without};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;

/// What differs each time.
const SECONDS: [&str; 2] = ["seconds", "threads"];

#[test]
fn dragon_slayer_is_worth_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let solve = ["dragon-slayer", "solve", "--json", "--table", "table"];
    let variants: [&[&str]; 3] = [&[], &["--goal", "20", "--bonus", "3"], &["--goal", "30", "--no-doubling"]];
    let mut all = String::new();
    for variant in variants {
        let summary: Value = serde_json::from_str(&told(folder.path(), &[&solve, variant].concat())).expect("JSON");
        let table = fs::read(folder.path().join("table")).expect("a file of the program");
        writeln!(all, "{variant:?} {} {}", without(summary, &SECONDS), digest(table)).expect("it is a text");
    }
    same("solve.txt", &all);
    let csv = told(folder.path(), &["dragon-slayer", "solve", "--goal", "3", "--csv"]);
    same("solve.csv", &csv);
}

#[test]
fn dragon_slayer_is_simulated_and_advised_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, arguments) in [
        ("simulate-two", &["simulate", "abel", "carla", "--games", "500"][..]),
        (
            "simulate-six",
            &["simulate", "daniel", "beatriu", "hold-6", "killer-averse", "hold-5-or-1", "explorer-impulsive"],
        ),
        ("advise-first", &["advise"]),
        ("advise-choose", &["advise", "--own", "12", "--other", "20", "--alive", "BG", "--warriors", "2"]),
        ("advise-line", &["advise", "12T,20", "1", "BG", "2", "6", "-", "choose", "3"]),
    ] {
        let text = told(folder.path(), &[&["dragon-slayer"], arguments, &["--json"]].concat());
        let json: Value = serde_json::from_str(&text).expect("JSON");
        same(&format!("{name}.json"), &format!("{:#}\n", without(json, &SECONDS)));
    }
}

#[test]
fn a_fight_is_the_same_fight() {
    let folder = tempfile::tempdir().expect("a folder");
    let fight = ["battletech", "fight", "--seed", "5", "--turns", "15", "--record", "new"];
    let replay = |record: &str| told(folder.path(), &["battletech", "replay", "--text", record]);
    for (name, players) in [
        ("fight-two", &["--player", "strong", "--player", "course"][..]),
        (
            "fight-three",
            &[
                "--map", "poblado", "--mech", "cantera", "--mech", "tejon", "--mech", "tejon", "--player", "course",
                "--player", "strong",
            ],
        ),
    ] {
        told(folder.path(), &[&fight[..], players].concat());
        let new = fs::read_to_string(folder.path().join("new")).expect("a record");
        let kept = file(&format!("{name}.jsonl"));
        if keeps() {
            fs::write(&kept, &new).expect("the folder can be written");
        }
        let line = |text: &str| without(serde_json::from_str(text).expect("JSON"), &["times"]);
        let kept = fs::read_to_string(&kept).expect("a record");
        assert!(new.lines().map(line).eq(kept.lines().map(line)), "{name}: {OTHERWISE}");
        // What 0.1.1 wrote tells the same story, turn by turn.
        let old = file(&format!("{name}.fight"));
        assert_eq!(replay("new"), replay(old.to_str().expect("text")), "{name}: {OTHERWISE}");
        fs::remove_file(folder.path().join("new")).expect("it is there");
    }
}
