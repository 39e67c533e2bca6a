//! Matches of Dragon Slayer.

use super::{run, table, text};

const PLAYERS: [&str; 2] = ["dragon-slayer:hold-14-or-1", "hasty=dragon-slayer:hold-2"];

#[test]
fn the_better_policy_wins_whatever_the_threads() {
    let one = table(&run(&[&PLAYERS[..], &["--games", "200", "--concurrency", "1"]].concat()));
    assert!(one.starts_with("dragon-slayer, 200 games\n"), "{one}");
    let lines: Vec<&str> = one.lines().collect();
    assert!(lines[2].starts_with("hold-14-or-1 ") && lines[3].starts_with("hasty "), "{one}");
    assert!(!one.contains("faults"), "{one}");
    assert_eq!(table(&run(&[&PLAYERS[..], &["--games", "200", "--concurrency", "3", "--force"]].concat())), one);
}

#[test]
fn every_game_is_the_same_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    let players = ["dragon-slayer:Killer-averse", "dragon-slayer:abel"];
    table(&run(&[&players[..], &["--games", "6", "--record", text(&path)]].concat()));
    for number in 0..6 {
        let output = run(&["replay", text(&path), &number.to_string(), "--again"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let shown = String::from_utf8(output.stdout).expect("text");
        for part in [&format!("Game {number} of 6, dragon-slayer\n"), ". Killer-averse, place ", "\nround 1, 0 - 0, "] {
            assert!(shown.contains(part), "{shown}");
        }
    }
    let record = std::fs::read_to_string(&path).expect("a record");
    let [first, second] = ["\"places\":[1,2]", "\"places\":[2,1]"];
    let bad = record.replace(first, "?").replace(second, first).replace('?', second);
    std::fs::write(&path, bad).expect("a file of this test");
    for number in 0..6 {
        let output = run(&["replay", text(&path), &number.to_string()]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
    }
}

#[test]
fn what_does_not_play_is_told_before_the_first_game() {
    for (player, part) in [
        ("dragon-slayer:hold-99", "hold-N and hold-N-or-1 with N from 2 to 60"),
        ("dragon-slayer:abel,depth=2", "dragon-slayer:abel has no options"),
        ("client:true", "this game has no server for clients; write cmd:COMMAND"),
    ] {
        let output = run(&[PLAYERS[0], player]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(part), "{error}");
    }
}
