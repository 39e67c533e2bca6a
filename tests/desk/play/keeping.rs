//! What is kept of games of Dragon Slayer that were played in the terminal.

use crate::play::table::{Played, command, run};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The keys of a player who never stops of his own will, a few too many.
fn keys() -> Vec<u8> {
    "r\ng\nb\np\na\n".repeat(400).into_bytes()
}

/// A whole game of Ana against Beatriu.
fn play(more: &[&str], home: &Path) -> Played {
    let mut args = vec!["dragon-slayer", "--human", "Ana", "--with", "Beatriu", "--goal", "6", "--mode", "automatic"];
    args.extend(more);
    let mut command = command(&args);
    command.env("XDG_DATA_HOME", home).env_remove("HOME");
    run(command, &keys())
}

/// What the statistics say as JSON.
fn statistics(database: &Path) -> serde_json::Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.args(["dragon-slayer", "statistics", "--json", "--database"]).arg(database);
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn whole_games_are_kept_and_broken_ones_are_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("boardbots/dragon-slayer.db");
    for games in 1..=3 {
        let played = play(&[], folder.path());
        assert!(played.out.contains(" wins with ") || played.out.contains(" win with "), "{}", played.out);
        played.lines();
        let json = statistics(&database);
        assert_eq!((&json[0]["name"], &json[0]["games"]), (&"Ana".into(), &games.into()));
        assert_eq!((&json[1]["name"], &json[1]["games"]), (&"Beatriu".into(), &games.into()));
        assert_eq!(json[0]["wins"].as_u64().zip(json[1]["wins"].as_u64()).map(|(a, b)| a + b), Some(games));
    }
    let mut broken = command(&["dragon-slayer", "--with", "Abel"]);
    broken.env("XDG_DATA_HOME", folder.path());
    run(broken, b"b\nquit\n").lines();
    assert_eq!(statistics(&database).as_array().map(Vec::len), Some(2));
}

#[test]
fn nothing_is_kept_if_nothing_is_to_be() {
    let folder = tempfile::tempdir().expect("a folder");
    play(&["--no-statistics"], folder.path()).lines();
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    let named = folder.path().join("mine.db");
    play(&["--database", named.to_str().expect("text")], folder.path()).lines();
    assert_eq!(statistics(&named)[0]["games"], 1);
    assert!(!folder.path().join("boardbots").exists());
}

#[test]
fn a_database_that_cannot_be_used_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let foreign = folder.path().join("text.db");
    fs::write(&foreign, "No database, but a text. ".repeat(10)).expect("a file");
    let played = play(&["--database", foreign.to_str().expect("text")], folder.path());
    assert_eq!(played.code, Some(7));
    assert!(played.err.contains("text.db: this is not a database of Dragon Slayer games"), "{}", played.err);
    // Nobody has named this one: the game goes on without.
    fs::create_dir(folder.path().join("boardbots")).expect("a folder");
    fs::copy(&foreign, folder.path().join("boardbots/dragon-slayer.db")).expect("a file");
    let played = play(&[], folder.path());
    assert_eq!(played.code, Some(0));
    assert!(played.err.starts_with("boardbots: no statistics are kept: "), "{}", played.err);
    assert!(played.out.contains(" win"), "{}", played.out);
}

#[test]
fn a_game_of_a_seed_is_the_same_whatever_has_been_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = play(&["--seed", "8"], folder.path()).out;
    for _ in 0..5 {
        play(&[], folder.path()).lines();
    }
    assert_eq!(play(&["--seed", "8"], folder.path()).out, first);
}
