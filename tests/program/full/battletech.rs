//! `boardbots battletech map` as a process, and its maps in fights.

use boardbots_battletech::generator::{Parameters, Size, generate};
use boardbots_battletech::notation::map;
use boardbots_battletech::simulator::drawing::draw_map;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Exit code, stdout and stderr.
fn boardbots(arguments: &[&str]) -> (i32, Vec<u8>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::null());
    let Output { status, stdout, stderr } = command.output().unwrap();
    (status.code().expect("it ends by itself"), stdout, String::from_utf8(stderr).unwrap())
}

fn battletech(arguments: &[&str]) -> (i32, Vec<u8>, String) {
    boardbots(&[&["battletech"], arguments].concat())
}

fn text(arguments: &[&str]) -> String {
    text_of(&[&["battletech"], arguments].concat())
}

fn text_of(arguments: &[&str]) -> String {
    let (code, out, err) = boardbots(arguments);
    assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}");
    String::from_utf8(out).unwrap()
}

/// A part of the text behind these words, up to the end of the line.
fn behind<'a>(text: &'a str, words: &str) -> &'a str {
    text.lines().find_map(|line| line.strip_prefix(words)).unwrap_or_else(|| panic!("no {words} in {text}"))
}

#[test]
fn maps_are_written_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let size = Size { width: 17, height: 15 };
    let drawn = generate(Parameters { size, relief: 5, woods: 30, water: 10, roads: 2 }, 7);
    let asked = "map --size 17x15 --relief 5 --woods 30 --water 10 --roads 2 --seed 7";
    let words: Vec<&str> = asked.split(' ').collect();
    let (code, out, err) = battletech(&words);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(map::read("map", &out).unwrap(), drawn);
    let (file, picture) = (path("a.sbt"), path("a.svg"));
    assert_eq!(battletech(&[&words[..], &["--output", &file, "--svg", &picture]].concat()), (0, vec![], String::new()));
    assert_eq!(fs::read(&file).unwrap(), out);
    assert_eq!(fs::read_to_string(&picture).unwrap(), draw_map(&drawn, &format!("boardbots battletech {asked}")));
    // A picture alone needs no file on stdout. Without a seed stderr says how to have the same map again.
    let (code, out, err) = battletech(&["map", "--svg", &picture]);
    assert_eq!((code, out.len()), (0, 0));
    let again: Vec<&str> = err.trim().split(' ').skip(2).collect();
    let svg = fs::read_to_string(&picture).unwrap();
    assert!(svg.contains(err.trim()), "{err}");
    battletech(&[&again[..], &["--svg", &picture]].concat());
    assert_eq!(fs::read_to_string(&picture).unwrap(), svg);
    for (option, value) in [
        ("--size", "7x15"),
        ("--size", "17"),
        ("--size", "17x100"),
        ("--relief", "10"),
        ("--woods", "61"),
        ("--water", "-1"),
        ("--roads", "5"),
        ("--seed", "x"),
    ] {
        let (code, out, err) = battletech(&["map", &format!("{option}={value}")]);
        assert_eq!((code, out.len()), (2, 0), "{option} {value}");
        assert!(err.contains(option) && err.contains(value), "{err}");
    }
    let (code, _, err) = battletech(&["map", "--seed", "1", "--output", "/nowhere/a.sbt"]);
    assert!(code == 3 && err.contains("/nowhere/a.sbt"), "{err}");
}

#[test]
fn fights_are_on_random_maps() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (record, file) = (path("fight.json"), path("a.sbt"));
    let short = ["--turns", "2", "--player", "course", "--seed", "9"];
    let fight = |more: &[&str]| text(&[&["fight"][..], &short, more].concat());
    let told = fight(&["--map", "random:relief=5,roads=2", "--record", &record]);
    let named = behind(&told, "map ");
    assert_eq!(named, "random:size=15x17,relief=5,woods=20,water=8,roads=2,seed=9");
    // What happens is the same on the map that is named so, and on its file.
    let story = |text: &str| text.split("time of a decision").next().unwrap().replace(&format!("map {named}\n"), "");
    assert_eq!(story(&fight(&["--map", named])), story(&told));
    text(&["map", "--relief", "5", "--roads", "2", "--seed", "9", "--output", &file]);
    assert_eq!(story(&fight(&["--map", &file])), story(&told));
    // The record holds what the map is drawn from.
    let plan = fs::read_to_string(&record).unwrap();
    let plan: Value = serde_json::from_str(plan.lines().next().unwrap()).unwrap();
    let map = format!("{},seed={}", plan["field"]["map"]["name"].as_str().unwrap(), plan["seed"]);
    assert_eq!(map, named);
    assert!(text(&["replay", &record]).contains("turn 2\n"));
    assert!(text_of(&["match", "replay", &record, "0", "--again"]).contains(&format!("map {named}\n")));
    // Each game of many has a map of its own, unless they ask for the same one.
    let many = |map: &str| {
        let told = fight(&["--map", map, "--games", "3", "--json"]);
        let value: Value = serde_json::from_str(&told).unwrap();
        value["players"][0]["walks"].as_f64().unwrap() + value["players"][0]["runs"].as_f64().unwrap()
    };
    assert!(many("random") > 0.0 && many("random:seed=4,size=8x8") > 0.0);
    let suite = |map: &str| text(&["suite", "--games", "2", "--test", "1", "--map", map, "--against", "still"]);
    let told = suite("random:size=12x12,water=20");
    assert!(told.contains("on random:size=12x12,relief=3,woods=20,water=20,roads=1\n"), "{told}");
    assert!(suite("laguna").contains("on laguna\n"));
    for arguments in [&["fight", "--map", "random:relief=10"][..], &["suite", "--map", "random:relief=10"]] {
        let (code, out, err) = battletech(arguments);
        assert_eq!((code, out.len()), (2, 0), "{arguments:?}");
        assert!(err.contains("--map: `random:relief=10`: relief is a number from 0 to 9, not `10`"), "{err}");
    }
}

/// The documentation's pictures are what the commands below them draw; where `BOARDBOTS_DRAW` is set they are
/// drawn anew.
#[test]
fn pictures_are_as_the_documentation_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let drawn = folder.path().join("a.svg").display().to_string();
    let page = fs::read_to_string(root.join("docs/battletech.md")).unwrap();
    let commands = page.lines().filter_map(|line| line.strip_prefix("`boardbots battletech ")?.strip_suffix('`'));
    let mut count = 0;
    for command in commands {
        let (options, picture) = command.split_once(" --svg ").unwrap();
        let options: Vec<&str> = options.split(' ').chain(["--svg", &drawn]).collect();
        assert_eq!(battletech(&options).0, 0, "{command}");
        if std::env::var_os("BOARDBOTS_DRAW").is_some() {
            fs::copy(&drawn, root.join(picture)).unwrap();
        }
        assert!(fs::read(&drawn).unwrap() == fs::read(root.join(picture)).unwrap(), "{picture}");
        assert!(page.contains(&format!("]({})", picture.strip_prefix("docs/").unwrap())), "{picture}");
        count += 1;
    }
    assert_eq!(count, 6);
}
