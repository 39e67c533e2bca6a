//! The calibration as a process, on tiny budgets.

use crate::bench::{boardbots, json, printed, refused};
use boardbots_game::listed::Measured;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

#[test]
fn a_depth_comes_out_for_every_game() {
    let report = json(&["calibrate", "--seconds", "1", "--limit", "10m", "--instances", "2", "--json"]);
    let games: Vec<&str> =
        report["games"].as_array().expect("games").iter().filter_map(|game| game["game"].as_str()).collect();
    assert_eq!(games, boardbots_catalog::parts::<&dyn Measured>().map(|(name, _)| name).collect::<Vec<_>>());
    for game in report["games"].as_array().expect("games") {
        let depth = game["depth"].as_u64().expect("ten minutes are enough for one ply");
        let rows = game["depths"].as_array().expect("rows");
        let chosen = rows.iter().find(|row| row["depth"] == depth).expect("the depth's row");
        assert_eq!(chosen["in_time"], true);
        let decisions = chosen["decisions"].as_u64().expect("a number");
        assert_eq!(game["firm"], decisions >= 1000, "{game}");
        let ms = |name: &str| chosen[name].as_f64().expect("a number");
        assert!(ms("p50_ms") <= ms("p99_ms") && ms("p99_ms") <= ms("p99_9_ms") && ms("p99_9_ms") <= ms("max_ms"));
        assert!(game["loaded"].is_boolean() || game["loaded"].is_null());
    }
}

#[test]
fn the_text_names_the_depth_and_how_sure_it_is() {
    let text = printed(&["calibrate", "--seconds", "1", "--game", "vindinium", "--threads", "2", "--limit", "10m"]);
    assert!(text.contains("\nvindinium: depth ") && text.contains(" rounds\n"), "{text}");
    assert!(text.contains("1 player of 2 threads, 10m for a decision"), "{text}");
}

#[test]
fn each_depth_is_told_as_soon_as_it_is_measured() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    // An hour: the first depths have their turns of 90 s, or the decisions that are enough, long before its end.
    command.args(["calibrate", "--seconds", "3600", "--game", "tron", "--limit", "10m"]);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut next = || lines.next().expect("a line").expect("text");
    assert!(next().starts_with("tron on maps of 20 x 20: ") && next().starts_with("depth  decisions"));
    assert!(next().starts_with("    1 ") && child.try_wait().expect("our child").is_none());
    child.kill().expect("our child");
    child.wait().expect("our child");
}

#[test]
fn a_map_of_another_size_can_be_asked_for() {
    let text = printed(&["calibrate", "--seconds", "1", "--game", "tron", "--size", "12", "--limit", "10m"]);
    assert!(text.contains("\ntron: depth "), "{text}");
}

#[test]
fn options_that_make_no_sense_are_refused() {
    refused(&[
        (&["calibrate", "--game", "chess"], "desconecta4"),
        (&["calibrate", "--limit", "soon"], "90s"),
        (&["calibrate", "--limit", "0s"], "--limit"),
        (&["calibrate", "--seconds", "0"], "from 1 to 3600"),
        (&["calibrate", "--instances", "0"], "from 1 to 64"),
        (&["calibrate", "--threads", "65"], "from 1 to 64"),
        (&["calibrate", "--size", "5"], "--size"),
        (&["calibrate", "--size", "20", "--game", "vindinium"], "--size"),
    ]);
}

#[test]
fn where_no_depth_is_in_time_it_says_so() {
    // Half a millisecond: hardly a machine makes a thousand decisions without one slower.
    let (code, stdout, stderr) = boardbots(&["calibrate", "--seconds", "1", "--limit", "1ms", "--json"]);
    assert!(matches!(code, 0 | 3), "{code}: {stderr}");
    let report: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    let slow = report["games"].as_array().expect("games").iter().any(|game| game["depth"].is_null());
    assert_eq!((slow, stderr.contains("--limit")), (code == 3, code == 3), "{stderr}");
}
