//! Clients of a server as players of a match.

use super::{run, table, text};
use serde_json::Value;
use std::path::Path;

/// The bot of this program as a client that plays this number of games, or `forever`.
fn client(folder: &Path, games: &str) -> String {
    let (program, key) = (env!("CARGO_BIN_EXE_boardbots"), folder.join("key-$$"));
    let options = format!("--server $1 --key-file {} --depth 2 --games {games}", text(&key));
    format!(
        "client=client:sh -c 'umask 77; printf %s $2 > {}; exec {program} vindinium {options}' sh {{server}} {{key}}",
        text(&key)
    )
}

/// The same client, whose stdout goes elsewhere.
fn silent(folder: &Path, stdout: &str) -> String {
    client(folder, "forever").replace("exec ", &format!("exec >{stdout}; exec "))
}

#[test]
fn a_client_without_stdout_is_alive() {
    let folder = tempfile::tempdir().expect("a folder");
    for stdout in ["&-", "/dev/null", text(&folder.path().join("log"))] {
        let (shown, _) = played(&silent(folder.path(), stdout), &["--concurrency", "1"]);
        assert!(!shown.contains("faults"), "{stdout}: {shown}");
    }
}

/// The games of a record.
fn games(path: &Path) -> Vec<Value> {
    let record = std::fs::read_to_string(path).expect("a record");
    record.lines().skip(1).map(|line| serde_json::from_str(line).expect("a game")).collect()
}

/// What a match of four plays with this player first.
fn played(first: &str, more: &[&str]) -> (String, Vec<Value>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    let players = [first, "vindinium:miner", "vindinium:guard", "vindinium:hunter"];
    let common = ["--games", "4", "--turns", "25", "--deadline", "60000", "--record", text(&path)];
    let shown = table(&run(&[&players[..], &common, more].concat()));
    for number in 0..4 {
        let output = run(&["replay", text(&path), &number.to_string()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let mut games = games(&path);
    games.sort_by_key(|game| game["game"].as_u64());
    (shown, games)
}

#[test]
fn a_client_plays_as_in_this_process() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, due) = played("own=vindinium:default,depth=2", &[]);
    // One that plays on, and one that has to be started for every game.
    for games in ["forever", "1"] {
        let (shown, found) = played(&client(folder.path(), games), &["--concurrency", "1"]);
        assert!(!shown.contains("faults"), "{shown}");
        for (found, due) in found.iter().zip(&due) {
            assert_eq!((&found["moves"], &found["scores"]), (&due["moves"], &due["scores"]), "{games}");
        }
    }
}

#[test]
fn a_client_that_fails_crashes_and_the_game_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let (begun, key) = (folder.path().join("begun"), folder.path().join("key"));
    let bot = format!("exec {} vindinium --server $1 --key-file {}", env!("CARGO_BIN_EXE_boardbots"), text(&key));
    // It is ready before the first game, and never again.
    let script = format!(
        "[ -e {begun} ] && exit 3; touch {begun}; umask 77; printf %s $2 > {}; {bot}",
        text(&key),
        begun = text(&begun)
    );
    let (shown, games) = played(&format!("dies=client:sh -c '{script}' sh {{server}} {{key}}"), &[]);
    assert!(shown.lines().any(|line| line.starts_with("faults of dies: ") && line.ends_with("died 4")), "{shown}");
    for game in games {
        let moves = game["moves"].as_str().expect("moves");
        assert_eq!(moves.matches('x').count(), 1, "{moves}");
        assert_eq!((moves.len(), game["length"].as_u64()), (1 + 3 * 25, Some(100)));
        assert!(game.to_string().contains("exit code 3"), "{game}");
    }
}

#[test]
fn wrong_commands_are_refused() {
    for (player, part) in [
        ("client:./bot {key}", "./bot"),
        ("client:true {key}", "the command needs {server} where the address of the server goes"),
        ("client:true {server}", "the command needs {key} where the key of the player goes"),
        ("cmd:true", "write client:COMMAND"),
        ("client:", "client: needs a command after it"),
    ] {
        let output = run(&[player, "vindinium:miner"]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(part), "{output:?}");
    }
    let output = run(&["client:true {server} {key}", "tron:strong"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("write cmd:COMMAND"), "{output:?}");
}
