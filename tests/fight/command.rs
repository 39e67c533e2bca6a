//! `boardbots battletech fight`, `replay` and `suite`, run.

use serde_json::Value;
use std::fs;
use std::process::{Command, Output, Stdio};

/// Exit code, stdout and stderr.
fn battletech(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.arg("battletech").args(arguments).env_remove("RUST_LOG").stdin(Stdio::null());
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (status.code().expect("it ends by itself"), text(stdout), text(stderr))
}

fn done(arguments: &[&str]) -> String {
    let (code, out, err) = battletech(arguments);
    assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}");
    out
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("one value of JSON")
}

#[test]
fn fights_without_any_choice() {
    let out = done(&["fight", "--turns", "3"]);
    assert!(out.starts_with("seed "), "{out}");
    assert!(out.contains(": strong\n") && out.contains(": course\n") && out.contains("turn 1\n"), "{out}");
    assert!(out.contains(" after ") && out.contains("slowest decision"), "{out}");
}

#[test]
fn the_same_seed_tells_the_same_and_is_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (record, pictures, again) = (path("fight.json"), path("pictures"), path("again"));
    let options = ["fight", "--mech", "nutria", "--seed", "7", "--turns", "4", "--text"];
    let told = done(&[&options[..], &["--record", &record, "--svg", &pictures]].concat());
    let until_times = |text: &str| text.split("time of a decision").next().expect("a part").to_string();
    assert_eq!(until_times(&done(&options)), until_times(&told));
    let replayed = done(&["replay", &record, "--text", "--svg", &again]);
    assert!(replayed.contains("turn 1\n"), "{replayed}");
    let story: Vec<_> = replayed.lines().filter(|line| line.starts_with("turn") || line.contains(" fires ")).collect();
    assert!(story.iter().all(|line| told.contains(line)));
    let names = |folder: &str| {
        let files = fs::read_dir(folder).expect("pictures").map(|file| file.expect("a file").path());
        let mut files: Vec<_> =
            files.map(|path| (path.file_name().map(ToOwned::to_owned), fs::read(path).expect("a picture"))).collect();
        files.sort();
        files
    };
    let pictures = names(&pictures);
    assert_eq!(pictures.len(), 5, "before the first turn, and after each");
    assert_eq!(pictures, names(&again));
}

#[test]
fn json_says_all_of_one_fight_and_of_many() {
    let one = json(&done(&["fight", "--seed", "3", "--turns", "2", "--player", "still", "--json"]));
    assert_eq!((one["seed"].as_u64(), one["turns"].as_u64(), one["winner"].is_null()), (Some(3), Some(2), true));
    assert_eq!(one["players"].as_array().map(Vec::len), Some(2));
    let many =
        ["fight", "--seed", "3", "--turns", "2", "--games", "3", "--swap", "--player", "course", "--player", "still"];
    let total = json(&done(&[&many[..], &["--json"]].concat()));
    assert_eq!((total["games"].as_u64(), total["players"][0]["games"].as_u64()), (Some(6), Some(6)));
    assert_eq!(total["players"][0]["refused"].as_u64(), Some(0));
    let threads = |count: &str| {
        let mut total = json(&done(&[&many[..], &["--json", "--threads", count]].concat()));
        for player in total["players"].as_array_mut().expect("players") {
            let player = player.as_object_mut().expect("an object");
            player.remove("mean_ms");
            player.remove("slowest_ms");
        }
        total
    };
    assert_eq!(threads("1"), threads("3"));
}

#[test]
fn sides_are_swapped() {
    // A player who shoots at an opponent who does nothing does damage from both sides.
    let close = ["--place", "0411:1", "--place", "0407:4", "--seed", "2", "--turns", "10", "--player", "course"];
    let told = |more: &[&str]| json(&done(&[&["fight", "--json"], &close[..], more].concat()));
    let total = told(&["--player", "still", "--swap"]);
    assert_eq!(total["games"].as_u64(), Some(2));
    let [player, still] = [0, 1].map(|seat| &total["players"][seat]);
    assert_eq!(
        (player["games"].as_u64(), player["wins"].as_u64(), still["wins"].as_u64()),
        (Some(2), Some(2), Some(0))
    );
    assert!(player["dealt"].as_f64() > Some(0.0) && still["dealt"].as_f64() == Some(0.0), "{total}");
    // With three each passes on its seat twice; the last player takes what is left.
    let three = ["--mech", "tejon", "--mech", "nutria", "--mech", "grillo", "--turns", "2", "--swap", "--json"];
    let total = json(&done(&[&["fight", "--player", "course", "--player", "still"], &three[..]].concat()));
    let names: Vec<_> = (0..3).map(|seat| total["players"][seat]["name"].as_str().expect("a name")).collect();
    assert_eq!((total["games"].as_u64(), names), (Some(3), vec!["0 course", "1 still", "2 still"]));
}

#[test]
fn programs_play_too() {
    let out = json(&done(&[
        "fight",
        "--turns",
        "1",
        "--player",
        "cmd:sh -c 'exit 1' sh",
        "--player",
        "still",
        "--json",
        "--wall",
        "5",
        "--memory",
        "64",
    ]));
    assert_eq!(out["players"][0]["faults"]["form"].as_u64(), Some(5), "{out}");
}

#[test]
fn what_is_wrong_is_said() {
    let (code, _, err) = battletech(&["fight", "--map", "atlantis"]);
    assert_eq!(code, 3);
    assert!(err.contains("`atlantis`") && err.contains("colinas"), "{err}");
    let (code, _, err) = battletech(&["fight", "--mech", "mouse"]);
    assert!(code == 3 && err.contains("`mouse`") && err.contains("tejon"), "{err}");
    for arguments in [
        &["fight", "--player", "weak"][..],
        &["fight", "--place", "0203"],
        &["fight", "--place", "0203:4"],
        &["fight", "--games", "2", "--text"],
        &["fight", "--player", "still", "--player", "still", "--player", "still"],
        &["fight", "--wall", "0"],
        &["suite", "--test", "9"],
    ] {
        assert_eq!(battletech(arguments).0, 2, "{arguments:?}");
    }
    let (code, _, err) = battletech(&["fight", "--place", "0101:1", "--place", "0101:1"]);
    assert_eq!(code, 3, "{err}");
    let (code, _, err) = battletech(&["replay", "/nowhere/at/all.json"]);
    assert!(code == 3 && err.contains("/nowhere"), "{err}");
    let (code, _, err) = battletech(&["suite", "--data", "/nowhere", "--games", "1"]);
    assert!(code == 3 && err.contains("/nowhere/maps/Debian.sbt"), "{err}");
}

#[test]
fn the_suite_scores_both_players() {
    let out = done(&[
        "suite",
        "--games",
        "1",
        "--test",
        "4",
        "--test",
        "8",
        "--player",
        "still",
        "--against",
        "still",
        "--json",
    ]);
    let lines: Vec<Value> = out.lines().map(json).collect();
    let [light, arena] = &lines[..] else { panic!("two tests: {out}") };
    assert_eq!((light["test"].as_u64(), light["games"].as_u64()), (Some(4), Some(2)));
    assert_eq!((arena["test"].as_u64(), arena["games"].as_u64()), (Some(8), Some(6)));
    for line in &lines {
        assert_eq!(line["scores"], serde_json::json!([0.0, 0.0]), "nobody did anything");
        assert!(line["measure"].as_str().is_some_and(|text| !text.is_empty()));
    }
}
